package import Basics
import Foundation
import GRDB
package import GalleryModel

/// Facts about an imported photo's bytes from the other paths at which they were seen.
struct KnownPaths {
    /// The metadata of the sidecars there.
    var said: [PhotoDetails] = []
    /// True if an older version read a sidecar there without storing its metadata separately.
    var hasUnknownSidecar = false
    /// If the file is reread from the store, the paths from which it was copied without a sidecar,
    /// the latest first.
    var pathsWithoutSidecar: [BytePath] = []
    /// Paths that no longer have the file, or that are its current path under another name of its
    /// folder.
    var left: [(path: BytePath, folder: String)] = []
    /// True if the file's path had these bytes before.
    var hasPath = false
    /// True if a file in place is missing from its old path.
    var isMoved = false
    /// True if the photo is named after another file: in the store, at another existing path, or on
    /// a disk that is not mounted.
    var keepsName = false

    /// Looks up the other paths of a photo's bytes.
    init(of photo: ImportedPhoto, _ db: Database) throws {
        guard photo.details.origin == .camera else { return }
        enum Column: Int, StatementColumns {
            case isStored, path, folder, isReference, sidecar, said
        }
        keepsName = photo.isStored
        try Column.forEach(
            """
            SELECT f.isStored, s.path, s.folder, s.isReference, s.sidecar, s.said
            FROM file f LEFT JOIN sourceFile s ON s.fileID = f.id
            WHERE f.sha256 = ? ORDER BY s.dateSeen DESC, s.path
            """, [photo.file.digest.hexadecimal], db
        ) { row in
            if row.boolean(.isStored) { keepsName = true }
            guard let path = row.path(.path) else { return }
            let folder = row.text(.folder)
            if let source = photo.source, path == source.path {
                // Its row is rewritten.
                hasPath = true
                if !folder.isEmpty, folder != source.folder { left.append((path, folder)) }
                return
            }
            let hasSidecar = !row.isNull(.sidecar)
            if photo.source == nil, !hasSidecar { pathsWithoutSidecar.append(path) }
            if row.boolean(.isReference), !photo.isStored {
                if DiskFolder.isRemoved(path, from: folder) {
                    left.append((path, folder))
                    isMoved = true
                    return
                }
                keepsName = true
                if path.status == nil { isMoved = true }
            }
            let said: PhotoDetails? = try? row.json(.said)
            if let said { self.said.append(said) }
            if hasSidecar, said == nil { hasUnknownSidecar = true }
        }
    }

    /// The metadata of a known photo: the current file merged with all sidecars.
    func facts(_ new: PhotoDetails, of photo: ImportedPhoto, known: PhotoDetails) -> PhotoDetails {
        guard new.origin == .camera else { return new }
        var facts = new
        for said in said {
            // A file that is reread from the store is read without its sidecars, which take
            // precedence.
            let (first, second) = photo.source == nil ? (said, facts) : (facts, said)
            facts = first.filled(with: second)
            facts.tags = first.tags + second.tags.filter { !first.tags.contains($0) }
        }
        if hasUnknownSidecar {
            facts = photo.source == nil ? known.filled(with: facts) : facts.filled(with: known)
        }
        facts.originID = new.originID
        facts.fileName = keepsName ? known.fileName ?? new.fileName : new.fileName
        return facts
    }
}

// MARK: - Within a transaction

extension PhotoCatalog {
    /// Keeps the photo of a file in place that another program modified, possibly with a rename:
    /// the photo gets the new bytes.
    ///
    /// The photo is the one of the bytes that the path had before. If that file was deleted, it is
    /// the one with the same picture data, so that files of two disks with the same mount point do
    /// not replace each other.
    ///
    /// - Returns: true if such a photo exists.
    func follow(_ photo: ImportedPhoto, _ db: Database) throws -> Bool {
        guard let old = try replacedFile(photo, db) else { return false }
        let sha256 = photo.file.digest.hexadecimal
        let fileID = try photo.file.row(isStored: false, db)
        try db.run("UPDATE photo SET originID = ? WHERE id = ?", [sha256, old.photoID])
        try db.run(
            "UPDATE picture SET fileID = ?, date = ? WHERE photoID = ? AND fileID = ?",
            [fileID, Self.now(), old.photoID, old.fileID])
        try db.run("DELETE FROM sourceFile WHERE fileID = ?", [old.fileID])
        for (from, to) in [(old.sha256, sha256), (sha256, nil)] as [(String, String?)] {
            try db.run("UPDATE file SET successor = ? WHERE sha256 = ?", [to, from])
        }
        let (before, after) = (old.orientation ?? 1, photo.details.orientation ?? 1)
        // With a different shape, the positions of the faces are unknown.
        guard old.isSame || old.isSameSize else { return true }
        try moveFaces(
            from: (old.fileID, old.sha256), to: (fileID, sha256), upright: photo.uprightSize,
            keepsDetections: old.isSame && before == after, db
        ) { before == after ? $0 : $0.stored(orientation: before).upright(orientation: after) }
        return true
    }

