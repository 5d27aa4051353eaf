import Basics
package import Foundation
import GRDB
package import GalleryModel

/// The photos that emptying the trash deletes; those that stay in the trash because a campaign's
/// posts show them; and the number and total size in bytes of the stored files that are deleted,
/// with the photos and because no photo has them any more.
package typealias TrashContents = (
    photos: [PhotoID], posted: [PhotoID], files: Int, byteCount: Int64
)

/// The files deleted by a run.
package struct RemovedFiles: Hashable, Sendable {
    /// The number of files.
    package var files = 0
    /// Their total size in bytes.
    package var byteCount: Int64 = 0
    /// The number of files that are left to a later run, because other programs add pictures.
    package var pending = 0
}

/// Empties the trash: deletes the rows of its photos and the stored files that nothing else needs.
///
/// A file is needed by the pictures of photos that exist, and by pictures of such photos that an
/// undo or redo restores. The transaction that deletes a file's row records the file in
/// `fileRemoval`; the file is deleted later, while no other program adds pictures. A program that
/// stores the same bytes meanwhile therefore keeps its file. Files in place are never deleted.
extension PhotoCatalog {
    /// The number of photos that a transaction deletes.
    package static let trashBatch = 500

    /// The photos that emptying the trash would delete.
    ///
    /// - Parameter limit: only photos removed at this time or earlier; nil for all.
    package func trashContents(removedUntil limit: Date?) throws(CatalogError) -> TrashContents {
        let limit: StatementArguments = [Self.seconds(limit)]
        return try read { db in
            // Ordered here, so that SQLite uses the index of the trash.
            let photos = try db.photoIDs("SELECT p.id FROM photo p WHERE \(Self.isDeleted)", limit)
            let posted = try db.photoIDs(
                """
                SELECT p.id FROM photo p
                WHERE p.dateTrashed IS NOT NULL AND p.dateTrashed <= ?1 AND \(Self.isPosted)
                """, limit)
            let files = try Self.countFiles(
                """
                f.isStored = 1 AND f.id IN (
                    SELECT q.fileID FROM photo p CROSS JOIN picture q ON q.photoID = p.id
                    WHERE \(Self.isDeleted)
                    UNION SELECT q.fileID FROM photo p
                    CROSS JOIN journalPicture q ON q.photoID = p.id
                    WHERE \(Self.isDeleted))
                AND NOT \(Self.isNeeded(byPhotosThat: "(\(Self.isDeleted)) IS NOT TRUE"))
                """, limit, db)
            let others = try Self.countFiles(Self.isUnreferenced, [], db)
            return (
                photos.sorted(), posted.sorted(), files.count + others.count,
                files.bytes + others.bytes
            )
        }
    }

