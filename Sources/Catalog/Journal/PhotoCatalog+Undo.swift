import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The changes in the journal, without undos, the latest first.
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
                WHERE id < ? AND undoes IS NULL AND \(GalleryJournalEntry.isVisible(to: reader))
                ORDER BY id DESC LIMIT ?
                """, [before ?? .max, max(limit, 0)], db, value: GalleryJournalEntry.init)
        }
    }

    /// The oldest changes, which are no longer in the journal; nil if there are none.
    package func droppedJournalEntries() throws(CatalogError) -> DroppedJournalEntries? {
        enum Column: Int, StatementColumns { case number, lastID, lastDate }
        return try read { db in
            try Column.first(
                "SELECT \(Column.selection) FROM journalDropped WHERE id = 1", [], db
            ) { row in
                (row.count(.number), row.integer(.lastID), row.date(.lastDate))
            }
        }
    }

    /// Undoes the changes of a command, unless later changes depend on it.
    ///
    /// The undo has its own entry, with what is needed to do the change again; `redo` deletes it.
    ///
    /// - Parameters:
    ///   - id: the journal entry; nil for the latest of which anything is left to undo, and which
    ///     was not made by a server on its own.
    ///   - isDryRun: true to only report the changes.
    /// - Throws: `noEntry` if it does not exist; `blocked` with the later changes that depend on
    ///   it; `notUndoable` with the reason if it cannot be undone.
    package func undo(_ id: Int64?, isDryRun: Bool = false) throws(CatalogError) -> UndoneChange {
        if isDryRun { return try read { try undo(id, storing: false, $0) } }
        return announced(try write { try undo(id, storing: true, $0) })
    }

    /// Does the change again that was undone last, if no change was made since.
    ///
    /// - Parameter isDryRun: true to only report the changes.
    /// - Throws: `noEntry` if there is none; `blocked` with the later change; `notUndoable` if
    ///   nothing is left of the change.
    package func redo(isDryRun: Bool = false) throws(CatalogError) -> UndoneChange {
        if isDryRun { return try read { try redo(storing: false, $0) } }
        return announced(try write { try redo(storing: true, $0) })
    }

    /// The number of the change that `redo` would do again; nil if there is none.
    package func redoableEntry() throws(CatalogError) -> Int64? {
        do throws(CatalogError) {
            return try read { try UndoableEntry.findUndone($0).step.id }
        } catch {
            guard error.code == .noEntry || error.code == .blocked else { throw error }
            return nil
        }
    }

    private func announced(_ undone: UndoneChange) -> UndoneChange {
        for section in undone.sections { section.change.map(changes.send) }
        if !undone.restored.isEmpty { changes.send(.photosRestored(undone.restored)) }
        if !undone.trashed.isEmpty { changes.send(.photosRemoved(undone.trashed)) }
        if !undone.changed.isEmpty { changes.send(.photosUpdated(undone.changed)) }
        return undone
    }

    // MARK: - Within a transaction

    private func undo(_ id: Int64?, storing: Bool, _ db: Database) throws -> UndoneChange {
        var found = try UndoableEntry.find(id, db)
        while true {
            if let undone = try undo(found, isLatest: id == nil, storing: storing, db) {
                return undone
            }
            guard id == nil else { throw try UndoableEntry.exhausted(found.step, "undone", db) }
            // What the latest change did was deleted since: the one before it is the latest.
            found = try UndoableEntry.find(nil, before: found.step.id, db)
        }
    }

    /// Undoes a change; nil if nothing of it is left.
    ///
    /// - Parameter isLatest: true if no later change is left, so that none can depend on it.
    private func undo(
        _ found: (step: GalleryJournalEntry, change: JournalEntry), isLatest: Bool, storing: Bool,
        _ db: Database
    ) throws -> UndoneChange? {
        let (step, entry) = found
        var undone = UndoneChange(entry: step)
        try Self.compareTrash(entry, of: step, db, &undone)
        if step.isNoted {
            try Self.compareListings(of: step, db, &undone)
            try Self.compareFacts(of: step, db, &undone)
        }
        let sections = try Self.compareSections(of: step, db, &undone)
        if !isLatest {
            try LaterChanges.check(step, entry, undone, blocking: sections.blocking, db)
        }
        if let refusal = sections.refusal { throw refusal }
        try Self.compareValues(of: step, db, &undone)
        var undoing = JournalEntry(command: "undo", undoes: step.id)
        undoing.faces = try undoFaces(entry.faces, of: step, isDryRun: !storing, db, &undone)
        guard undone.changesSomething else { return nil }
        guard storing else { return undone }
        undoing.isRedoable = true
        undoing.restored = undone.restored.map(\.rawValue)
        undoing.dates = try db.integers(
            """
            SELECT p.dateTrashed FROM json_each(?) e CROSS JOIN photo p ON p.id = e.value
            """, [undone.restored.jsonList])
        undoing.trashed = undone.trashed.map(\.rawValue)
        undoing.takenBack = try Self.takenBack(
            undoing.restored + undoing.trashed + OriginRows.listings.owners(of: step.id, db), db)
        let written = try undoing.write(db)
        undone.id = written
        try Self.note(undone, of: step, entry, in: undoing, number: written, db)
        for photo in undoing.restored {
            _ = try Self.setTrashed([photo], to: nil, db)
            _ = try Self.relist(photo, db)
        }
        try Self.mark(entry.takenBack, db)
        let dates = try Self.formerDates(of: step, entry, db)
        for photo in undoing.trashed {
            _ = try Self.setTrashed([photo], to: dates[photo] ?? Self.now(), db)
        }
        let trashed = Set(undoing.trashed)
        for relisted in entry.relisted where trashed.contains(relisted.photo) {
            try Self.unlist(relisted, db)
        }
        if step.isNoted {
            try Self.revertOrigins(of: step.id, db)
            for rows in OriginRows.all { try rows.mark(in: step.id, db) }
            for photo in undone.brought {
                try db.run(
                    """
                    INSERT INTO takenBack (photoID, journalID, isRemoved) VALUES (?, ?, ?)
                    ON CONFLICT (photoID) DO UPDATE SET journalID = excluded.journalID
                    """, [photo.photo.rawValue, step.id, photo.isRemoved])
            }
            try Self.sortAgain(undone.listings, db)
        }
        try Self.applyValues(undone, of: step, by: written, db)
        if !undone[.posts].isEmpty { try Self.waitAgain(for: step.id, db) }
        if !undone.sections.isEmpty { try Self.applySections(of: step, by: written, db) }
        try db.run(
            "UPDATE journal SET undonePartlyBy = NULL, undoneBy = ? WHERE id = ?",
            [written, step.id])
        return undone
    }

    private func redo(storing: Bool, _ db: Database) throws -> UndoneChange {
        let (undo, undoing, step) = try UndoableEntry.findUndone(db)
        var redone = UndoneChange(entry: step)
        try Self.compareTrash(undoing, of: undo, db, &redone)
        let listed = try OriginRows.listings.owners(of: undo.id, isUndo: true, db)
        let updated = try [OriginRows.facts, .pictures].flatMap {
            try $0.owners(of: undo.id, isUndo: true, db)
        }
        let moved = Set((redone.restored + redone.trashed).map(\.rawValue))
        redone.updated = Set(listed).subtracting(moved).union(updated).sorted()
            .map(PhotoID.init(rawValue:))
        redone.refreshed = try OriginRows.refreshes.owners(of: undo.id, isUndo: true, db)
        if let refusal = try Self.compareSections(of: undo, db, &redone).refusal { throw refusal }
        try Self.compareValues(of: undo, db, &redone)
        _ = try undoFaces(undoing.faces, of: undo, isDryRun: !storing, db, &redone)
        guard redone.changesSomething else {
            throw try UndoableEntry.exhausted(step, "done again", db)
        }
        guard storing else { return redone }
        // Receives the changes of the redo, and is deleted with the undo.
        let scratch = try JournalEntry(command: "redo", undoes: undo.id).write(db)
        if !redone.sections.isEmpty {
            try Self.noteSections(of: undo, in: step.id, db)
            try Self.applySections(of: undo, by: scratch, db)
        }
        try Self.restoreMembers(of: undo.id, db)
        for (photo, date) in zip(undoing.restored, undoing.dates) {
            _ = try Self.setTrashed([photo], to: date, db)
        }
        _ = try Self.setTrashed(undoing.trashed, to: nil, db)
        try Self.revertOrigins(of: undo.id, isUndo: true, db)
        for rows in OriginRows.all { try rows.unmark(in: step.id, undoneBy: undo.id, db) }
        for photo in undoing.restored + undoing.trashed + listed {
            try Self.clearUndoMark(photo, db)
        }
        try Self.mark(undoing.takenBack, db)
        if !redone[.posts].isEmpty { try Self.stopWaitingAgain(for: step.id, db) }
        try Self.applyValues(redone, of: undo, by: scratch, db)
        try db.run(
            """
            UPDATE journal SET undoneBy = NULL, undonePartlyBy = (
                SELECT max(id) FROM journal WHERE undoes = ?1 AND id < ?2) WHERE id = ?1
            """, [step.id, undo.id])
        try db.run("DELETE FROM journal WHERE id IN (?, ?)", [undo.id, scratch])
        return redone
    }

    /// Finds the values, tracks and posts that are still as an entry left them, and the photos of
    /// albums filled by hand.
    private static func compareValues(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        for (kind, value) in JournaledValue.all where entry[kind] > 0 {
            undone.values[kind] = try value.unchanged(since: entry, db)
        }
        if entry[.tracks] > 0 { undone.tracks = try unchangedTracks(of: entry, db) }
        if entry[.posts] > 0 { undone.values[.posts] = try unchangedPosts(of: entry, db) }
        // The sentence of an undo that removed an album does not count its photos.
        if entry[.albums] > 0 || entry.undoes != nil {
            undone.values[.albums] = try AlbumMembers.photos(in: entry.id, db)
        }
    }

    /// Restores the values, tracks, posts and photos of albums before an entry, and records that in
    /// another entry.
    private static func applyValues(
        _ undone: UndoneChange, of entry: GalleryJournalEntry, by undoing: Int64, _ db: Database
    ) throws {
        for (kind, value) in JournaledValue.all where !undone[kind].isEmpty {
            try value.undo(entry, by: undoing, db)
        }
        try applyTracks(undone.tracks, of: entry, by: undoing, db)
        if !undone[.posts].isEmpty { try applyPosts(of: entry, by: undoing, db) }
        if !undone[.albums].isEmpty { try AlbumMembers.undo(entry.id, by: undoing, db) }
    }

    /// Restores the face decisions before a change, unless the photo was deleted.
    private func undoFaces(
        _ faces: JournalEntry.Faces?, of entry: GalleryJournalEntry, isDryRun: Bool,
        _ db: Database, _ undone: inout UndoneChange
    ) throws -> JournalEntry.Faces? {
        guard let faces else { return nil }
        let kept = try ([faces] + (faces.others ?? [])).filter {
            try db.holds("SELECT 1 FROM photo WHERE id = ?", [$0.photo])
        }
        guard !kept.isEmpty else { return nil }
        undone.values[.faces] = kept.map { PhotoID(rawValue: $0.photo) }
        var changes = try kept.map { try undoFaces($0, of: entry, isDryRun: isDryRun, db) }
        var first = changes.removeFirst()
        first.others = changes.isEmpty ? nil : changes
        return first
    }

    /// Finds the photos to restore from the trash and to move to it again.
    private static func compareTrash(
        _ entry: JournalEntry, of summary: GalleryJournalEntry, _ db: Database,
        _ undone: inout UndoneChange
    ) throws {
        let handled =
            summary.isPartlyUndone
            ? try Set(
                ["$.trashed", "$.restored"].flatMap { kind in
                    try db.integers(
                        """
                        SELECT e.value FROM journal j, json_each(j.change, ?2) e
                        WHERE j.undoes = ?1
                        """, [summary.id, kind])
                }) : []
        func photos(_ ids: [Int64], _ condition: String) throws -> [PhotoID] {
            if ids.isEmpty { return [] }
            return try db.photoIDs(
                """
                SELECT p.id FROM json_each(?) e CROSS JOIN photo p ON p.id = e.value
                WHERE p.dateTrashed \(condition)
                """, [ids.filter { !handled.contains($0) }.jsonList])
        }
        undone.restored = try photos(entry.trashed, "IS NOT NULL")
        undone.trashed = try photos(entry.restored, "IS NULL")
    }

    /// When the photos had been moved to the trash that an entry restored.
    private static func formerDates(
        of step: GalleryJournalEntry, _ entry: JournalEntry, _ db: Database
    ) throws -> [Int64: Int64] {
        enum Column: Int, StatementColumns { case photoID, dateTrashed }
        let listed = try Column.all(
            """
            SELECT \(Column.selection) FROM journalListing
            WHERE journalID = ? AND wasThere = 0 AND dateTrashed IS NOT NULL
            """, [step.id], db
        ) { ($0.integer(.photoID), $0.integer(.dateTrashed)) }
        return Dictionary(listed + zip(entry.restored, entry.dates)) { $1 }
    }

    // MARK: - Metadata, pictures and refreshes from origins

    /// Finds the metadata, pictures and refreshes to restore.
    private static func compareFacts(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        let photos = try [OriginRows.facts, .pictures].flatMap { try $0.owners(of: entry.id, db) }
        undone.updated = Set(photos).sorted().map(PhotoID.init(rawValue:))
        undone.refreshed = try OriginRows.refreshes.owners(of: entry.id, db)
        // Their photos can have other dates.
        undone.listings.formUnion(
            try db.integers(
                """
                SELECT DISTINCT m.sectionID FROM journalPhoto j
                CROSS JOIN membership m ON m.photoID = j.photoID
                CROSS JOIN section s ON s.id = m.sectionID AND s.kind = ?2
                WHERE j.journalID = ?1 AND j.isUndone = 0
                """, [entry.id, SectionKind.campaign.rawValue]))
    }

    /// Records the state before an undo in its entry.
    private static func note(
        _ undone: UndoneChange, of step: GalleryJournalEntry, _ entry: JournalEntry,
        in undoing: JournalEntry, number: Int64, _ db: Database
    ) throws {
        try noteSections(of: step, in: number, db)
        for section in undone.listings where try isSorted(section, db) {
            let isNoted = try db.holds(
                "SELECT 1 FROM journalMember WHERE journalID = ? AND sectionID = ? LIMIT 1",
                [number, section])
            if !isNoted { try SectionRecord.noteMembers(section, in: number, db) }
        }
        func noteListings(of change: Int64, _ condition: String, _ photo: Int64?) throws {
            try db.run(
                """
                INSERT INTO journalListing (journalID, photoID, sectionID, wasThere, wasListed,
                    dateGone, queryRevision, isUndone, ordinal, dateAdded)
                SELECT ?2, j.photoID, j.sectionID, 1, m.photoID IS NOT NULL, m.dateGone,
                    m.queryRevision, 1, m.ordinal, m.dateAdded
                FROM journalListing j CROSS JOIN section s ON s.id = j.sectionID
                LEFT JOIN membership m ON m.sectionID = j.sectionID AND m.photoID = j.photoID
                WHERE j.journalID = ?1 AND \(condition) ON CONFLICT DO NOTHING
                """, StatementArguments([change, number] + (photo.map { [$0] } ?? [])))
        }
        let restored = Set(undoing.restored)
        let relisted = undoing.takenBack.filter { restored.contains($0.photo) } + entry.relisted
        for photo in relisted {
            try noteListings(of: photo.change, "j.photoID = ?3 AND j.wasListed = 0", photo.photo)
        }
        guard step.isNoted else { return }
        try noteListings(of: step.id, "j.isUndone = 0", nil)
        let arguments: StatementArguments = [step.id, number]
        try withOriginMetadata(
            of: "SELECT photoID FROM journalPhoto WHERE journalID = ?", [step.id], db
        ) {
            try db.run(
                """
                INSERT INTO journalPhoto (journalID, photoID, isUndone, \(PhotoRecord.originList),
                    json)
                SELECT ?2, p.id, 1, \(PhotoRecord.originList), r.json
                FROM photo p LEFT JOIN photoRaw r ON r.photoID = p.id WHERE p.id IN (
                    SELECT photoID FROM journalPhoto WHERE journalID = ?1 AND isUndone = 0)
                """, arguments)
        }
        try db.run(
            """
            INSERT INTO journalPicture (journalID, photoID, size, isUndone, state, fileID, message,
                secret, date)
            SELECT ?2, j.photoID, j.size, 1, p.state, p.fileID, p.message, p.secret, p.date
            \(OriginRows.pictures.rows(
                "LEFT JOIN picture p ON p.photoID = j.photoID AND p.size = j.size"))
            """, arguments)
        try db.run(
            """
            INSERT INTO journalRefresh (journalID, sectionID, isUndone, query, queryRevision,
                dateRefreshed, found)
            SELECT ?2, o.id, 1, o.query, o.queryRevision, o.dateRefreshed, o.found
            \(OriginRows.refreshes.rows())
            """, arguments)
    }

    /// Restores the data that the rows of an entry contain.
    ///
    /// - Parameter isUndo: true for the entry of an undo, whose listings are complete memberships.
    private static func revertOrigins(
        of entry: Int64, isUndo: Bool = false, _ db: Database
    ) throws {
        let listings = OriginRows.listings.rows(ofUndo: isUndo)
        let facts = OriginRows.facts.rows(ofUndo: isUndo)
        let pictures = OriginRows.pictures.rows(ofUndo: isUndo)
        let refreshes = OriginRows.refreshes.rows(ofUndo: isUndo)
        let pairs = "SELECT j.sectionID, j.photoID \(listings)"
        let statements = [
            """
            UPDATE membership SET (dateGone, queryRevision) = (
                SELECT l.dateGone, l.queryRevision FROM journalListing l
                WHERE l.journalID = ?1 AND l.photoID = membership.photoID
                    AND l.sectionID = membership.sectionID)
            WHERE (sectionID, photoID) IN (\(pairs) AND j.wasListed = 1)
            """,
            """
            INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, dateGone, queryRevision,
                isTrashed)
            SELECT j.sectionID, j.ordinal, j.photoID, j.dateAdded, j.dateGone, j.queryRevision,
                o.dateTrashed IS NOT NULL
            \(listings) AND j.wasListed = 1 AND j.ordinal IS NOT NULL
                AND EXISTS (SELECT 1 FROM section WHERE id = j.sectionID)
                AND NOT EXISTS (SELECT 1 FROM membership m
                    WHERE m.sectionID = j.sectionID AND m.photoID = j.photoID)
            """,
            """
            DELETE FROM membershipGap WHERE (sectionID, ordinal) IN (
                SELECT m.sectionID, m.ordinal
                \(OriginRows.listings.rows(
                    "JOIN membership m ON m.sectionID = j.sectionID AND m.photoID = j.photoID",
                    ofUndo: isUndo)))
            """,
            "DELETE FROM membership WHERE (sectionID, photoID) IN (\(pairs) AND j.wasListed = 0)",
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
            WHERE id IN (SELECT j.sectionID \(refreshes))
            """,
        ]
        for statement in statements { try db.run(statement, [entry]) }
        try withOriginMetadata(of: "SELECT j.photoID \(facts)", [entry], db) {
            try db.run(
                """
                UPDATE photo SET (\(PhotoRecord.originList)) = (
                    SELECT \(PhotoRecord.originList) FROM journalPhoto
                    WHERE journalID = ?1 AND photoID = photo.id)
                WHERE id IN (SELECT j.photoID \(facts))
                """, [entry])
        }
        try db.run("DELETE FROM photoRaw WHERE photoID IN (SELECT j.photoID \(facts))", [entry])
        try db.run(
            """
            INSERT INTO photoRaw (photoID, json)
            SELECT j.photoID, j.json \(facts) AND j.json IS NOT NULL
            """, [entry])
    }
}