    /// The photo that would get the new bytes of a file in place; nil if the file is a new photo.
    package func followedPhoto(of photo: ImportedPhoto) throws(CatalogError) -> PhotoID? {
        try read { try replacedFile(photo, $0).map { PhotoID(rawValue: $0.photoID) } }
    }

    /// True if the bytes of a file in place were at another path, which no longer exists.
    package func isMoved(_ photo: ImportedPhoto) throws(CatalogError) -> Bool {
        try read { try KnownPaths(of: photo, $0).isMoved }
    }

    /// A file in place whose bytes were replaced, with the orientation of its photo.
    ///
    /// `isSame` is true if the new file has the same picture data, `isSameSize` if it has the same
    /// width and height.
    private typealias ReplacedFile = (
        fileID: Int64, sha256: String, photoID: Int64, orientation: Int?, isSame: Bool,
        isSameSize: Bool
    )

    /// The file whose photo a new file continues: its bytes exist nowhere else.
    private func replacedFile(_ photo: ImportedPhoto, _ db: Database) throws -> ReplacedFile? {
        guard !photo.isStored, let source = photo.source, photo.details.origin == .camera else {
            return nil
        }
        enum Column: Int, StatementColumns {
            case fileID, sha256, photoID, orientation, isSame, isSameSize
        }
        let found: [ReplacedFile] = try Column.all(
            """
            SELECT f.id AS fileID, f.sha256, p.id AS photoID, p.orientation,
                f.pictureData IS NOT NULL AND f.pictureData IS ?3 AS isSame,
                f.width IS ?5 AND f.height IS ?6 AS isSameSize
            FROM file f CROSS JOIN photo p ON p.origin = 'camera' AND p.originID = f.sha256
            WHERE f.id IN (
                SELECT fileID FROM sourceFile
                WHERE path = ?1 AND isReference = 1 AND folder IN (?2, '')
                UNION SELECT id FROM file WHERE pictureData = ?3)
            AND f.isStored = 0 AND f.sha256 <> ?4
            AND NOT EXISTS (SELECT 1 FROM photo WHERE origin = 'camera' AND originID = ?4)
            ORDER BY EXISTS (SELECT 1 FROM sourceFile WHERE path = ?1 AND fileID = f.id) DESC,
                p.dateTrashed IS NOT NULL, f.id
            """,
            [
                Data(source.path.bytes), source.folder, photo.file.pictureData?.hexadecimal,
                photo.file.digest.hexadecimal, photo.file.width, photo.file.height,
            ], db
        ) { row in
            (
                row.integer(.fileID), row.text(.sha256), row.integer(.photoID),
                row.optionalInteger(.orientation), row.boolean(.isSame), row.boolean(.isSameSize)
            )
        }
        return try found.first { file in
            try paths(ofFile: file.fileID, withDeleted: true, db).allSatisfy {
                $0.path == source.path || $0.isRemoved
            }
        }
    }

    /// The bytes that replaced others, followed through several replacements.
    static func successor(of sha256: String, _ db: Database) throws -> String {
        var last = sha256
        var met: Set<String> = []
        while met.insert(last).inserted,
            let next = try db.text("SELECT successor FROM file WHERE sha256 = ?", [last])
        {
            last = next
        }
        return last
    }

    /// Marks deleted files in place as missing, if their disk is mounted.
    ///
    /// - Parameters:
    ///   - limit: files seen since this time exist, in nanoseconds.
    ///   - found: photos that a dry run found at paths that it does not record; nil to mark files.
    /// - Returns: the number of photos outside the trash without any file below the path, whether
    ///   marked earlier or now.
    package func markMissing(
        below path: BytePath, seenBefore limit: Int64, exceptInDryRun found: Set<PhotoID>? = nil
    ) throws(CatalogError) -> Int {
        let start = Data(path.bytes)
        let range: StatementArguments = [
            start, start + [UInt8(ascii: "/")], start + [UInt8(ascii: "0")],
        ]
        enum Column: Int, StatementColumns { case path, folder, fileID, dateSeen, dateMissing }
        var new: [(path: BytePath, folder: String)] = []
        var files: Set<Int64> = []
        try read { db in
            try Column.forEach(
                """
                SELECT \(Column.selection) FROM sourceFile WHERE path = ?1 AND isReference = 1
                UNION ALL SELECT \(Column.selection) FROM sourceFile
                WHERE path > ?2 AND path < ?3 AND isReference = 1
                """, range, db
            ) { row in
                let folder = row.text(.folder)
                guard let path = row.path(.path), row.integer(.dateSeen) < limit,
                    DiskFolder.isRemoved(path, from: folder)
                else { return }
                if row.isNull(.dateMissing) { new.append((path, folder)) }
                files.insert(row.integer(.fileID))
            }
        }
        if found == nil, !new.isEmpty { try mark(new) }
        return try read { db in
            try files.reduce(0) { count, fileID in
                let photos = try db.photoIDs(
                    """
                    SELECT p.id FROM picture pic JOIN photo p ON p.id = pic.photoID
                    JOIN file f ON f.id = pic.fileID
                    WHERE pic.fileID = ? AND p.dateTrashed IS NULL AND f.isStored = 0
                    """, [fileID])
                // Another copy can still exist.
                let isLeft = try paths(ofFile: fileID, db).contains { $0.path.status != nil }
                return count + (isLeft ? 0 : photos.count { found?.contains($0) != true })
            }
        }
    }

