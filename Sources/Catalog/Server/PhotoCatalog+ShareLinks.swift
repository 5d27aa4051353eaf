package import Basics
package import Foundation
import GRDB
package import GalleryModel

/// A share link, and the text of its password's hash; nil without one.
package typealias ShareLinkRecord = (link: ShareLink, passwordHash: String?)

extension ShareLink {
    fileprivate enum Column: Int, StatementColumns {
        case id, sectionID, kind, name, photos, passwordHash, givesOriginals, givesMetadata
        case dateCreated, dateExpires, dateRevoked, openings, dateOpened
        static let table = "l"
        static let expressions: [Self: String] = [
            .kind: "s.", .name: "s.",
            .photos: """
            (SELECT count(*) FROM shareLinkPhoto x CROSS JOIN photo p ON p.id = x.photoID
            WHERE x.linkID = l.id AND p.dateTrashed IS NULL
                AND \(PhotoReader.anyone.sees("p.id")))
            """,
        ]
    }

    fileprivate init(_ row: StatementRow<Column>) {
        let section = row.isNull(.name) ? nil : row.section(.kind, .name)
        let sectionID = row.optionalNumber(.sectionID)
        self.init(
            id: row.integer(.id),
            subject: sectionID == nil ? .photos(row.count(.photos)) : .section(section),
            sectionID: sectionID,
            contents: ShareContents(
                originals: row.boolean(.givesOriginals), metadata: row.boolean(.givesMetadata)),
            hasPassword: !row.isNull(.passwordHash), dateCreated: row.date(.dateCreated),
            dateExpires: row.optionalDate(.dateExpires),
            dateRevoked: row.optionalDate(.dateRevoked), openings: row.count(.openings),
            dateOpened: row.optionalDate(.dateOpened))
    }
}

/// The record of a file that a share link provides.
package struct SharedFileRecord: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// Identifies the content from which the file is made; a file with another key is outdated.
    package var key: String
    /// The name in the link's folder; nil for the stored picture itself, and if the file could not
    /// be made.
    package var fileName: String?
    /// The usual extension of its type, without the dot.
    package var fileExtension: String
    /// The length in bytes; 0 if the file could not be made.
    package var byteCount: Int
    /// The CRC-32 of the bytes.
    package var checksum: UInt32

    /// Creates a record.
    package init(
        photoID: PhotoID, key: String, fileName: String?, fileExtension: String, byteCount: Int,
        checksum: UInt32
    ) {
        self.photoID = photoID
        self.key = key
        self.fileName = fileName
        self.fileExtension = fileExtension
        self.byteCount = byteCount
        self.checksum = checksum
    }

    enum Column: Int, StatementColumns {
        case photoID, key, fileName, fileExtension, byteCount, checksum
    }

    init(_ row: StatementRow<Column>) {
        self.init(
            photoID: row.photoID(.photoID), key: row.text(.key),
            fileName: row.optionalText(.fileName), fileExtension: row.text(.fileExtension),
            byteCount: row.count(.byteCount),
            checksum: UInt32(truncatingIfNeeded: row.integer(.checksum)))
    }
}

extension FileStore {
    /// The folder of the files made for one share link, which is removed as a whole.
    fileprivate func folder(ofShareLink id: Int64) -> BytePath {
        folder.appending("shares").appending("\(id)")
    }
}

/// Share links, their content and their files.
extension PhotoCatalog {
    /// All links, in order of creation, including expired and revoked ones.
    package func shareLinks() throws(CatalogError) -> [ShareLink] {
        try links("ORDER BY l.id", []).map(\.link)
    }

    /// The link with an id, even if expired or revoked; nil if it does not exist.
    package func shareLink(id: Int64) throws(CatalogError) -> ShareLink? {
        try links("WHERE l.id = ?", [id]).first?.link
    }

    /// The link whose secret has a digest, even if expired or revoked; nil if there is none.
    package func shareLink(hash: String) throws(CatalogError) -> ShareLinkRecord? {
        try links("WHERE l.hash = ?", [hash]).first
    }

    private func links(
        _ rest: String, _ arguments: StatementArguments
    ) throws(CatalogError) -> [ShareLinkRecord] {
        try read { db in
            try ShareLink.Column.all(
                """
                SELECT \(ShareLink.Column.selection)
                FROM shareLink l LEFT JOIN section s ON s.id = l.sectionID \(rest)
                """, arguments, db
            ) { (ShareLink($0), $0.optionalText(.passwordHash)) }
        }
    }

    /// The photos outside the trash that a link was created for, in order.
    package func namedPhotos(ofShareLink id: Int64) throws(CatalogError) -> [PhotoID] {
        try read { db in
            try db.photoIDs(
                """
                SELECT x.photoID FROM shareLinkPhoto x CROSS JOIN photo p ON p.id = x.photoID
                WHERE x.linkID = ? AND p.dateTrashed IS NULL AND \(reader.sees("p.id"))
                ORDER BY x.ordinal
                """, [id])
        }
    }

    /// True if a section lists a photo.
    package func lists(_ photo: PhotoID, in section: PhotoSection) throws(CatalogError) -> Bool {
        try read { try lists(photo, section, $0) }
    }

    func lists(_ photo: PhotoID, _ section: PhotoSection, _ db: Database) throws -> Bool {
        if section.filter != nil {
            let found = try PhotoFinder(
                [.photos([photo])], .condition(.section(section.reference)), for: reader, db)
            return try !db.photoIDs(of: found.photoIDs).isEmpty
        }
        return try listedOrdinal(of: photo, in: section, db) != nil
    }

