import GRDB
import GalleryModel

extension PhotoCatalog {
    /// The ids of the next photos of a scope.
    ///
    /// - Parameters:
    ///   - cursor: where the last page ended; 0 for the first.
    ///   - limit: photos a page.
    /// - Returns: the ids, and where to go on; nil at the end.
    static func page(
        of scope: PhotoScope, after cursor: Int64, limit: Int, _ db: Database
    ) throws -> (ids: [Int64], next: Int64?) {
        var ids: [Int64] = []
        var last = cursor
        switch scope {
        case .everything:
            ids = try db.integers(
                "SELECT id FROM photo WHERE id > ? AND dateTrashed IS NULL ORDER BY id LIMIT ?",
                [cursor, limit])
            last = ids.last ?? cursor
        case .section(let section):
            enum Column: Int, StatementColumns {
                case photoID, dateGone, ordinal
            }
            let listing = try SectionListing(section, after: cursor, limit: limit, db)
            try db.forEachRow(Column.self, listing.members.sql, listing.members.arguments) { row in
                last = row.integer(.ordinal)
                ids.append(row.integer(.photoID))
                return true
            }
        case .photos(let all):
            ids = all.dropFirst(Int(cursor)).prefix(limit).map(\.rawValue)
            last = cursor + Int64(ids.count)
        }
        return (ids, ids.count < limit ? nil : last)
    }
}
