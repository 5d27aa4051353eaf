import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The journal, the latest entry first.
    ///
    /// - Parameters:
    ///   - before: the last entry of the previous page; nil for the first page.
    ///   - limit: the maximum number of entries.
    package func journalEntries(
        before: Int64? = nil, limit: Int
    ) throws(CatalogError) -> [GalleryJournalEntry] {
        try read { db in
            try GalleryJournalEntry.Column.all(
                """
                SELECT \(GalleryJournalEntry.Column.selection) FROM journal
                WHERE id < ? AND \(GalleryJournalEntry.isVisible(to: reader))
                ORDER BY id DESC LIMIT ?
                """, [before ?? .max, max(limit, 0)], db, value: GalleryJournalEntry.init)
        }
    }

    /// Undoes the changes of a command.
    ///
    /// Values that another command changed since are left unchanged; once that command is undone as
    /// well, the same entry can be undone again for the rest. The undo has its own entry, which
    /// cannot be undone: run the command again instead.
    ///
    /// - Parameters:
    ///   - id: the journal entry; nil for the latest that is not an undo, was not undone even
    ///     partly, and was not made by a server on its own.
    ///   - isDryRun: true to only report the changes.
    /// - Throws: `noEntry` if it does not exist; `notUndoable` with the reason if it cannot be
    ///   undone.
    package func undo(_ id: Int64?, isDryRun: Bool = false) throws(CatalogError) -> UndoneChange {
        if isDryRun { return try read { try undo(id, storing: false, $0) } }
        let undone = try write { try undo(id, storing: true, $0) }
        for section in undone.sections { section.change.map(changes.send) }
        if !undone.restored.isEmpty { changes.send(.photosRestored(undone.restored)) }
        if !undone.trashed.isEmpty { changes.send(.photosRemoved(undone.trashed)) }
        if !undone.changed.isEmpty { changes.send(.photosUpdated(undone.changed)) }
        return undone
    }

    // MARK: - Within a transaction

    private func undo(_ id: Int64?, storing: Bool, _ db: Database) throws -> UndoneChange {
        let (summary, entry) = try UndoableEntry.find(id, db)
        var undone = UndoneChange(entry: summary)
        var undoing = JournalEntry(command: "undo")
        undoing.undoes = summary.id
        if summary[.trashed] + summary[.restored] > 0 {
            try Self.compareTrash(entry, of: summary, db, &undone)
        }
        let listings =
            summary.isNoted ? try Self.compareListings(of: summary, db, &undone) : []
        let facts =
            summary.isNoted
            ? try Self.compareFacts(of: summary, db, &undone) : UndoneFacts()
        func unchanged(
            _ kind: GalleryJournalEntry.Kind, _ value: JournaledValue
        ) throws -> [PhotoID] {
            if summary[kind] == 0 { return [] }
            return try value.unchanged(since: summary, db, kept: &undone.kept)
        }
        undone.positions = try unchanged(.positions, .position)
        undone.homes = try unchanged(.homes, .home)
        undone.edits = try unchanged(.edits, .edit)
        if summary[.sections] > 0 { try Self.compareSections(of: summary, db, &undone) }
        if summary[.tracks] > 0 { try Self.compareTracks(of: summary, db, &undone) }
        if summary[.posts] > 0 { try Self.comparePosts(of: summary, db, &undone) }
        try undoFaces(entry.faces, of: summary, isDryRun: !storing, db, &undone, &undoing)
        let hasNotes = !(listings.isEmpty && facts.sections.isEmpty)
        guard undone.changesSomething || hasNotes else {
            let part = summary.isPartlyUndone ? "that was left" : "it did"
            throw CatalogError(
                .notUndoable,
                "nothing in \(summary.title) can be undone: later commands changed "
                    + "everything \(part)")
        }
        guard storing else { return undone }
        undoing.restored = try Self.setTrashed(undone.restored.map(\.rawValue), to: nil, db)
        undoing.trashed = try Self.setTrashed(
            undone.trashed.map(\.rawValue), to: Self.now(), db)
        for photo in undone.restored { _ = try Self.relist(photo.rawValue, db) }
        for relisted in entry.relisted where undoing.trashed.contains(relisted.photo) {
            try Self.unlist(relisted, db)
        }
        try Self.revert(listings, of: summary, brought: undone.brought, db)
        try Self.revert(facts, of: summary, db)
        try Self.sortAgain(Set(listings.map(\.section)), db)
        let written = try undoing.write(db)
        undone.id = written
        for (value, photos) in [
            (JournaledValue.position, undone.positions), (.home, undone.homes),
            (.edit, undone.edits),
        ] where !photos.isEmpty {
            try value.undo(summary, by: written, db)
        }
        if !undone.sections.isEmpty {
            try Self.applySections(of: summary, by: written, db)
        }
        try Self.applyTracks(undone.tracks, of: summary, by: written, db)
        if !undone.posts.isEmpty { try Self.applyPosts(of: summary, by: written, db) }
        let column = undone.kept.isEmpty ? "undonePartlyBy = NULL, undoneBy" : "undonePartlyBy"
        try db.run("UPDATE journal SET \(column) = ? WHERE id = ?", [written, summary.id])
        return undone
    }

    /// Finds the photos to restore from the trash and to move to it again.
    private static func compareTrash(
        _ entry: JournalEntry, of summary: GalleryJournalEntry, _ db: Database,
        _ undone: inout UndoneChange
    ) throws {
        let later = try photosTrashed(after: summary.id, db)
        let handled = summary.isPartlyUndone ? try photosTrashed("undoes = ?1", summary.id, db) : []
        func photos(_ ids: [Int64], inTrash: Bool) throws -> [PhotoID] {
            var photos: [PhotoID] = []
            for id in ids where !handled.contains(id) {
                let isInTrash = try db.boolean(
                    "SELECT dateTrashed IS NOT NULL FROM photo WHERE id = ?", [id])
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

    /// The photos that later commands moved to or from the trash and that were not moved back
    /// since.
    private static func photosTrashed(after id: Int64, _ db: Database) throws -> Set<Int64> {
        enum Column: Int, StatementColumns {
            case id, isPartlyUndone
            static let expressions: [Self: String] = [
                .isPartlyUndone: "undonePartlyBy IS NOT NULL"
            ]
        }
        let entries: [(id: Int64, isPartlyUndone: Bool)] = try Column.all(
            """
            SELECT \(Column.selection) FROM journal
            WHERE id > ? AND undoneBy IS NULL AND undoes IS NULL AND trashed + restored > 0
            """, [id], db
        ) { row in (row.integer(.id), row.boolean(.isPartlyUndone)) }
        return try entries.reduce(into: []) { photos, entry in
            let all = try photosTrashed("id = ?1", entry.id, db)
            photos.formUnion(
                entry.isPartlyUndone
                    ? all.subtracting(try photosTrashed("undoes = ?1", entry.id, db)) : all)
        }
    }

    /// The photos that entries moved to or from the trash.
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

    /// The photos of rows `j` that meet a condition, and the others.
    static func divided(
        by condition: String, _ rows: String, _ arguments: StatementArguments = [], _ db: Database
    ) throws -> (met: [PhotoID], others: [PhotoID]) {
        enum Column: Int, StatementColumns {
            case photoID, isMet
            static let table = "j"
        }
        var (met, others): ([PhotoID], [PhotoID]) = ([], [])
        try Column.forEach(
            "SELECT \(Column.selection([.isMet: condition])) \(rows)", arguments, db
        ) { row in
            if row.boolean(.isMet) {
                met.append(row.photoID(.photoID))
            } else {
                others.append(row.photoID(.photoID))
            }
        }
        return (met, others)
    }

    private func undoFaces(
        _ change: JournalEntry.Faces?, of entry: GalleryJournalEntry, isDryRun: Bool,
        _ db: Database, _ undone: inout UndoneChange, _ undoing: inout JournalEntry
    ) throws {
        guard let change else { return }
        guard try restoreDecisions(change, isDryRun: isDryRun, db) else {
            throw CatalogError(
                .notUndoable,
                "\(entry.title) cannot be undone: the faces of photo \(change.photo) were "
                    + "changed since; undo the later changes first")
        }
        undoing.faces = JournalEntry.Faces(
            photo: change.photo, sha256: change.sha256, before: change.after,
            after: change.before)
        undone.faces = [PhotoID(rawValue: change.photo)]
    }
}

/// Undoes changes of metadata, pictures and refreshes from origins.
extension PhotoCatalog {
    /// The values to restore, besides listings.
    struct UndoneFacts {
        var photos: [Int64] = []
        var pictures: [(photo: Int64, size: Int64)] = []
        var sections: [Int64] = []
    }

    /// Finds the values to restore; values changed by later commands are left unchanged.
    static func compareFacts(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws -> UndoneFacts {
        enum PictureColumn: Int, StatementColumns {
            case photoID, size
            static let table = "j"
        }
        var facts = UndoneFacts()
        let (changed, photos) = try divided(
            by: """
                EXISTS (SELECT 1 FROM journalPhoto k
                WHERE k.photoID = j.photoID AND k.journalID > j.journalID AND k.isUndone = 0)
                """,
            """
            FROM journalPhoto j CROSS JOIN photo p ON p.id = j.photoID
            WHERE j.journalID = ? AND j.isUndone = 0 ORDER BY j.photoID
            """, [entry.id], db)
        undone.kept += changed
        facts.photos = photos.map(\.rawValue)
        facts.pictures = try PictureColumn.all(
            """
            SELECT \(PictureColumn.selection) FROM journalPicture j
            CROSS JOIN photo p ON p.id = j.photoID
            WHERE j.journalID = ? AND j.isUndone = 0 AND NOT EXISTS (SELECT 1 FROM journalPicture k
                WHERE k.photoID = j.photoID AND k.size = j.size AND k.journalID > j.journalID
                    AND k.isUndone = 0) ORDER BY j.photoID, j.size
            """, [entry.id], db
        ) { row in (row.integer(.photoID), row.integer(.size)) }
        facts.sections = try db.integers(
            """
            SELECT j.sectionID FROM journalRefresh j CROSS JOIN section s ON s.id = j.sectionID
            WHERE j.journalID = ? AND j.isUndone = 0 AND NOT EXISTS (SELECT 1 FROM journalRefresh k
                WHERE k.sectionID = j.sectionID AND k.journalID > j.journalID AND k.isUndone = 0)
            ORDER BY j.sectionID
            """, [entry.id])
        undone.updated = Set(facts.photos + facts.pictures.map(\.photo)).sorted()
            .map(PhotoID.init(rawValue:))
        return facts
    }

    /// Restores all of them.
    static func revert(
        _ facts: UndoneFacts, of entry: GalleryJournalEntry, _ db: Database
    ) throws {
        for photo in facts.photos { try revertFacts(of: photo, [entry.id, photo], db) }
        for picture in facts.pictures {
            try revertPicture([entry.id, picture.photo, picture.size], db)
        }
        for section in facts.sections {
            let key: StatementArguments = [entry.id, section]
            try db.run(
                """
                UPDATE section SET (query, queryRevision, dateRefreshed, found) = (
                    SELECT j.query, j.queryRevision, j.dateRefreshed, j.found
                    FROM journalRefresh j WHERE j.journalID = ?1 AND j.sectionID = ?2)
                WHERE id = ?2
                """, key)
            try db.run(
                "UPDATE journalRefresh SET isUndone = 1 WHERE journalID = ? AND sectionID = ?", key)
        }
    }

    private static func revertFacts(
        of photo: Int64, _ key: StatementArguments, _ db: Database
    ) throws {
        try db.run(PhotoRecord.revertStatement, key)
        try db.run("DELETE FROM photoRaw WHERE photoID = ?", [photo])
        try db.run(
            """
            INSERT INTO photoRaw (photoID, json) SELECT photoID, json FROM journalPhoto
            WHERE journalID = ? AND photoID = ? AND json IS NOT NULL
            """, key)
        try db.run("UPDATE journalPhoto SET isUndone = 1 WHERE journalID = ? AND photoID = ?", key)
    }

    private static func revertPicture(_ key: StatementArguments, _ db: Database) throws {
        // The bytes are kept: another photo can use them, and a later fetch finds them.
        try db.run(
            """
            DELETE FROM picture WHERE (photoID, size) = (SELECT photoID, size FROM journalPicture
                WHERE journalID = ? AND photoID = ? AND size = ?)
            """, key)
        try db.run(
            """
            INSERT INTO picture (photoID, size, state, fileID, message, secret, date)
            SELECT j.photoID, j.size, j.state, j.fileID, j.message, j.secret, j.date
            FROM journalPicture j
            WHERE j.journalID = ? AND j.photoID = ? AND j.size = ? AND j.state IS NOT NULL
                AND (j.fileID IS NULL OR EXISTS (SELECT 1 FROM file WHERE id = j.fileID))
            """, key)
        try db.run(
            """
            UPDATE journalPicture SET isUndone = 1
            WHERE journalID = ? AND photoID = ? AND size = ?
            """, key)
    }
}
