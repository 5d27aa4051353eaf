package import Basics
import Foundation
import GRDB
package import GalleryModel
import Glibc

extension PhotoCatalog {
    /// The version of reading metadata, for the ledger: raised when reading finds more than before.
    package static let metadataVersion = 4

    /// Notes that unchanged files were seen where they are: of several places of the same bytes the last
    /// seen is read from, and what once went wrong with them is over.
    ///
    /// The time is the one before each file was looked at: a change since then is a change after it was
    /// seen, however late that is stored.
    package func touch(_ stamps: [SourceStamp]) throws(CatalogError) {
        guard !stamps.isEmpty else { return }
        try write { db in
            for stamp in stamps {
                try db.cachedStatement(
                    sql: """
                        UPDATE sourceFile SET dateSeen = max(dateSeen, ?)
                        WHERE path = ? AND byteCount = ? AND modified = ? AND inode = ?
                        """
                ).execute(arguments: [
                    stamp.dateSeen, Data(stamp.path.bytes), stamp.byteCount, stamp.modified,
                    stamp.inode,
                ])
                try Self.clearProblem(subject: .path(stamp.path), db)
            }
        }
    }

    /// Forgets what went wrong with a path and below it, because it is about to be tried again.
    package func clearProblems(below path: BytePath, command: String) throws(CatalogError) {
        let name = ProblemSubject.path(path).text
        try write { db in
            try db.execute(
                sql: """
                    DELETE FROM problem WHERE command = ?1
                    AND (subject = ?2 OR (subject >= ?2 || '/' AND subject < ?2 || '0'))
                    """, arguments: [command, name])
        }
    }

    /// Stores a batch of imported photos in the camera section, in one transaction.
    ///
    /// - Parameter entry: the import's entry in the journal; nil for one of these photos alone.
    package func store(
        _ batch: [ImportedPhoto], noting entry: CommandEntry? = nil
    ) throws(CatalogError) -> [ImportOutcome] {
        guard !batch.isEmpty else { return [] }
        return try store(
            batch, in: try section(.camera), noting: entry ?? CommandEntry("import"))
    }

    /// Stores a batch of photos in a section, in one transaction.
    package func store(
        _ batch: [ImportedPhoto], in section: PhotoSection, noting entry: CommandEntry
    ) throws(CatalogError) -> [ImportOutcome] {
        let (stored, outcomes) = try write { db in
            var all: [StoredPhoto] = []
            var outcomes: [ImportOutcome] = []
            for photo in batch {
                let stored = try Self.store(
                    photo.details, in: section.id, noting: entry, db)
                let isMoved = try record(photo, of: stored.id, noting: entry, db)
                let kind: ImportOutcome.Kind =
                    switch stored.outcome {
                    case .new: .new
                    case .trashed: .trashed
                    case .updated: .updated
                    case .unchanged: isMoved ? .moved : .known
                    }
                all.append(stored)
                outcomes.append(ImportOutcome(id: stored.id, kind: kind))
            }
            return (all, outcomes)
        }
        announce(stored, in: section.reference)
        return outcomes
    }

    /// Records a file's content and place; true where its bytes were known from a place that is gone.
    private func record(
        _ photo: ImportedPhoto, of id: PhotoID, noting entry: CommandEntry, _ db: Database
    ) throws -> Bool {
        let fileID = try photo.file.row(isStored: photo.isStored, db)
        let isMoved =
            try photo.source.map { try record($0, of: photo, fileID, noting: entry, db) } ?? false
        try db.cachedStatement(
            sql: """
                INSERT INTO picture (photoID, size, state, fileID, date) VALUES (?, ?, 'stored', ?, ?)
                ON CONFLICT (photoID, size) DO NOTHING
                """
        ).execute(arguments: [id.rawValue, Self.place(.original), fileID, Self.now()])
        try db.cachedStatement(
            sql: """
                INSERT INTO ledger (sha256, kind, recipe, outcome, date)
                VALUES (?, 'metadata', ?, 'read', ?)
                ON CONFLICT (sha256, kind, parameters) DO UPDATE
                SET recipe = excluded.recipe, date = excluded.date
                """
        ).execute(arguments: [photo.file.digest.hexadecimal, Self.metadataVersion, Self.now()])
        let digest = photo.file.digest.hexadecimal
        // What a picture of no path tells has no path either.
        let path = photo.source?.path ?? BytePath("")
        if try Self.storeRegions(photo.faceRegions, of: digest, from: path, db) {
            let size = photo.uprightSize
            try remergeAfterImport(
                fileID, digest, uprightWidth: size.width, uprightHeight: size.height, db)
        }
        return isMoved
    }

