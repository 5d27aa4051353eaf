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
    /// - Throws: `notUndoable` with the reason.
    static func compareSections(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        enum Column: Int, StatementColumns {
            case sectionID, beforeKind, beforeName, afterKind, afterName
            case isPresent, isUnchanged, isTaken
        }
        let ids: [Int64] = try Column.all(
            """
            SELECT j.sectionID, j.before ->> 'kind' AS beforeKind, j.before ->> 'name' AS beforeName,
                j.after ->> 'kind' AS afterKind, j.after ->> 'name' AS afterName,
                s.id IS NOT NULL AS isPresent,
                s.name IS j.after ->> 'name' AND s.filter IS j.after ->> 'filter' AS isUnchanged,
                EXISTS (SELECT 1 FROM section o WHERE o.kind = j.before ->> 'kind'
                    AND o.nameKey = j.before ->> 'nameKey' AND o.id <> j.sectionID) AS isTaken
            \(sections(of: entry)) ORDER BY j.sectionID
            """, [], db
        ) { row in
            func reference(_ kind: Column, _ name: Column) -> SectionReference? {
                row.isNull(kind) ? nil : row.section(kind, name)
            }
            let section = UndoneSection(
                now: reference(.beforeKind, .beforeName), before: reference(.afterKind, .afterName))
            let name = section.reference.text
            if row.boolean(.isTaken) {
                throw notUndoable(
                    entry,
                    "a section '\(name)' already exists: "
                        + (section.reference.kind == .album
                            ? "rename it with 'gallery album rename'"
                            : "remove it with 'gallery section remove'"))
            }
            if !row.boolean(.isUnchanged) {
                throw notUndoable(
                    entry,
                    "'\(section.before?.text ?? name)' was "
                        + (row.boolean(.isPresent) ? "changed" : "removed")
                        + " since; undo the later changes first")
            }
            undone.sections.append(section)
            return row.integer(.sectionID)
        }
        let taken = undone.sections.compactMap { $0.isNamed ? nil : $0.before }
        if let found = try albumReferring(to: taken, except: ids, db) {
            throw notUndoable(
                entry,
                "'\(found.album.text)' refers to '\(found.section.text)': delete that album first"
            )
        }
    }

    private static func notUndoable(
        _ entry: GalleryJournalEntry, _ reason: String
    ) -> CatalogError {
        CatalogError(.notUndoable, "\(entry.title) cannot be undone: \(reason)")
    }

    /// Restores the sections of an entry with their members, and records that in the entry of the
    /// undo.
    ///
    /// - Throws: `refusedSection` if an album would contain itself.
    static func applySections(
        of entry: GalleryJournalEntry, by undoing: Int64, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO journalSection
            SELECT ?, j.sectionID, j.after, j.before \(sections(of: entry))
            """, [undoing])
        try db.run(
            """
            DELETE FROM section WHERE id IN (
                SELECT sectionID FROM journalSection WHERE journalID = ? AND after IS NULL)
            """, [undoing])
        try db.run(
            """
            UPDATE section SET name = j.after ->> 'name', nameKey = j.after ->> 'nameKey',
                filter = j.after ->> 'filter' FROM journalSection j
            WHERE j.journalID = ? AND j.sectionID = section.id AND j.after IS NOT NULL
            """, [undoing])
        try db.run(
            """
            INSERT INTO section (id, \(SectionRecord.columns.joined(separator: ", ")))
            SELECT j.sectionID, \(SectionRecord.columns.map { "j.after ->> '\($0)'" }
                .joined(separator: ", "))
            FROM journalSection j WHERE j.journalID = ? AND j.before IS NULL
            """, [undoing])
        try restoreMembers(of: entry.id, db)
        try checkAlbums(db)
    }

    /// Restores the members of an entry's sections; the ordinals of deleted photos stay empty.
    private static func restoreMembers(of entry: Int64, _ db: Database) throws {
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
    /// without sections that it created and to which others added photos since.
    private static func sections(of entry: GalleryJournalEntry) -> String {
        """
        FROM journalSection j LEFT JOIN section s ON s.id = j.sectionID
        WHERE \(entry.isLeft(in: "journalSection", key: "sectionID"))
            AND NOT (j.before IS NULL AND EXISTS (
                SELECT 1 FROM membership m
                WHERE m.sectionID = j.sectionID AND NOT EXISTS (SELECT 1 FROM journalListing l
                    WHERE l.journalID = j.journalID AND l.photoID = m.photoID
                        AND l.sectionID = j.sectionID)))
        """
    }

    // MARK: - Listings and delistings of photos

    /// Finds the listings to restore; those changed by later commands are left unchanged.
    ///
    /// A photo that the command added, or that an earlier undo moved to the trash, is moved to the
    /// trash unless another command listed it since.
    static func compareListings(
        of entry: GalleryJournalEntry, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        enum Column: Int, StatementColumns {
            case photoID, sectionID, isBrought, wasListed, isListed, isMarked, isTrashed, isChanged
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
                \(OriginRows.listings.isChanged) AS isChanged,
                EXISTS (SELECT 1 FROM membership e WHERE e.photoID = j.photoID
                    AND NOT EXISTS (SELECT 1 FROM journalListing k
                        WHERE k.journalID = j.journalID AND k.photoID = j.photoID
                            AND k.sectionID = e.sectionID AND k.wasListed = 0)) AS isElsewhere
            \(rows) ORDER BY j.photoID, j.sectionID
            """, [entry.id], db
        ) { row in
            let photo = row.photoID(.photoID)
            if row.boolean(.isChanged) {
                undone.kept.append(photo)
                return
            }
            undone.listings.insert(row.integer(.sectionID))
            if row.boolean(.wasListed) {
                if row.boolean(.isListed), row.boolean(.isMarked) { undone.listed.append(photo) }
                return
            }
            let leaves = row.boolean(.isBrought) && !row.boolean(.isElsewhere)
            if row.boolean(.isBrought) { undone.brought.append((photo, row.boolean(.isTrashed))) }
            if leaves, !row.boolean(.isTrashed) {
                undone.trashed.append(photo)
            } else if !leaves, row.boolean(.isListed) {
                undone.unlisted.append(photo)
            }
        }
    }

    /// Lists a photo that is restored from the trash in the sections of the undone change that had
    /// added it.
    ///
    /// - Returns: the data to reverse that; nil if no such change was undone.
    static func relist(_ photo: Int64, _ db: Database) throws -> JournalEntry.Relisted? {
        enum Column: Int, StatementColumns { case sectionID, journalID, isRemoved }
        var relisted: JournalEntry.Relisted?
        var sections: [Int64] = []
        try Column.forEach(
            """
            SELECT l.sectionID, t.journalID, t.isRemoved FROM takenBack t
            CROSS JOIN journalListing l ON l.journalID = t.journalID AND l.photoID = t.photoID
            JOIN section s ON s.id = l.sectionID WHERE t.photoID = ? AND l.wasListed = 0
            """, [photo], db
        ) { row in
            sections.append(row.integer(.sectionID))
            relisted = JournalEntry.Relisted(
                photo: photo, change: row.integer(.journalID), isRemoved: row.boolean(.isRemoved))
        }
        for section in sections {
            _ = try append(PhotoID(rawValue: photo), to: section, noting: nil, db)
        }
        try clearUndoMark(photo, db)
        return relisted
    }

    /// Removes a photo that returns to the trash from the sections to which it was restored.
    static func unlist(_ relisted: JournalEntry.Relisted, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM membership WHERE photoID = ?1 AND sectionID IN (
                SELECT sectionID FROM journalListing
                WHERE journalID = ?2 AND photoID = ?1 AND wasListed = 0)
            """, [relisted.photo, relisted.change])
        try db.run(
            """
            INSERT INTO takenBack (photoID, journalID, isRemoved) VALUES (?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [relisted.photo, relisted.change, relisted.isRemoved])
    }

    /// True if a photo is in the trash only because the change that added it was undone; clears
    /// that record.
    static func isRestoredByCommand(_ photo: Int64, _ db: Database) throws -> Bool {
        try db.run("DELETE FROM takenBack WHERE photoID = ? AND isRemoved = 0", [photo])
        return db.changesCount > 0
    }

    /// Clears the record that a photo is in the trash because of an undo.
    static func clearUndoMark(_ photo: Int64, _ db: Database) throws {
        try db.run("DELETE FROM takenBack WHERE photoID = ?", [photo])
    }
}
