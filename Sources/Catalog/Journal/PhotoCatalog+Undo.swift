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
        var undoing = JournalEntry(command: "undo", undoes: summary.id)
        if summary[.trashed] + summary[.restored] > 0 {
            try Self.compareTrash(entry, of: summary, db, &undone)
        }
        if summary.isNoted {
            try Self.compareListings(of: summary, db, &undone)
            try Self.compareFacts(of: summary, db, &undone)
        }
        let values: [(kind: GalleryJournalEntry.Kind, value: JournaledValue)] = [
            (.metadata, .metadata), (.positions, .position), (.homes, .home), (.edits, .edit),
        ]
        for (kind, value) in values where summary[kind] > 0 {
            undone.values[kind] = try value.unchanged(since: summary, db, kept: &undone.kept)
        }
        if summary[.sections] > 0 { try Self.compareSections(of: summary, db, &undone) }
        if summary[.tracks] > 0 { undone.tracks = try Self.unchangedTracks(of: summary, db) }
        if summary[.posts] > 0 { undone.values[.posts] = try Self.unchangedPosts(of: summary, db) }
        if let faces = entry.faces {
            undoing.faces = try undoFaces(faces, of: summary, isDryRun: !storing, db)
            undone.values[.faces] = [PhotoID(rawValue: faces.photo)]
        }
        guard undone.changesSomething else {
            throw CatalogError(
                .notUndoable,
                "nothing in \(summary.title) can be undone: later commands changed everything "
                    + (summary.isPartlyUndone ? "that was left" : "it did"))
        }
        guard storing else { return undone }
        undoing.restored = try Self.setTrashed(undone.restored.map(\.rawValue), to: nil, db)
        undoing.trashed = try Self.setTrashed(undone.trashed.map(\.rawValue), to: Self.now(), db)
        for photo in undone.restored { _ = try Self.relist(photo.rawValue, db) }
        for relisted in entry.relisted where undoing.trashed.contains(relisted.photo) {
            try Self.unlist(relisted, db)
        }
        if summary.isNoted {
            try Self.revertOrigins(of: summary.id, db)
            for photo in undone.brought {
                try db.run(
                    """
                    INSERT INTO takenBack (photoID, journalID, isRemoved) VALUES (?, ?, ?)
                    ON CONFLICT (photoID) DO UPDATE SET journalID = excluded.journalID
                    """, [photo.photo.rawValue, summary.id, photo.isRemoved])
            }
            try Self.sortAgain(undone.listings, db)
        }
        let written = try undoing.write(db)
        undone.id = written
        for (kind, value) in values where !undone[kind].isEmpty {
            try value.undo(summary, by: written, db)
        }
        if !undone.sections.isEmpty { try Self.applySections(of: summary, by: written, db) }
        try Self.applyTracks(undone.tracks, of: summary, by: written, db)
        if !undone[.posts].isEmpty { try Self.applyPosts(of: summary, by: written, db) }
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
        let handled = try photosTrashed("undoes = ?1", summary.id, db)
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
        let entries = try db.integers(
            """
            SELECT id FROM journal
            WHERE id > ? AND undoneBy IS NULL AND undoes IS NULL AND trashed + restored > 0
            """, [id])
        return try entries.reduce(into: []) { photos, entry in
            photos.formUnion(
                try photosTrashed("id = ?1", entry, db)
                    .subtracting(try photosTrashed("undoes = ?1", entry, db)))
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
        enum Column: Int, StatementColumns { case photoID, isMet }
        var (met, others): ([PhotoID], [PhotoID]) = ([], [])
        try Column.forEach(
            "SELECT j.photoID, \(condition) AS isMet \(rows)", arguments, db
        ) { row in
            if row.boolean(.isMet) {
                met.append(row.photoID(.photoID))
            } else {
                others.append(row.photoID(.photoID))
            }
        }
        return (met, others)
    }

    // MARK: - Metadata, pictures and refreshes from origins; later changes are kept

    /// Finds the metadata, pictures and refreshes to restore.
    private static func compareFacts(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        let (changed, photos) = try divided(
            by: OriginRows.facts.isChanged, "\(OriginRows.facts.rows()) ORDER BY j.photoID",
            [entry.id], db)
        undone.kept += changed
        let pictures = try OriginRows.pictures.unchanged(in: entry.id, db)
        undone.updated = Set(photos.map(\.rawValue) + pictures).sorted()
            .map(PhotoID.init(rawValue:))
        undone.refreshed = try OriginRows.refreshes.unchanged(in: entry.id, db)
    }

    /// Restores the data of an entry.
    private static func revertOrigins(of entry: Int64, _ db: Database) throws {
        let listings = "SELECT j.sectionID, j.photoID \(OriginRows.listings.unchanged)"
        let facts = OriginRows.facts.unchanged
        let pictures = OriginRows.pictures.unchanged
        let refreshes = "SELECT j.sectionID \(OriginRows.refreshes.unchanged)"
        let statements = [
            """
            UPDATE membership SET (dateGone, queryRevision) = (
                SELECT l.dateGone, l.queryRevision FROM journalListing l
                WHERE l.journalID = ?1 AND l.photoID = membership.photoID
                    AND l.sectionID = membership.sectionID)
            WHERE (sectionID, photoID) IN (\(listings) AND j.wasListed = 1)
            """,
            """
            DELETE FROM membership
            WHERE (sectionID, photoID) IN (\(listings) AND j.wasListed = 0)
            """,
            """
            UPDATE photo SET (\(PhotoRecord.originList)) = (
                SELECT \(PhotoRecord.originList) FROM journalPhoto
                WHERE journalID = ?1 AND photoID = photo.id)
            WHERE id IN (SELECT j.photoID \(facts))
            """,
            "DELETE FROM photoRaw WHERE photoID IN (SELECT j.photoID \(facts))",
            """
            INSERT INTO photoRaw (photoID, json)
            SELECT j.photoID, j.json \(facts) AND j.json IS NOT NULL
            """,
            // The bytes are kept: another photo can use them, and a later fetch finds them.
            "DELETE FROM picture WHERE (photoID, size) IN (SELECT j.photoID, j.size \(pictures))",
            """
            INSERT INTO picture (photoID, size, state, fileID, message, secret, date)
            SELECT j.photoID, j.size, j.state, j.fileID, j.message, j.secret, j.date \(pictures)
                AND j.state IS NOT NULL
                AND (j.fileID IS NULL OR EXISTS (SELECT 1 FROM file WHERE id = j.fileID))
            """,
            """
            UPDATE section SET (query, queryRevision, dateRefreshed, found) = (
                SELECT j.query, j.queryRevision, j.dateRefreshed, j.found
                FROM journalRefresh j WHERE j.journalID = ?1 AND j.sectionID = section.id)
            WHERE id IN (\(refreshes))
            """,
        ]
        try withOriginMetadata(of: "SELECT j.photoID \(facts)", [entry], db) {
            for statement in statements { try db.run(statement, [entry]) }
        }
        for rows in OriginRows.all { try rows.mark(in: entry, db) }
    }
}