    /// The number of the files `f` that meet a condition, and their total size in bytes.
    private static func countFiles(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> (count: Int, bytes: Int64) {
        try db.size(
            """
            SELECT count(*) AS count, ifnull(sum(f.byteCount), 0) AS bytes
            FROM file f WHERE \(condition)
            """, arguments)
    }

    /// Deletes the rows of stored files that no photo has any more, and records the files.
    ///
    /// These are pictures that were replaced by others and that no undo restores any more, and
    /// pictures that were downloaded for photos deleted meanwhile.
    package func deleteUnreferenced() throws(CatalogError) {
        let ids = try read { db in
            try db.integers("SELECT f.id FROM file f WHERE \(Self.isUnreferenced)")
        }
        for batch in ids.pages(of: Self.trashBatch) {
            try write(durably: true) { try deleteUnneeded(batch, $0) }
        }
    }

    /// Deletes photos of the trash with everything that the catalog knows about them, in one
    /// transaction, and records the files that nothing else needs.
    ///
    /// Photos that were restored meanwhile, or that posts show, are not deleted. Files that share
    /// links made of the photos are deleted at once.
    ///
    /// - Parameters:
    ///   - ids: at most `trashBatch` photos.
    ///   - limit: only photos removed at this time or earlier; nil for all.
    /// - Returns: the deleted photos.
    package func deleteTrashed(
        _ ids: [PhotoID], removedUntil limit: Date?
    ) throws(CatalogError) -> [PhotoID] {
        // Durable, because the files are deleted next.
        return try write(durably: true) { db in
            let photos = try db.photoIDs(
                """
                SELECT p.id FROM json_each(?2) e CROSS JOIN photo p ON p.id = e.value
                WHERE \(Self.isDeleted)
                """, [Self.seconds(limit), ids.jsonList])
            guard !photos.isEmpty else { return [] }
            let list = photos.jsonList
            let files = try db.integers(
                """
                SELECT q.fileID FROM json_each(?1) e CROSS JOIN picture q ON q.photoID = e.value
                WHERE q.fileID IS NOT NULL
                UNION SELECT q.fileID FROM json_each(?1) e
                CROSS JOIN journalPicture q ON q.photoID = e.value
                WHERE q.fileID IS NOT NULL
                """, [list])
            try deleteSharedFiles(of: list, db)
            // A space and an opening parenthesis precede the step in a problem's subject.
            for table in ["problem", "ignoredProblem"] {
                try db.run(
                    """
                    DELETE FROM \(table) WHERE subject IN (
                        SELECT n.subject FROM json_each(?) e CROSS JOIN \(table) n
                            ON n.subject >= 'photo ' || e.value
                                AND n.subject < 'photo ' || e.value || ' )')
                    """, [list])
            }
            try db.run("DELETE FROM photo WHERE id IN (SELECT value FROM json_each(?))", [list])
            try deleteUnneeded(files, db)
            return photos
        }
    }

    /// Deletes the recorded files that no row needs, unless other programs add pictures now.
    ///
    /// - Throws: if a file cannot be deleted; it stays recorded.
    package func deleteRecordedFiles(
        in session: WritingSession
    ) throws(CatalogError) -> RemovedFiles {
        var removed = RemovedFiles()
        do {
            while try read({ try $0.holds("SELECT 1 FROM fileRemoval LIMIT 1") }) {
                // Other programs can begin to add pictures between two batches.
                let isDone: Void? = try session.whileAlone {
                    let batch = try write { try deleteNextFiles(&removed, $0) }
                    // A deletion that a power failure reverts must still be recorded.
                    try session.syncFileSystem()
                    try write { db in
                        for digest in batch {
                            try db.run("DELETE FROM fileRemoval WHERE sha256 = ?", [digest])
                        }
                    }
                }
                guard isDone != nil else {
                    removed.pending = try read { try $0.count("SELECT count(*) FROM fileRemoval") }
                    break
                }
            }
        } catch {
            throw CatalogError.translating(error, folder: folder)
        }
        return removed
    }

    // MARK: - Conditions

    private static func seconds(_ limit: Date?) -> Int64 { limit?.unixSeconds ?? .max }

    /// Tests that a post shows a photo `p`, or would if it were not hidden; deleted posts do not
    /// keep their photos.
    private static let isPosted = """
        EXISTS (SELECT 1 FROM post o WHERE o.photoID = p.id AND o.state <> 'deleted')
        """

    /// Tests that a photo `p` was removed until a time `?1` and is deleted when the trash is
    /// emptied.
    private static let isDeleted = """
        p.dateTrashed IS NOT NULL AND p.dateTrashed <= ?1 AND NOT \(isPosted)
        """

    /// Tests that photos `p` with a property need a file `f`, now or after an undo or redo.
    private static func isNeeded(byPhotosThat property: String) -> String {
        let tables = ["picture", "journalPicture"].map { table in
            """
            EXISTS (SELECT 1 FROM \(table) n CROSS JOIN photo p ON p.id = n.photoID
                WHERE n.fileID = f.id AND \(property))
            """
        }
        return "(\(tables.joined(separator: " OR ")))"
    }

    /// Tests that no photo has a stored file `f`, now or after an undo or redo.
    private static let isUnreferenced = """
        f.isStored = 1 AND NOT EXISTS (SELECT 1 FROM picture WHERE fileID = f.id)
            AND NOT EXISTS (SELECT 1 FROM journalPicture n CROSS JOIN photo p ON p.id = n.photoID
                WHERE n.fileID = f.id)
        """

    // MARK: - Within a transaction

    /// Deletes the files that share links made of photos; the rows are deleted with the photos.
    ///
    /// If the transaction fails, the links make them again.
    private func deleteSharedFiles(of photos: String, _ db: Database) throws {
        enum Column: Int, StatementColumns { case linkID, fileName }
        try Column.forEach(
            """
            SELECT s.linkID, s.fileName FROM json_each(?) e
            CROSS JOIN sharedFile s ON s.photoID = e.value WHERE s.fileName IS NOT NULL
            """, [photos], db
        ) { row in
            path(ofSharedFile: row.text(.fileName), shareLink: row.integer(.linkID)).remove()
        }
    }

    /// Deletes the rows about those of some files that no photo needs, and records the stored
    /// ones.
    private func deleteUnneeded(_ ids: [Int64], _ db: Database) throws {
        for id in ids {
            let unneeded = try FileRecord.Column.first(
                """
                SELECT \(FileRecord.Column.selection) FROM file f
                WHERE f.id = ? AND NOT \(Self.isNeeded(byPhotosThat: "1"))
                """, [id], db, value: FileRecord.init)
            guard let file = unneeded else { continue }
            if file.isStored, let status = FileStore.status(of: files.path(of: file)) {
                try db.upsert(
                    into: "fileRemoval", key: "sha256",
                    [
                        "sha256": file.sha256, "extension": file.fileExtension,
                        "changed": status.changed,
                    ])
            }
            for table in ["faceDecision", "faceRegion", "ledger"] {
                try db.run("DELETE FROM \(table) WHERE sha256 = ?", [file.sha256])
            }
            try db.run("DELETE FROM file WHERE id = ?", [file.id])
        }
    }

    /// Deletes some recorded files, unless their bytes were stored again.
    ///
    /// A file that changed since it was recorded, such as one stored again beside a restored
    /// database, is moved to the orphans.
    ///
    /// - Returns: the digests of the files that need no record any more.
    private func deleteNextFiles(_ removed: inout RemovedFiles, _ db: Database) throws -> [String] {
        enum Column: Int, StatementColumns { case sha256, `extension`, changed, isStored }
        return try Column.all(
            """
            SELECT sha256, extension, changed, EXISTS (
                SELECT 1 FROM file f WHERE f.sha256 = r.sha256 AND f.isStored = 1) AS isStored
            FROM fileRemoval r LIMIT ?
            """, [Self.trashBatch], db
        ) { row in
            let digest = row.text(.sha256)
            let path = files.path(ofHexadecimal: digest, fileExtension: row.text(.extension))
            guard !row.boolean(.isStored), let status = FileStore.status(of: path) else {
                return digest
            }
            guard status.changed == row.integer(.changed) else {
                try OrphanFiles(store: files).take(path.lastComponent)
                return digest
            }
            try files.delete(path)
            removed.files += 1
            removed.byteCount += Int64(status.byteCount)
            return digest
        }
    }
}
