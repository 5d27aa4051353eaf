import GRDB
import GalleryModel

/// Taking back that photos were marked as gone: that their origin no longer lists them.
extension PhotoCatalog {
    /// Finds the photos whose mark goes, and those that a later command listed or marked anew.
    static func compareMarks(
        of entry: JournalSummary, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        enum Column: Int, StatementColumns {
            case value, isGone
        }
        guard let section = try markedSection(of: entry, db) else { return }
        let later = try photosMarked(after: entry, db)
        let handled = entry.isPartlyUndone ? try photosListed(undoing: entry, db) : []
        try db.forEachRow(
            Column.self,
            """
            SELECT e.value, m.dateGone IS NOT NULL AS isGone FROM journal j, json_each(j.change, '$.gone') e
            JOIN membership m ON m.sectionID = ? AND m.photoID = e.value
            WHERE j.id = ?
            """, [section, entry.id]
        ) { row in
            let id = row.integer(.value)
            if handled.contains(id) { return true }
            if row.boolean(.isGone), !later.contains(id) {
                undone.listed.append(PhotoID(rawValue: id))
            } else {
                undone.kept.append(PhotoID(rawValue: id))
            }
            return true
        }
    }

    /// Takes the marks away.
    static func takeMarks(
        _ photos: [PhotoID], of entry: JournalSummary, _ db: Database
    ) throws {
        guard !photos.isEmpty, let section = try markedSection(of: entry, db) else { return }
        for photo in photos {
            try db.cachedStatement(
                sql: "UPDATE membership SET dateGone = NULL WHERE sectionID = ? AND photoID = ?"
            ).execute(arguments: [section, photo.rawValue])
        }
    }

    /// The section that an entry is about; nil where it is about none.
    private static func markedSection(of entry: JournalSummary, _ db: Database) throws -> Int64? {
        guard let reference = entry.section.map(SectionReference.init(text:)) else { return nil }
        return try Int64.fetchOne(
            db, sql: "SELECT id FROM section WHERE kind = ? AND nameKey = ?",
            arguments: [reference.kind?.rawValue, reference.key])
    }

    /// The photos whose mark went when the entry was taken back in part.
    private static func photosListed(
        undoing entry: JournalSummary, _ db: Database
    ) throws -> Set<Int64> {
        try Set(
            db.integers(
                """
                SELECT l.value FROM journal u, json_each(u.change, '$.listed') l WHERE u.undoes = ?
                """, [entry.id]))
    }

    /// The photos of the entry's section that later commands marked, as far as that was not taken back.
    private static func photosMarked(
        after entry: JournalSummary, _ db: Database
    ) throws -> Set<Int64> {
        try Set(
            db.integers(
                """
                SELECT e.value FROM journal j, json_each(j.change, '$.gone') e
                WHERE j.id > ? AND j.gone > 0 AND j.undoneBy IS NULL AND j.section = ?
                """, [entry.id, entry.section]))
    }
}
