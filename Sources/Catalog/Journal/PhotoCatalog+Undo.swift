import Foundation
import GRDB
import GalleryModel

extension PhotoCatalog {
    /// What commands changed, the latest first.
    ///
    /// - Parameters:
    ///   - before: the last entry of the page before; nil for the first page.
    ///   - limit: how many entries at most.
    package func journalEntries(
        before: Int64? = nil, limit: Int
    ) throws(CatalogError) -> [JournalSummary] {
        try read { db in
            var entries: [JournalSummary] = []
            try db.forEachRow(
                JournalSummary.Column.self,
                """
                SELECT \(JournalSummary.selection) FROM journal WHERE id < ? ORDER BY id DESC LIMIT ?
                """, [before ?? .max, max(limit, 0)]
            ) { row in
                entries.append(JournalSummary(row))
                return true
            }
            return entries
        }
    }

    /// Takes back what a command changed.
    ///
    /// What another command changed since is left as it is: once that is taken back, too, the same entry
    /// can be taken back again, for the rest. The undoing has an entry of its own, which cannot be taken
    /// back: the command can be given again.
    ///
    /// - Parameters:
    ///   - id: the entry of the journal; nil for the latest one that is neither an undoing nor was
    ///     taken back, not even partly, and that no server made unasked.
    ///   - isDryRun: whether to compare only: to say what would change.
    /// - Throws: `noEntry` where there is none; `notUndoable` where it cannot be taken back, with the
    ///   reason.
    package func undo(_ id: Int64?, isDryRun: Bool = false) throws(CatalogError) -> UndoneChange {
        if isDryRun { return try read { try undo(id, storing: false, $0) } }
        let undone = try write { try undo(id, storing: true, $0) }
        for section in undone.sections { section.change.map(changes.send) }
        if !undone.restored.isEmpty { changes.send(.photosRestored(undone.restored)) }
        if !undone.trashed.isEmpty { changes.send(.photosRemoved(undone.trashed)) }
        let updated =
            undone.positions + undone.homes + undone.edits + undone.faces + undone.listed
            + undone.posts + undone.unlisted + undone.updated
        if !updated.isEmpty { changes.send(.photosUpdated(updated)) }
        return undone
    }

    // MARK: - Within a transaction

    private func undo(_ id: Int64?, storing: Bool, _ db: Database) throws -> UndoneChange {
        let (summary, entry) = try UndoableEntry.find(id, db)
        var undone = UndoneChange(entry: summary)
        var undoing = JournalEntry(command: "undo")
        undoing.undoes = summary.id
        if summary.trashed + summary.restored > 0 {
            try Self.compareTrash(entry, of: summary, db, &undone)
        }
        let listings =
            summary.isNoted ? try Self.compareListings(of: summary, db, &undone) : []
        let facts =
            summary.isNoted
            ? try Self.compareFacts(of: summary, db, &undone) : UndoneFacts()
        if summary.positions > 0 {
            undone.positions = try Self.unchanged(
                Self.isUnchanged, of: summary, db, kept: &undone.kept)
        }
        if summary.homes > 0 {
            undone.homes = try Self.unchanged(
                Self.isHomeUnchanged, of: summary, db, kept: &undone.kept)
        }
        if summary.edits > 0 { try Self.compareEdits(of: summary, db, &undone) }
        if summary.sections > 0 { try Self.compareSections(of: summary, db, &undone) }
        if summary.tracks > 0 { try Self.compareTracks(of: summary, db, &undone) }
        if summary.posts > 0 { try Self.comparePosts(of: summary, db, &undone) }
        try undoFaces(entry.faces, of: summary, isDryRun: !storing, db, &undone, &undoing)
        let hasNotes = !(listings.isEmpty && facts.sections.isEmpty)
        guard undone.changesSomething || hasNotes else {
            let part = summary.isPartlyUndone ? "that is left of it" : "it did"
            throw CatalogError(
                .notUndoable,
                "\(summary.title) was changed by later commands in all \(part): there is nothing left "
                    + "to take back")
        }
        guard storing else { return undone }
        undoing.restored = try Self.setTrashed(undone.restored.map(\.rawValue), to: nil, db)
        undoing.trashed = try Self.setTrashed(
            undone.trashed.map(\.rawValue), to: Self.now(), db)
        for photo in undone.restored { try Self.relist(photo.rawValue, db) }
        try Self.takeBack(listings, of: summary, brought: undone.brought, db)
        try Self.takeBack(facts, of: summary, db)
        try Self.arrangeAgain(Set(listings.map(\.section)), db)
        let written = try undoing.write(db)
        undone.id = written
        if !undone.positions.isEmpty {
            try Self.noteUndoing(Self.isUnchanged, of: summary, by: written, db)
            _ = try Self.applyPositions(of: written, db)
        }
        if !undone.homes.isEmpty {
            try Self.noteUndoing(Self.isHomeUnchanged, of: summary, by: written, db)
            try Self.applyHomes(of: written, db)
        }
        if !undone.edits.isEmpty {
            try Self.noteEditUndoing(of: summary, by: written, db)
            _ = try Self.applyEdits(of: written, db)
        }
        if !undone.sections.isEmpty {
            try Self.applySections(of: summary, by: written, db)
        }
        try Self.applyTracks(undone.tracks, of: summary, by: written, db)
        if !undone.posts.isEmpty { try Self.applyPosts(of: summary, by: written, db) }
        let column = undone.kept.isEmpty ? "undonePartlyBy = NULL, undoneBy" : "undonePartlyBy"
        try db.execute(
            sql: "UPDATE journal SET \(column) = ? WHERE id = ?", arguments: [written, summary.id])
        return undone
    }