    /// Marks deleted files in place of the given pictures as missing.
    package func markMissing(sha256s: [String]) throws(CatalogError) {
        guard !sha256s.isEmpty else { return }
        let removed = try read { db in
            try sha256s.flatMap { sha256 in
                try Self.fileID(sha256, db).map {
                    try paths(ofFile: $0, withDeleted: true, db)
                } ?? []
            }.filter(\.isRemoved)
        }
        if !removed.isEmpty { try mark(removed.map { ($0.path, $0.folder) }) }
    }

    private func mark(_ files: [(path: BytePath, folder: String)]) throws(CatalogError) {
        try write { db in
            for file in files {
                try db.run(
                    """
                    UPDATE sourceFile SET dateMissing = ?
                    WHERE path = ? AND folder = ? AND dateMissing IS NULL
                    """, [Self.now(), Data(file.path.bytes), file.folder])
            }
        }
    }

    /// The photos of files that are unchanged since they were imported and need not be reread.
    ///
    /// - Parameter inPlace: true if the files shall be left in place; copies missing from the
    ///   store, and files that were only copied so far, do not count as known.
    /// - Parameter metadataVersion: the version of the metadata reader; results of older versions
    ///   are reread.
    package func unchanged(
        _ stamps: [SourceStamp], inPlace: Bool,
        metadataVersion: Int = PhotoCatalog.metadataVersion
    ) throws(CatalogError) -> [SourceStamp: ImportOutcome] {
        try read { db in
            var known: [SourceStamp: ImportOutcome] = [:]
            enum Column: Int, StatementColumns {
                case photoID, dateTrashed, isReference, sidecar, warnings, damage
            }
            for stamp in stamps {
                known[stamp] = try Column.first(
                    """
                    SELECT p.id AS photoID, p.dateTrashed, s.isReference, s.sidecar, s.warnings,
                        f.damage, \(FileRecord.Column.selection)
                    FROM sourceFile s JOIN file f ON f.id = s.fileID
                    JOIN photo p ON p.origin = 'camera' AND p.originID = f.sha256
                    JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'metadata' AND l.recipe = ?
                    WHERE s.path = ? AND s.folder = ? AND s.byteCount = ? AND s.modified = ?
                        AND s.inode = ? AND s.dateSeen >= ?
                        AND NOT EXISTS (SELECT 1 FROM takenBack WHERE photoID = p.id)
                    """,
                    [
                        metadataVersion, Data(stamp.path.bytes), stamp.folder, stamp.byteCount,
                        stamp.modified, stamp.inode, stamp.changed + PicturePath.clockTick,
                    ], then: [FileRecord.Column.self], db
                ) { row in
                    // The file is looked for last, as this reads the disk.
                    guard row.optionalNumber(.sidecar) == stamp.sidecar else { return nil }
                    let file = FileRecord(row.next())
                    guard inPlace ? row.boolean(.isReference) : file.isStored && files.holds(file)
                    else { return nil }
                    return ImportOutcome(
                        id: row.photoID(.photoID),
                        kind: row.isNull(.dateTrashed) ? .unchanged : .trashed,
                        damage: row.optionalText(.damage),
                        warnings: (try? row.json(.warnings)) ?? [])
                }
            }
            return known
        }
    }

    /// Warnings about the metadata of a photo's files: unreadable or doubtful parts.
    package func metadataWarnings(of id: PhotoID) throws(CatalogError) -> [String] {
        let lists = try read { db in
            try db.texts(
                """
                SELECT DISTINCT s.warnings FROM picture pic
                JOIN sourceFile s ON s.fileID = pic.fileID
                WHERE pic.photoID = ? AND s.warnings IS NOT NULL ORDER BY s.warnings
                """, [id.rawValue])
        }
        return lists.flatMap { (try? JSONText.decode([String].self, from: $0.utf8)) ?? [] }
            .uniqued()
    }
}
