import GRDB
package import GalleryModel

/// What an undoing does to a section.
package struct UndoneSection: Hashable, Sendable {
    /// What it is called afterwards; nil where it is no more.
    package var now: SectionReference?
    /// What it was called until then; nil where there was none.
    package var before: SectionReference?

    /// The name that a person knows it by.
    package var reference: SectionReference { now ?? before ?? .camera }

    /// Whether the name that it has until then is its own afterwards, too.
    fileprivate var isNamed: Bool { now?.kind == before?.kind && now?.key == before?.key }

    /// What those hear who listen; nil where only an album's query is another one.
    var change: GalleryChange? {
        switch (before, now) {
        case (nil, let now?): .sectionAdded(now)
        case (let before?, nil): .sectionRemoved(before)
        case (let before?, let now?) where before != now: .sectionRenamed(before, to: now)
        default: nil
        }
    }
}

/// Taking back that sections were made, renamed or removed.
extension PhotoCatalog {
    /// Finds what becomes of an entry's sections: all of them are as before, or nothing is taken back.
    ///
    /// - Throws: `notUndoable` with the reason.
    static func compareSections(
        of entry: JournalSummary, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        enum Column: Int, StatementColumns {
            case sectionID, beforeKind, beforeName, afterKind, afterName, isThere, isUnchanged,
                isTaken
        }
        var ids: [Int64] = []
        try db.forEachRow(
            Column.self,
            """
            SELECT j.sectionID, j.before ->> 'kind' AS beforeKind, j.before ->> 'name' AS beforeName,
                j.after ->> 'kind' AS afterKind, j.after ->> 'name' AS afterName,
                s.id IS NOT NULL AS isThere,
                s.name IS j.after ->> 'name' AND s.filter IS j.after ->> 'filter' AS isUnchanged,
                EXISTS (SELECT 1 FROM section o WHERE o.kind = j.before ->> 'kind'
                    AND o.nameKey = j.before ->> 'nameKey' AND o.id <> j.sectionID) AS isTaken
            \(sections(of: entry)) ORDER BY j.sectionID
            """
        ) { row in
            func reference(_ kind: Column, _ name: Column) -> SectionReference? {
                row.isNull(kind)
                    ? nil
                    : SectionReference(
                        kind: SectionKind(rawValue: row.text(kind)), name: row.text(name))
            }
            let section = UndoneSection(
                now: reference(.beforeKind, .beforeName), before: reference(.afterKind, .afterName))
            let name = section.reference.text
            var reason: String?
            if row.boolean(.isTaken) {
                reason =
                    "there is a section '\(name)' by now: "
                    + (section.reference.kind == .album
                        ? "give it another name with 'gallery album rename'"
                        : "'gallery section remove' takes it away")
            } else if !row.boolean(.isUnchanged) {
                reason =
                    "'\(section.before?.text ?? name)' was "
                    + (row.boolean(.isThere) ? "changed" : "removed")
                    + " since; undo the later changes first"
            }
            if let reason { throw notUndoable(entry, reason) }
            undone.sections.append(section)
            ids.append(row.integer(.sectionID))
            return true
        }
        let taken = undone.sections.compactMap { $0.isNamed ? nil : $0.before }
        if let asking = try asking(for: taken, except: ids, db) {
            throw notUndoable(
                entry,
                "'\(asking.album.text)' asks for '\(asking.section.text)': delete that album first")
        }
    }

    private static func notUndoable(_ entry: JournalSummary, _ reason: String) -> CatalogError {
        CatalogError(.notUndoable, "\(entry.title) cannot be taken back: \(reason)")
    }

    /// Brings the sections of an entry back to what they were, members included, and notes that in the
    /// entry of the undoing.
    ///
    /// - Throws: `refusedSection` where an album would find itself.
    static func applySections(
        of entry: JournalSummary, by undoing: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO journalSection
                SELECT ?, j.sectionID, j.after, j.before \(sections(of: entry))
                """, arguments: [undoing])
        try db.execute(
            sql: """
                DELETE FROM section WHERE id IN (
                    SELECT sectionID FROM journalSection WHERE journalID = ? AND after IS NULL)
                """, arguments: [undoing])
        try db.execute(
            sql: """
                UPDATE section SET name = j.after ->> 'name', nameKey = j.after ->> 'nameKey',
                    filter = j.after ->> 'filter'
                FROM journalSection j
                WHERE j.journalID = ? AND j.sectionID = section.id AND j.after IS NOT NULL
                """, arguments: [undoing])
        try db.execute(
            sql: """
                INSERT INTO section (id, kind, name, nameKey, query, filter, dateCreated, dateRefreshed,
                    found, queryRevision, lastOrdinal)
                SELECT j.sectionID, j.after ->> 'kind', j.after ->> 'name', j.after ->> 'nameKey',
                    j.after ->> 'query', j.after ->> 'filter', j.after ->> 'dateCreated',
                    j.after ->> 'dateRefreshed', j.after ->> 'found', j.after ->> 'queryRevision',
                    j.after ->> 'lastOrdinal'
                FROM journalSection j WHERE j.journalID = ? AND j.before IS NULL
                """, arguments: [undoing])
        try restoreMembers(of: entry.id, db)
        try checkAlbums(db)
    }

    /// Lists the photos again that an entry's sections listed; an ordinal whose photo is gone stays empty.
    private static func restoreMembers(of entry: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO membership (sectionID, ordinal, photoID, dateAdded, dateGone, queryRevision,
                    isTrashed)
                SELECT m.sectionID, m.ordinal, m.photoID, m.dateAdded, m.dateGone, m.queryRevision,
                    p.dateTrashed IS NOT NULL
                FROM journalMember m CROSS JOIN photo p ON p.id = m.photoID WHERE m.journalID = ?
                """, arguments: [entry])
        try db.execute(
            sql: """
                INSERT INTO membershipGap SELECT m.sectionID, m.ordinal FROM journalMember m
                WHERE m.journalID = ? AND NOT EXISTS (SELECT 1 FROM photo WHERE id = m.photoID)
                """, arguments: [entry])
        try db.execute(sql: "DELETE FROM journalMember WHERE journalID = ?", arguments: [entry])
    }

    /// The sections `j` of an entry that were not taken back yet, with what they are now, as `s`; without those that
    /// it made and in which others listed photos since.
    private static func sections(of entry: JournalSummary) -> String {
        let handled = """
            AND NOT EXISTS (SELECT 1 FROM journal u
                JOIN journalSection k ON k.journalID = u.id AND k.sectionID = j.sectionID
                WHERE u.undoes = \(entry.id))
            """
        return """
            FROM journalSection j LEFT JOIN section s ON s.id = j.sectionID
            WHERE j.journalID = \(entry.id) \(entry.isPartlyUndone ? handled : "")
                AND NOT (j.before IS NULL AND EXISTS (
                    SELECT 1 FROM membership m
                    WHERE m.sectionID = j.sectionID AND NOT EXISTS (SELECT 1 FROM journalListing l
                        WHERE l.journalID = j.journalID AND l.photoID = m.photoID
                            AND l.sectionID = j.sectionID)))
            """
    }
}