    /// Records where a file's content lies; true where its bytes were known from a place that is gone.
    private func record(
        _ source: SourceStamp, of photo: ImportedPhoto, _ fileID: Int64,
        noting entry: CommandEntry, _ db: Database
    ) throws -> Bool {
        var isMoved = false
        if !photo.isStored {
            let known = try Data.fetchAll(
                db.cachedStatement(
                    sql: "SELECT path FROM sourceFile WHERE fileID = ? AND isReference = 1"),
                arguments: [fileID])
            let missing = known.map(BytePath.init(bytes:)).filter {
                $0 != source.path && Self.isMissing($0)
            }
            isMoved = !missing.isEmpty
            let left = missing.filter { !Self.isMissing($0.parent) }.map { Data($0.bytes) }
            for path in left {
                try db.execute(sql: "DELETE FROM sourceFile WHERE path = ?", arguments: [path])
            }
        }
        try Self.markEdited(source.path, fileID: fileID, noting: entry, db)
        try db.cachedStatement(
            sql: """
                INSERT INTO sourceFile (path, fileID, byteCount, modified, inode, sidecar, isReference,
                    dateSeen)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET fileID = excluded.fileID,
                    byteCount = excluded.byteCount, modified = excluded.modified,
                    inode = excluded.inode, sidecar = excluded.sidecar, dateSeen = excluded.dateSeen,
                    isReference = max(excluded.isReference,
                        CASE WHEN fileID = excluded.fileID THEN isReference ELSE 0 END)
                """
        ).execute(arguments: [
            Data(source.path.bytes), fileID, source.byteCount, source.modified, source.inode,
            source.sidecar, !photo.isStored, source.dateSeen,
        ])
        try Self.clearProblem(subject: .path(source.path), db)
        return isMoved
    }

    /// Marks the photo whose bytes a path held before as gone, where they are nowhere else: the file was
    /// edited in place, and its new bytes are a photo of their own.
    private static func markEdited(
        _ path: BytePath, fileID: Int64, noting entry: CommandEntry, _ db: Database
    ) throws {
        enum Column: Int, StatementColumns {
            case sectionID, photoID
        }
        var edited: [(section: Int64, photo: Int64)] = []
        try db.forEachRow(
            Column.self,
            """
            SELECT m.sectionID, m.photoID FROM membership m WHERE m.dateGone IS NULL AND m.photoID IN (
                SELECT pic.photoID FROM sourceFile s JOIN file f ON f.id = s.fileID
                JOIN picture pic ON pic.fileID = f.id
                WHERE s.path = ?1 AND s.isReference = 1 AND f.id <> ?2 AND f.isStored = 0
                AND NOT EXISTS (SELECT 1 FROM sourceFile o WHERE o.fileID = f.id AND o.path <> ?1))
            """, [Data(path.bytes), fileID]
        ) { row in
            edited.append((row.integer(.sectionID), row.integer(.photoID)))
            return true
        }
        for member in edited {
            try entry.noteListing(of: member.photo, in: member.section, isGone: true, db)
            try db.cachedStatement(
                sql: "UPDATE membership SET dateGone = ? WHERE sectionID = ? AND photoID = ?"
            ).execute(arguments: [now(), member.section, member.photo])
        }
    }

    /// Whether nothing is at a path.
    ///
    /// A missing file in a missing folder may only be on a disk that is
    /// not mounted, so its place is kept.
    private static func isMissing(_ path: BytePath) -> Bool {
        path.denial(of: F_OK)?.number == ENOENT
    }
}
