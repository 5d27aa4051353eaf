package import Basics
import Foundation
import GRDB
package import GalleryModel
import Glibc

/// The result of importing a file.
package struct ImportOutcome: Hashable, Sendable {
    /// The photo's catalog id.
    package let id: PhotoID
    /// The kind of result.
    package let kind: StoredPhoto.Outcome
    /// The known damage of a picture that was not reread; nil if it is intact.
    package let damage: String?
    /// Warnings about the metadata of a file that was not reread.
    package let warnings: [String]
    /// True if the same bytes were already in the catalog and the path is new.
    package let isDuplicate: Bool

    /// Creates a result.
    package init(
        id: PhotoID, kind: StoredPhoto.Outcome, damage: String? = nil, warnings: [String] = [],
        isDuplicate: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.damage = damage
        self.warnings = warnings
        self.isDuplicate = isDuplicate
    }
}

extension PhotoCatalog {
    /// The version of the metadata reader, for the ledger; raised when it reads more than before.
    package static let metadataVersion = 4

    /// Records that unchanged files were seen: the path seen last is the one that is read, and
    /// earlier problems of the files are cleared.
    ///
    /// Each stamp's time is the one just before its file was checked, so that any later change is
    /// detected, however late the stamp is stored.
    package func touch(_ stamps: [SourceStamp]) throws(CatalogError) {
        guard !stamps.isEmpty else { return }
        try write { db in
            for stamp in stamps {
                try db.run(
                    """
                    UPDATE sourceFile SET dateSeen = max(dateSeen, ?), dateMissing = NULL
                    WHERE path = ? AND folder = ? AND byteCount = ? AND modified = ?
                        AND inode = ?
                    """,
                    [
                        stamp.dateSeen, Data(stamp.path.bytes), stamp.folder, stamp.byteCount,
                        stamp.modified, stamp.inode,
                    ])
                try Self.clearProblem(subject: .path(stamp.path), db)
            }
        }
    }

    /// Clears the problems of a path and everything below it before another attempt.
    package func clearProblems(below path: BytePath, command: String) throws(CatalogError) {
        let name = ProblemSubject.path(path).text
        try run(
            """
            DELETE FROM problem WHERE command = ?1
            AND (subject = ?2 OR (subject >= ?2 || '/' AND subject < ?2 || '0'))
            """, [command, name])
    }

    /// Stores a batch of photos in a section, in one transaction.
    ///
    /// - Parameters:
    ///   - section: the section; nil for the camera's.
    ///   - entry: the command's journal entry; nil for an entry for these photos only.
    ///   - onlyKnown: true to leave out new photos, such as those deleted since they were read.
    package func store(
        _ batch: [ImportedPhoto], in section: PhotoSection? = nil,
        noting entry: CommandEntry? = nil, onlyKnown: Bool = false
    ) throws(CatalogError) -> [ImportOutcome] {
        guard !batch.isEmpty else { return [] }
        let section = if let section { section } else { try self.section(.camera) }
        let entry = entry ?? CommandEntry("import")
        let (stored, outcomes) = try write(noting: entry) { db in
            var all: [StoredPhoto] = []
            var outcomes: [ImportOutcome] = []
            for photo in batch {
                if onlyKnown, try !Self.exists(photo.details, db) { continue }
                let isFollowed = try follow(photo, db)
                let known = try KnownPaths(of: photo, db)
                // A camera photo belongs to the user who added it first.
                let isOthers =
                    try photo.received != nil && photo.details.origin == .camera
                    && Self.exists(photo.details, db)
                var isRenamed = false
                let stored = try Self.store(
                    photo.details, in: section.id, noting: entry, db
                ) { new, existing in
                    let facts = known.facts(new, of: photo, known: existing)
                    var renamed = existing
                    renamed.fileName = facts.fileName
                    isRenamed = facts != existing && facts == renamed
                    return facts
                }
                try record(photo, of: stored.id, known, noting: entry, db)
                if !isOthers {
                    try photo.received?.insert(stored.id, from: photo.details.origin, db)
                }
                let kind: StoredPhoto.Outcome =
                    switch stored.outcome {
                    case .updated: isRenamed && !isFollowed ? .moved : .updated
                    case .unchanged: isFollowed ? .updated : known.isMoved ? .moved : .unchanged
                    case let other: other
                    }
                all.append(stored)
                outcomes.append(
                    ImportOutcome(
                        id: stored.id, kind: kind,
                        isDuplicate: kind == .unchanged && !known.hasPath && photo.source != nil))
            }
            return (all, outcomes)
        }
        announce(stored, in: section.reference)
        return outcomes
    }

    /// True if the photo with these details exists, also in the trash.
    private static func exists(_ details: PhotoDetails, _ db: Database) throws -> Bool {
        try db.holds(
            "SELECT 1 FROM photo WHERE origin = ? AND originID = ?",
            [details.origin.rawValue, details.originID])
    }

