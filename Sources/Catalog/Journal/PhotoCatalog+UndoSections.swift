import GRDB
package import GalleryModel

/// The effect of an undo on a section.
package struct UndoneSection: Hashable, Sendable {
    /// Its name after the undo; nil if it is removed.
    package var now: SectionReference?
    /// Its name before the undo; nil if it did not exist.
    package var before: SectionReference?

    /// The name to show to the user.
    package var reference: SectionReference { now ?? before ?? .camera }

    /// True if the undo keeps its name.
    fileprivate var isNamed: Bool { now?.kind == before?.kind && now?.key == before?.key }

    /// The change for listeners; nil if only an album's query changes.
    var change: GalleryChange? {
        switch (before, now) {
        case (nil, let now?): .sectionAdded(now)
        case (let before?, nil): .sectionRemoved(before)
        case (let before?, let now?) where before != now: .sectionRenamed(before, to: now)
        default: nil
        }
    }
}

/// Undoes the creation, renaming and removal of sections, and listings of photos.
extension PhotoCatalog {
    /// Finds the sections to restore: all of an entry's sections, or the undo fails.
    ///
    /// - Returns: the sections of others that prevent it, and the error to throw unless a later
    ///   change is known to be the reason.
    static func compareSections(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws -> (blocking: [Int64], refusal: CatalogError?) {
        enum Column: Int, StatementColumns {
            case sectionID, beforeKind, beforeName, afterKind, afterName, isUnchanged, taken
        }
        if entry[.sections] == 0 { return ([], nil) }
        var blocking: [Int64] = []
        var reason: String?
        let ids: [Int64] = try Column.all(
            """
            SELECT j.sectionID, j.before ->> 'kind' AS beforeKind, j.before ->> 'name' AS beforeName,
                j.after ->> 'kind' AS afterKind, j.after ->> 'name' AS afterName,
                s.name IS j.after ->> 'name' AS isUnchanged,
                (SELECT o.id FROM section o WHERE o.kind = j.before ->> 'kind'
                    AND o.nameKey = j.before ->> 'nameKey' AND o.id <> j.sectionID) AS taken
            \(sections(of: entry)) ORDER BY j.sectionID
            """, [], db
        ) { row in
            func reference(_ kind: Column, _ name: Column) -> SectionReference? {
                row.isNull(kind) ? nil : row.section(kind, name)
            }
            let section = UndoneSection(
                now: reference(.beforeKind, .beforeName), before: reference(.afterKind, .afterName))
            let name = section.reference.text
            if let taken = row.optionalNumber(.taken) {
                blocking.append(taken)
                reason =
                    "a section '\(name)' already exists: "
                    + (section.reference.kind == .album
                        ? "rename it with 'gallery album rename'"
                        : "remove it with 'gallery section remove'")
            } else if !row.boolean(.isUnchanged) {
                reason =
                    "'\(section.before?.text ?? name)' was changed or removed since; undo the "
                    + "later changes first"
            }
            undone.sections.append(section)
            return row.integer(.sectionID)
        }
        let taken = undone.sections.compactMap { $0.isNamed ? nil : $0.before }
        // An album that no later change made referred to the section before it existed.
        if let found = try albumReferring(to: taken, except: ids, db) {
            blocking += try db.integers(
                "SELECT id FROM section WHERE kind = ? AND nameKey = ?",
                [SectionKind.album.rawValue, found.album.key])
        }
        return (
            blocking,
            reason.map { CatalogError(.notUndoable, "\(entry.title()) cannot be undone: \($0)") }
        )
    }

    /// Records the sections that the undo of an entry changes, with the members of those that it
    /// removes, as what they were before the change of another entry.
    static func noteSections(
        of entry: GalleryJournalEntry, in other: Int64, _ db: Database
    ) throws {
        if entry[.sections] == 0 { return }
        enum Column: Int, StatementColumns { case sectionID, isRemoved }
        let found: [(id: Int64, isRemoved: Bool)] = try Column.all(
            """
            SELECT j.sectionID, j.before IS NULL AS isRemoved \(sections(of: entry))
                AND s.id IS NOT NULL
            """, [], db
        ) { ($0.integer(.sectionID), $0.boolean(.isRemoved)) }
        for section in found {
            try SectionRecord.note(.before, section.id, in: other, db)
            if section.isRemoved { try SectionRecord.noteMembers(section.id, in: other, db) }
        }
    }

    /// Restores the sections of an entry with their members, and records that in another entry.
    ///
    /// - Throws: `refusedSection` if an album would contain itself.
    static func applySections(
        of entry: GalleryJournalEntry, by undoing: Int64, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO journalSection
            SELECT ?, j.sectionID, j.after, j.before \(sections(of: entry))
            ON CONFLICT (journalID, sectionID) DO UPDATE SET after = excluded.after
            """, [undoing])
        try db.run(
            """
            DELETE FROM section WHERE id IN (
                SELECT sectionID FROM journalSection WHERE journalID = ? AND after IS NULL)
            """, [undoing])
        // The cover can be a photo that was deleted since.
        let cover = "(SELECT id FROM photo WHERE id = j.after ->> 'cover')"
        try db.run(
            """
            UPDATE section SET name = j.after ->> 'name', nameKey = j.after ->> 'nameKey',
                filter = j.after ->> 'filter', cover = \(cover) FROM journalSection j
            WHERE j.journalID = ? AND j.sectionID = section.id AND j.after IS NOT NULL
            """, [undoing])
        let values = SectionRecord.columns.map { $0 == "cover" ? cover : "j.after ->> '\($0)'" }
        try db.run(
            """
            INSERT INTO section (id, \(SectionRecord.columns.joined(separator: ", ")))
            SELECT j.sectionID, \(values.joined(separator: ", ")) FROM journalSection j
            WHERE j.journalID = ? AND j.after IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM section WHERE id = j.sectionID)
            """, [undoing])
        try restoreMembers(of: entry.id, db)
        try checkAlbums(db)
    }

    /// Restores the members of an entry's sections; the ordinals of deleted photos stay empty.
    static func restoreMembers(of entry: Int64, _ db: Database) throws {
        for table in ["membership", "membershipGap"] {
            try db.run(
                """
                DELETE FROM \(table) WHERE sectionID IN (
                    SELECT sectionID FROM journalMember WHERE journalID = ?)
                """, [entry])
        }
        try db.run(
            """
            INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, dateGone, queryRevision,
                isTrashed)
            SELECT m.sectionID, m.ordinal, m.photoID, m.dateAdded, m.dateGone, m.queryRevision,
                p.dateTrashed IS NOT NULL
            FROM journalMember m CROSS JOIN photo p ON p.id = m.photoID WHERE m.journalID = ?
            """, [entry])
        try db.run(
            """
            INSERT INTO membershipGap SELECT m.sectionID, m.ordinal FROM journalMember m
            WHERE m.journalID = ? AND NOT EXISTS (SELECT 1 FROM photo WHERE id = m.photoID)
            """, [entry])
        try db.run("DELETE FROM journalMember WHERE journalID = ?", [entry])
    }

    /// The sections `j` of an entry that were not undone yet, with their current values `s`;
    /// without sections that a change created and to which others added photos since.
    private static func sections(of entry: GalleryJournalEntry) -> String {
        let isFilled = """
            j.before IS NULL AND s.kind <> 'album' AND EXISTS (
                SELECT 1 FROM membership m
                WHERE m.sectionID = j.sectionID AND NOT EXISTS (SELECT 1 FROM journalListing l
                    WHERE l.journalID = j.journalID AND l.photoID = m.photoID
                        AND l.sectionID = j.sectionID))
            """
        return """
            FROM journalSection j LEFT JOIN section s ON s.id = j.sectionID
            WHERE \(entry.isLeft(in: "journalSection", key: "sectionID"))
                \(entry.undoes == nil ? "AND (\(isFilled)) IS NOT 1" : "")
            """
    }

    // MARK: - Listings and delistings of photos

    /// Finds the listings to restore.
    ///
    /// A photo that the command added, or that an earlier undo moved to the trash, is moved to the
    /// trash unless another command listed it since. Albums filled by hand do not list photos.
    static func compareListings(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        enum Column: Int, StatementColumns {
            case photoID, sectionID, isBrought, wasListed, isListed, isMarked, isTrashed
            case isElsewhere
        }
        let rows = OriginRows.listings.rows(
            "LEFT JOIN membership m ON m.sectionID = j.sectionID AND m.photoID = j.photoID")
        try Column.forEach(
            """
            SELECT j.photoID, j.sectionID, j.wasThere = 0
                    OR EXISTS (SELECT 1 FROM takenBack WHERE photoID = j.photoID) AS isBrought,
                j.wasListed, m.photoID IS NOT NULL AS isListed,
                m.dateGone IS NOT j.dateGone AS isMarked, o.dateTrashed IS NOT NULL AS isTrashed,
                EXISTS (SELECT 1 FROM membership e JOIN section s ON s.id = e.sectionID
                    WHERE e.photoID = j.photoID AND s.kind <> 'album'
                        AND NOT EXISTS (SELECT 1 FROM journalListing k
                            WHERE k.journalID = j.journalID AND k.photoID = j.photoID
                                AND k.sectionID = e.sectionID AND k.wasListed = 0)) AS isElsewhere
            \(rows) ORDER BY j.photoID, j.sectionID
            """, [entry.id], db
        ) { row in
            let photo = row.photoID(.photoID)
            undone.listings.insert(row.integer(.sectionID))
            if row.boolean(.wasListed) {
                if row.boolean(.isListed), row.boolean(.isMarked) { undone.listed.append(photo) }
                return
            }
            let leaves = row.boolean(.isBrought) && !row.boolean(.isElsewhere)
            if row.boolean(.isBrought) { undone.brought.append((photo, row.boolean(.isTrashed))) }
            if leaves { undone.leaving.append(photo) }
            if leaves, !row.boolean(.isTrashed) {
                // The rows of a photo follow each other.
                if undone.trashed.last != photo { undone.trashed.append(photo) }
            } else if !leaves, row.boolean(.isListed) {
                undone.unlisted.append(photo)
            }
        }
    }

    /// Lists a photo that is restored from the trash in the sections of the undone change that had
    /// added it.
    ///
    /// - Returns: the data to reverse that; nil if no such change was undone.
    static func relist(_ photo: Int64, _ db: Database) throws -> JournalEntry.TakenBack? {
        let sections = try db.integers(
            """
            SELECT l.sectionID FROM takenBack t
            CROSS JOIN journalListing l ON l.journalID = t.journalID AND l.photoID = t.photoID
            JOIN section s ON s.id = l.sectionID WHERE t.photoID = ? AND l.wasListed = 0
            """, [photo])
        let relisted = sections.isEmpty ? nil : try takenBack([photo], db).first
        for section in sections {
            _ = try append(PhotoID(rawValue: photo), to: section, noting: nil, db)
        }
        try clearUndoMark(photo, db)
        return relisted
    }

    /// Removes a photo that returns to the trash from the sections to which it was restored.
    static func unlist(_ relisted: JournalEntry.TakenBack, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM membership WHERE photoID = ?1 AND sectionID IN (
                SELECT sectionID FROM journalListing
                WHERE journalID = ?2 AND photoID = ?1 AND wasListed = 0)
            """, [relisted.photo, relisted.change])
        try mark([relisted], db)
    }

    /// True if a photo is in the trash only because the change that added it was undone; clears
    /// that record.
    static func isRestoredByCommand(_ photo: Int64, _ db: Database) throws -> Bool {
        try db.run("DELETE FROM takenBack WHERE photoID = ? AND isRemoved = 0", [photo])
        return db.changesCount > 0
    }

    /// The records of photos that are in the trash, or leave with their last section, because of an
    /// undo.
    static func takenBack(_ photos: [Int64], _ db: Database) throws -> [JournalEntry.TakenBack] {
        enum Column: Int, StatementColumns { case photoID, journalID, isRemoved }
        if photos.isEmpty { return [] }
        return try Column.all(
            """
            SELECT \(Column.selection) FROM takenBack
            WHERE photoID IN (SELECT value FROM json_each(?))
            """, [photos.jsonList], db
        ) { row in
            JournalEntry.TakenBack(
                photo: row.integer(.photoID), change: row.integer(.journalID),
                isRemoved: row.boolean(.isRemoved))
        }
    }

    /// Restores such records, unless the photo was deleted or has one.
    static func mark(_ photos: [JournalEntry.TakenBack], _ db: Database) throws {
        for photo in photos {
            try db.run(
                """
                INSERT INTO takenBack (photoID, journalID, isRemoved)
                SELECT id, ?2, ?3 FROM photo WHERE id = ?1 ON CONFLICT DO NOTHING
                """, [photo.photo, photo.change, photo.isRemoved])
        }
    }

    /// Clears the record that a photo is in the trash because of an undo.
    static func clearUndoMark(_ photo: Int64, _ db: Database) throws {
        try db.run("DELETE FROM takenBack WHERE photoID = ?", [photo])
    }
}
