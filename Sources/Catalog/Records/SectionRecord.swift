import GRDB
import GalleryModel

/// What the journal keeps of a section.
enum SectionRecord {
    /// The columns of `section AS s` as JSON.
    static let json = """
        json_object('kind', s.kind, 'name', s.name, 'nameKey', s.nameKey, 'query', s.query,
            'filter', s.filter, 'dateCreated', s.dateCreated, 'dateRefreshed', s.dateRefreshed,
            'found', s.found, 'queryRevision', s.queryRevision, 'lastOrdinal', s.lastOrdinal)
        """

    /// Notes a section as it is before a change.
    static func noteBefore(_ sectionID: Int64, in entry: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO journalSection (journalID, sectionID, before)
                SELECT ?, s.id, \(json) FROM section s WHERE s.id = ?
                """, arguments: [entry, sectionID])
    }

    /// Notes a section as it is after a change.
    static func noteAfter(_ sectionID: Int64, in entry: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO journalSection (journalID, sectionID, after)
                SELECT ?, s.id, \(json) FROM section s WHERE s.id = ?
                ON CONFLICT (journalID, sectionID) DO UPDATE SET after = excluded.after
                """, arguments: [entry, sectionID])
    }
}

extension PhotoFilter {
    /// Reads what an album finds, as it is stored.
    ///
    /// - Throws: `damaged` for what is no query.
    init(stored text: String) throws {
        do throws(QueryError) { try self.init(text: text) } catch {
            throw CatalogError(
                .damaged,
                "an album asks for '\(text)', which cannot be read (\(error.reason)): restore a backup"
            )
        }
    }
}