    /// Finds which photos come out of the trash, and go into it again.
    private static func compareTrash(
        _ entry: JournalEntry, of summary: JournalSummary, _ db: Database,
        _ undone: inout UndoneChange
    ) throws {
        let later = try photosTrashed(after: summary.id, db)
        let handled = summary.isPartlyUndone ? try photosTrashed(undoing: summary.id, db) : []
        func photos(_ ids: [Int64], inTrash: Bool) throws -> [PhotoID] {
            var photos: [PhotoID] = []
            for id in ids where !handled.contains(id) {
                let isInTrash = try Bool.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT dateTrashed IS NOT NULL FROM photo WHERE id = ?"),
                    arguments: [id])
                guard let isInTrash else { continue }
                if isInTrash == inTrash, !later.contains(id) {
                    photos.append(PhotoID(rawValue: id))
                } else {
                    undone.kept.append(PhotoID(rawValue: id))
                }
            }
            return photos
        }
        undone.restored = try photos(entry.trashed, inTrash: true)
        undone.trashed = try photos(entry.restored, inTrash: false)
    }

    /// The photos that later commands put into the trash or took out, as far as that still holds.
    private static func photosTrashed(after id: Int64, _ db: Database) throws -> Set<Int64> {
        enum Column: Int, StatementColumns {
            case id, isPartlyUndone
        }
        var entries: [(id: Int64, isPartlyUndone: Bool)] = []
        try db.forEachRow(
            Column.self,
            """
            SELECT id, undonePartlyBy IS NOT NULL AS isPartlyUndone FROM journal
            WHERE id > ? AND undoneBy IS NULL AND undoes IS NULL AND trashed + restored > 0
            """, [id]
        ) { row in
            entries.append((row.integer(.id), row.boolean(.isPartlyUndone)))
            return true
        }
        return try entries.reduce(into: []) { photos, entry in
            let all = try photosTrashed("id = ?1", entry.id, db)
            photos.formUnion(
                entry.isPartlyUndone
                    ? all.subtracting(try photosTrashed(undoing: entry.id, db)) : all)
        }
    }

    /// The photos that went into the trash, or out of it, when an entry was taken back.
    private static func photosTrashed(undoing id: Int64, _ db: Database) throws -> Set<Int64> {
        try photosTrashed("undoes = ?1", id, db)
    }

    /// The photos that entries put into the trash or took out.
    private static func photosTrashed(
        _ condition: String, _ id: Int64, _ db: Database
    ) throws -> Set<Int64> {
        try Set(
            ["$.trashed", "$.restored"].flatMap { kind in
                try db.integers(
                    "SELECT e.value FROM journal j, json_each(j.change, ?2) e WHERE j.\(condition)",
                    [id, kind])
            })
    }

    /// The positions or homes `j` of an entry that were not taken back yet, of photos that are there, as `p`, with
    /// what they have now, as `g`.
    private static func positions(of entry: JournalSummary) -> String {
        let handled = """
            AND NOT EXISTS (SELECT 1 FROM journal u
                JOIN journalPosition k ON k.journalID = u.id AND k.photoID = j.photoID
                WHERE u.undoes = \(entry.id))
            """
        return """
            FROM journalPosition j CROSS JOIN photo p ON p.id = j.photoID
            LEFT JOIN givenPosition g ON g.photoID = j.photoID
            WHERE j.journalID = \(entry.id) \(entry.isPartlyUndone ? handled : "")
            """
    }

    /// Whether the position `g` is the one after the change `j`.
    private static let isUnchanged = """
        (g.latitude IS j.afterLatitude AND g.longitude IS j.afterLongitude
        AND g.altitude IS j.afterAltitude AND g.source IS j.afterSource
        AND g.track IS j.afterTrack)
        """

    /// Finds the photos whose manual position, or home, becomes what it was: those that a condition holds
    /// for.
    private static func unchanged(
        _ condition: String, of entry: JournalSummary, _ db: Database, kept: inout [PhotoID]
    ) throws -> [PhotoID] {
        enum Column: Int, StatementColumns {
            case photoID, isUnchanged
        }
        var unchanged: [PhotoID] = []
        try db.forEachRow(
            Column.self,
            "SELECT j.photoID, \(condition) AS isUnchanged \(positions(of: entry)) ORDER BY j.photoID"
        ) { row in
            let id = PhotoID(rawValue: row.integer(.photoID))
            if row.boolean(.isUnchanged) { unchanged.append(id) } else { kept.append(id) }
            return true
        }
        return unchanged
    }

    /// Notes in the entry of an undoing what it changes: the other way round than the entry undone.
    private static func noteUndoing(
        _ condition: String, of entry: JournalSummary, by undoing: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO journalPosition
                SELECT ?, j.photoID, j.afterLatitude, j.afterLongitude, j.afterAltitude,
                    j.afterSource, j.afterTrack, j.beforeLatitude, j.beforeLongitude,
                    j.beforeAltitude, j.beforeSource, j.beforeTrack
                \(positions(of: entry)) AND \(condition)
                """, arguments: [undoing])
    }

    private func undoFaces(
        _ change: JournalEntry.Faces?, of entry: JournalSummary, isDryRun: Bool, _ db: Database,
        _ undone: inout UndoneChange, _ undoing: inout JournalEntry
    ) throws {
        guard let change else { return }
        guard try restoreDecisions(change, isDryRun: isDryRun, db) else {
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