    /// The files that were made for a link.
    package func sharedFiles(
        ofShareLink id: Int64
    ) throws(CatalogError) -> [PhotoID: SharedFileRecord] {
        try read { db in
            try SharedFileRecord.Column.all(
                "SELECT \(SharedFileRecord.Column.selection) FROM sharedFile WHERE linkID = ?",
                [id], db, value: SharedFileRecord.init
            ).keyed(by: \.photoID)
        }
    }

    /// The file that was made of a photo for a link; nil if there is none.
    package func sharedFile(
        of photo: PhotoID, shareLink id: Int64
    ) throws(CatalogError) -> SharedFileRecord? {
        try read { db in
            try SharedFileRecord.Column.first(
                """
                SELECT \(SharedFileRecord.Column.selection) FROM sharedFile
                WHERE linkID = ? AND photoID = ?
                """, [id, photo.rawValue], db, value: SharedFileRecord.init)
        }
    }

    // MARK: - Writing, which is not recorded in the journal

    /// Stores a link.
    ///
    /// - Parameters:
    ///   - hash: the digest of its secret.
    ///   - section: the section that it opens; nil for `photos`.
    ///   - photos: the photos that it opens, in order.
    ///   - passwordHash: the text of a `PasswordHash`; nil for no password.
    ///   - expires: the expiry date; nil for never.
    /// - Returns: its id.
    package func addShareLink(
        hash: String, section: Int64?, photos: [PhotoID], contents: ShareContents,
        passwordHash: String?, expires: Date?
    ) throws(CatalogError) -> Int64 {
        try write { db in
            try db.insert(
                into: "shareLink",
                [
                    "hash": hash, "sectionID": section, "passwordHash": passwordHash,
                    "givesOriginals": contents.originals, "givesMetadata": contents.metadata,
                    "dateCreated": Self.now(),
                    "dateExpires": expires.map { Int64($0.timeIntervalSince1970) },
                ])
            let id = db.lastInsertedRowID
            for (index, photo) in photos.enumerated() {
                try db.run(
                    """
                    INSERT INTO shareLinkPhoto (linkID, ordinal, photoID) VALUES (?, ?, ?)
                    ON CONFLICT (linkID, photoID) DO NOTHING
                    """, [id, index + 1, photo.rawValue])
            }
            return id
        }
    }

    /// Revokes a link and deletes its files.
    ///
    /// - Returns: false if no unrevoked link has the id.
    package func revokeShareLink(_ id: Int64) throws(CatalogError) -> Bool {
        let isRevoked = try write { db in
            try db.run(
                """
                UPDATE shareLink SET dateRevoked = ?, passwordHash = NULL
                WHERE id = ? AND dateRevoked IS NULL
                """, [Self.now(), id])
            let isRevoked = db.changesCount > 0
            try db.run("DELETE FROM sharedFile WHERE linkID = ?", [id])
            return isRevoked
        }
        files.folder(ofShareLink: id).removeFolder()
        return isRevoked
    }

    /// Records that a browser opened a link for the first time.
    package func noteOpening(ofShareLink id: Int64) throws(CatalogError) {
        try run(
            "UPDATE shareLink SET openings = openings + 1, dateOpened = ? WHERE id = ?",
            [Self.now(), id])
    }

    /// Removes the files of expired links.
    package func removeExpiredSharedFiles() throws(CatalogError) {
        let now = Self.now()
        let ids = try read { db in
            try db.integers("SELECT id FROM shareLink WHERE dateExpires <= ?", [now])
        }
        for id in ids {
            let folder = files.folder(ofShareLink: id)
            guard folder.isFolder else { continue }
            try run("DELETE FROM sharedFile WHERE linkID = ?", [id])
            folder.removeFolder()
        }
    }

    /// Stores a file that was made for a link, replacing an earlier one of the same photo.
    ///
    /// Nothing is stored if the link was revoked, or the photo was deleted, meanwhile.
    ///
    /// - Parameter bytes: the content of the file in the record; nil if the record has no file
    ///   name.
    package func storeSharedFile(
        _ file: SharedFileRecord, bytes: [UInt8]?, ofShareLink id: Int64
    ) throws(CatalogError) {
        let folder = files.folder(ofShareLink: id)
        if let name = file.fileName, let bytes {
            try files.makeFolder(folder.parent)
            try files.makeFolder(folder)
            let path = folder.appending(name)
            try FileStore.attempt("write", path) { () throws(FileError) in
                let file = try AtomicFile(
                    path, permissions: files.sharedMode.fileMode, keepsPermissions: false)
                try file.write(bytes)
                try file.finish()
            }
        }
        let (isOpen, old) = try write { db -> (Bool, String?) in
            let isOpen = try db.holds(
                "SELECT id FROM shareLink WHERE id = ? AND dateRevoked IS NULL", [id])
            guard isOpen else { return (false, nil) }
            guard try db.holds("SELECT 1 FROM photo WHERE id = ?", [file.photoID.rawValue]) else {
                file.fileName.map { folder.appending($0) }?.remove()
                return (true, nil)
            }
            let old = try db.text(
                "SELECT fileName FROM sharedFile WHERE linkID = ? AND photoID = ?",
                [id, file.photoID.rawValue])
            try db.run(
                """
                INSERT OR REPLACE INTO sharedFile
                    (linkID, photoID, key, fileName, fileExtension, byteCount, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    id, file.photoID.rawValue, file.key, file.fileName, file.fileExtension,
                    file.byteCount, Int64(file.checksum),
                ])
            return (true, old)
        }
        if !isOpen { return folder.removeFolder() }
        if let old, old != file.fileName { folder.appending(old).remove() }
    }

    /// The path of a link's file.
    package func path(ofSharedFile name: String, shareLink id: Int64) -> BytePath {
        files.folder(ofShareLink: id).appending(name)
    }
}
