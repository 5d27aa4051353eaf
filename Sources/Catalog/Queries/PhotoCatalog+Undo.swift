import Foundation
import GRDB
import GalleryModel

extension PhotoCatalog {
    /// What commands changed, the latest first.
    ///
    /// - Parameter limit: how many entries at most.
    package func journalEntries(limit: Int) throws(CatalogError) -> [JournalSummary] {
        try read { db in
            var entries: [JournalSummary] = []
            try db.forEachRow(
                "SELECT \(JournalSummary.selection) FROM journal ORDER BY id DESC LIMIT ?",
                [max(limit, 0)]
            ) { row in
                entries.append(JournalSummary(row))
                return true
            }
            return entries
        }
    }

    /// Takes back what a command changed.
    ///
    /// What another command changed since is left as it is. The undoing has an entry of its own, which
    /// cannot be taken back: the command can be given again.
    ///
    /// - Parameters:
    ///   - id: the entry of the journal; nil for the latest one that is neither an undoing nor was
    ///     taken back.
    ///   - isDryRun: whether to say what would change and store nothing.
    /// - Throws: `noEntry` where there is none; `notUndoable` where it cannot be taken back, with the
    ///   reason.
    package func undo(_ id: Int64?, isDryRun: Bool = false) throws(CatalogError) -> UndoneChange {
        let undone = try write { db in
            let (summary, entry) = try Self.undoableEntry(id, db)
            var undone = UndoneChange(entry: summary)
            try db.inSavepoint {
                var undoing = JournalEntry(command: "undo")
                undoing.undoes = summary.id
                try Self.undoTrash(entry, of: summary.id, db, &undone, &undoing)
                try Self.undoPositions(entry.positions, db, &undone, &undoing)
                try undoFaces(entry.faces, of: summary, db, &undone, &undoing)
                guard let written = try undoing.insert(db) else {
                    throw CatalogError(
                        .notUndoable,
                        "\(summary.title) was changed by later commands in all it did: there is "
                            + "nothing left to take back")
                }
                try db.execute(
                    sql: "UPDATE journal SET undoneBy = ? WHERE id = ?",
                    arguments: [written, summary.id])
                undone.id = isDryRun ? nil : written
                return isDryRun ? .rollback : .commit
            }
            return undone
        }
        guard !isDryRun else { return undone }
        if !undone.restored.isEmpty { changes.send(.photosRestored(undone.restored)) }
        if !undone.trashed.isEmpty { changes.send(.photosRemoved(undone.trashed)) }
        let updated = undone.positions + undone.faces
        if !updated.isEmpty { changes.send(.photosUpdated(updated)) }
        return undone
    }

    // MARK: - Within a transaction

    /// The entry to take back.
    private static func undoableEntry(
        _ id: Int64?, _ db: Database
    ) throws -> (JournalSummary, JournalEntry) {
        var found: (summary: JournalSummary, change: String)?
        try db.forEachRow(
            """
            SELECT \(JournalSummary.selection), change FROM journal
            WHERE CASE WHEN ?1 IS NULL
                THEN undoneBy IS NULL AND json_extract(change, '$.undoes') IS NULL
                ELSE id = ?1 END
            ORDER BY id DESC LIMIT 1
            """, [id]
        ) { row in
            found = (JournalSummary(row), row.text(13))
            return false
        }
        guard let (summary, change) = found else {
            throw CatalogError(
                .noEntry,
                id.map {
                    "there is no change '\($0)' in the catalog's journal: without a number the "
                        + "latest one is taken back"
                } ?? "there is nothing to undo")
        }
        if let reason = summary.refusal {
            throw CatalogError(.notUndoable, "\(summary.title) \(reason)")
        }
        return (summary, try JSONDecoder().decode(JournalEntry.self, from: Data(change.utf8)))
    }

    private static func undoTrash(
        _ entry: JournalEntry, of id: Int64, _ db: Database, _ undone: inout UndoneChange,
        _ undoing: inout JournalEntry
    ) throws {
        guard !(entry.trashed.isEmpty && entry.restored.isEmpty) else { return }
        let later = try photosTrashed(after: id, db)
        func take(_ ids: [Int64], isTrashed: Bool) throws -> [Int64] {
            let changed = try setTrashed(
                ids.filter { !later.contains($0) }, to: isTrashed ? now() : nil, db)
            let kept = Set(ids).subtracting(changed)
            undone.kept += ids.filter(kept.contains).map(PhotoID.init(rawValue:))
            return changed
        }
        undoing.restored = try take(entry.trashed, isTrashed: false)
        undoing.trashed = try take(entry.restored, isTrashed: true)
        undone.restored = undoing.restored.map(PhotoID.init(rawValue:))
        undone.trashed = undoing.trashed.map(PhotoID.init(rawValue:))
    }

    /// The photos that later commands put into the trash or took out, as far as that still holds.
    private static func photosTrashed(after id: Int64, _ db: Database) throws -> Set<Int64> {
        var ids: Set<Int64> = []
        for kind in ["$.trashed", "$.restored"] {
            try db.forEachRow(
                """
                SELECT e.value FROM journal j, json_each(j.change, ?2) e
                WHERE j.id > ?1 AND j.undoneBy IS NULL
                    AND json_extract(j.change, '$.undoes') IS NULL
                """, [id, kind]
            ) { row in
                ids.insert(row.integer(0))
                return true
            }
        }
        return ids
    }

    private static func undoPositions(
        _ changes: [JournalEntry.Position], _ db: Database, _ undone: inout UndoneChange,
        _ undoing: inout JournalEntry
    ) throws {
        // Backwards: a photo may have been changed more than once.
        for change in changes.reversed() {
            let id = PhotoID(rawValue: change.photo)
            let isThere =
                try Int.fetchOne(
                    db.cachedStatement(sql: "SELECT 1 FROM photo WHERE id = ?"),
                    arguments: [change.photo]) != nil
            guard isThere, try givenPosition(of: change.photo, db) == change.after else {
                undone.kept.append(id)
                continue
            }
            try replacePosition(of: change.photo, with: change.before, db)
            undoing.positions.append(
                .init(photo: change.photo, before: change.after, after: change.before))
            undone.positions.append(id)
        }
        undone.positions.reverse()
    }

    private func undoFaces(
        _ change: JournalEntry.Faces?, of entry: JournalSummary, _ db: Database,
        _ undone: inout UndoneChange, _ undoing: inout JournalEntry
    ) throws {
        guard let change else { return }
        guard try restoreDecisions(change, db) else {
            throw CatalogError(
                .notUndoable,
                "\(entry.title) cannot be taken back: the faces of photo \(change.photo) were "
                    + "changed since; undo the later changes first")
        }
        undoing.faces = JournalEntry.Faces(
            photo: change.photo, sha256: change.sha256, before: change.after,
            after: change.before)
        undone.faces = [PhotoID(rawValue: change.photo)]
    }
}

extension JournalSummary {
    /// What messages call it: `change 5 (remove)`.
    fileprivate var title: String { "change \(id) (\(command))" }

    /// Why it cannot be taken back, after its title; nil where it can.
    fileprivate var refusal: String? {
        if let undoes { return "took change \(undoes) back: give that command again instead" }
        if let undoneBy { return "was taken back already, by change \(undoneBy)" }
        if added > 0 {
            return "added \(added) photos, which undo does not take back: use `gallery remove` for "
                + "those that are not wanted"
        }
        if updated + gone > 0 {
            return "stored what the origin says now, which undo does not take back: use "
                + "`gallery remove` for photos that are not wanted"
        }
        return isUndoable ? nil : "changed nothing that can be taken back"
    }
}