    /// Records a file's content and path.
    private func record(
        _ photo: ImportedPhoto, of id: PhotoID, _ known: KnownPaths, noting entry: CommandEntry,
        _ db: Database
    ) throws {
        let digest = photo.file.digest.hexadecimal
        let fileID = try photo.file.row(isStored: photo.isStored, db)
        if let source = photo.source {
            try record(source, of: photo, fileID, known, noting: entry, db)
        }
        try db.run(
            """
            INSERT INTO picture (photoID, size, state, fileID, date) VALUES (?, ?, 'stored', ?, ?)
            ON CONFLICT (photoID, size) DO NOTHING
            """, [id.rawValue, Self.sizeIndex(.original), fileID, Self.now()])
        try db.run(
            """
            INSERT INTO ledger (sha256, kind, recipe, outcome, date)
            VALUES (?, 'metadata', ?, 'read', ?)
            ON CONFLICT (sha256, kind, parameters) DO UPDATE
            SET recipe = excluded.recipe, date = excluded.date
            """, [digest, Self.metadataVersion + photo.readerVersion, Self.now()])
        // A picture without a path has face regions without a path.
        let path = photo.source?.path ?? known.pathsWithoutSidecar.first ?? BytePath("")
        for left in known.left.map(\.path) + known.pathsWithoutSidecar where left != path {
            _ = try Self.storeRegions([], of: digest, from: left, db)
        }
        if photo.source == nil, photo.received == nil {
            try db.run(
                "UPDATE sourceFile SET warnings = ? WHERE fileID = ? AND sidecar IS NULL",
                [try Self.json(photo.warnings), fileID])
        }
        if try Self.storeRegions(photo.faceRegions, of: digest, from: path, db) {
            try remergeAfterImport((fileID, digest), upright: photo.uprightSize, db)
        }
    }

    /// Records the path of a file's content.
    private func record(
        _ source: SourceStamp, of photo: ImportedPhoto, _ fileID: Int64, _ known: KnownPaths,
        noting entry: CommandEntry, _ db: Database
    ) throws {
        for left in known.left {
            try db.run(
                "DELETE FROM sourceFile WHERE path = ? AND folder = ?",
                [Data(left.path.bytes), left.folder])
        }
        try Self.markEdited(source, fileID: fileID, noting: entry, db)
        let details = source.sidecar == nil ? nil : photo.sidecarDetails
        let said = try details.map { try JSONText.encode($0) }
        // The row was recorded before folders were.
        try db.run(
            "UPDATE OR REPLACE sourceFile SET folder = ? WHERE path = ? AND folder = ''",
            [source.folder, Data(source.path.bytes)])
        try db.run(
            """
            INSERT INTO sourceFile (path, folder, fileID, byteCount, modified, inode, sidecar,
                said, warnings, isReference, dateSeen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path, folder) DO UPDATE SET fileID = excluded.fileID,
                byteCount = excluded.byteCount, modified = excluded.modified,
                inode = excluded.inode, sidecar = excluded.sidecar, said = excluded.said,
                warnings = excluded.warnings, dateSeen = excluded.dateSeen, dateMissing = NULL,
                isReference = max(excluded.isReference,
                    CASE WHEN fileID = excluded.fileID THEN isReference ELSE 0 END)
            """,
            [
                Data(source.path.bytes), source.folder, fileID, source.byteCount, source.modified,
                source.inode, source.sidecar, said,
                try Self.json(photo.warnings), !photo.isStored, source.dateSeen,
            ])
        try Self.clearProblem(subject: .path(source.path), db)
    }

    private static func json(_ warnings: [String]) throws -> String? {
        warnings.isEmpty ? nil : try JSONText.encode(warnings)
    }

    /// Marks the photo whose bytes a path had before as delisted if the bytes exist nowhere else:
    /// the file now has the bytes of another photo.
    private static func markEdited(
        _ source: SourceStamp, fileID: Int64, noting entry: CommandEntry, _ db: Database
    ) throws {
        enum Column: Int, StatementColumns { case sectionID, photoID }
        let edited: [(section: Int64, photo: Int64)] = try Column.all(
            """
            SELECT m.sectionID, m.photoID FROM membership m
            CROSS JOIN section o ON o.id = m.sectionID
            WHERE m.dateGone IS NULL AND o.kind <> 'album' AND m.photoID IN (
                SELECT pic.photoID FROM sourceFile s JOIN file f ON f.id = s.fileID
                JOIN picture pic ON pic.fileID = f.id
                WHERE s.path = ?1 AND s.folder IN (?3, '') AND s.isReference = 1 AND f.id <> ?2
                AND f.isStored = 0 AND NOT EXISTS (
                    SELECT 1 FROM sourceFile o WHERE o.fileID = f.id AND o.path <> ?1))
            """, [Data(source.path.bytes), fileID, source.folder], db
        ) { row in (row.integer(.sectionID), row.integer(.photoID)) }
        for member in edited {
            try entry.noteListing(of: member.photo, in: member.section, isDelisted: true, db)
            try db.run(
                "UPDATE membership SET dateGone = ? WHERE sectionID = ? AND photoID = ?",
                [now(), member.section, member.photo])
        }
    }
}
