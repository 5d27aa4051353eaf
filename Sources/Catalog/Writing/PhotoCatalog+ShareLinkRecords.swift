package import Basics
package import Foundation
import GRDB
package import GalleryModel

/// Stores share links and the files that they give; none of it is journalled.
extension PhotoCatalog {
    /// Stores a link.
    ///
    /// - Parameters:
    ///   - hash: the digest of its secret.
    ///   - section: the section that it opens; nil for `photos`.
    ///   - photos: the photos that it opens, in order.
    ///   - passwordHash: as `PasswordHash` spells it; nil for no password.
    ///   - expires: when it ends; nil for never.
    /// - Returns: its id.
    package func addShareLink(
        hash: String, section: Int64?, photos: [PhotoID], gift: ShareGift, passwordHash: String?,
        expires: Date?
    ) throws(CatalogError) -> Int64 {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO shareLink (hash, sectionID, passwordHash, givesOriginals,
                        givesMetadata, dateCreated, dateExpires)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    hash, section, passwordHash, gift.originals, gift.metadata, Self.now(),
                    expires.map { Int64($0.timeIntervalSince1970) },
                ])
            let id = db.lastInsertedRowID
            let insertion = try db.cachedStatement(
                sql: """
                    INSERT INTO shareLinkPhoto (linkID, ordinal, photoID) VALUES (?, ?, ?)
                    ON CONFLICT (linkID, photoID) DO NOTHING
                    """)
            for (index, photo) in photos.enumerated() {
                try insertion.execute(arguments: [id, index + 1, photo.rawValue])
            }
            return id
        }
    }

    /// Revokes a link and forgets what it gave.
    ///
    /// - Returns: false where there is none that was not revoked before.
    package func revokeShareLink(_ id: Int64) throws(CatalogError) -> Bool {
        let isRevoked = try write { db in
            try db.execute(
                sql: """
                    UPDATE shareLink SET dateRevoked = ?, passwordHash = NULL
                    WHERE id = ? AND dateRevoked IS NULL
                    """, arguments: [Self.now(), id])
            let isRevoked = db.changesCount > 0
            try db.execute(sql: "DELETE FROM sharedFile WHERE linkID = ?", arguments: [id])
            return isRevoked
        }
        SharedFiles(of: id, in: files).remove()
        return isRevoked
    }

    /// Notes that a browser opened a link that had not before.
    package func noteOpening(ofShareLink id: Int64) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: "UPDATE shareLink SET openings = openings + 1, dateOpened = ? WHERE id = ?",
                arguments: [Self.now(), id])
        }
    }

    /// Removes the files of links that have expired.
    package func removeExpiredSharedFiles() throws(CatalogError) {
        let now = Self.now()
        let ids = try read { db in
            try db.integers("SELECT id FROM shareLink WHERE dateExpires <= ?", [now])
        }
        for id in ids {
            let files = SharedFiles(of: id, in: files)
            guard files.areThere else { continue }
            try write { db in
                try db.execute(sql: "DELETE FROM sharedFile WHERE linkID = ?", arguments: [id])
            }
            files.remove()
        }
    }

    /// Stores a file that was made for a link, in place of what was made of the photo before.
    ///
    /// A link that was revoked meanwhile gets none.
    ///
    /// - Parameter bytes: of the file that the record names; nil where it names none.
    package func storeSharedFile(
        _ file: SharedFileRecord, bytes: [UInt8]?, ofShareLink id: Int64
    ) throws(CatalogError) {
        let folder = SharedFiles(of: id, in: files)
        if let name = file.fileName, let bytes { try folder.write(bytes, as: name) }
        let (isOpen, old) = try write { db -> (Bool, String?) in
            let isOpen = try !db.integers(
                "SELECT id FROM shareLink WHERE id = ? AND dateRevoked IS NULL", [id]
            ).isEmpty
            guard isOpen else { return (false, nil) }
            let old = try String.fetchOne(
                db,
                sql: "SELECT fileName FROM sharedFile WHERE linkID = ? AND photoID = ?",
                arguments: [id, file.photoID.rawValue])
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO sharedFile
                        (linkID, photoID, key, fileName, fileExtension, byteCount, checksum)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, file.photoID.rawValue, file.key, file.fileName, file.fileExtension,
                    file.byteCount, Int64(file.checksum),
                ])
            return (true, old)
        }
        if !isOpen { return folder.remove() }
        if let old, old != file.fileName { folder.remove(old) }
    }

    /// Where a file of a link lies.
    package func path(ofSharedFile name: String, shareLink id: Int64) -> BytePath {
        SharedFiles(of: id, in: files).path(name)
    }
}
