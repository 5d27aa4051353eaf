import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// A row of a section whose photos are put into order.
    private enum OrderColumn: Int, StatementColumns {
        case photoID, ordinal, dateUploaded
    }

    /// Puts a section's photos into the order of when they were uploaded, the newest first.
    ///
    /// Those of the same second stand as they are listed, those that do not tell when come last. What stands in
    /// order writes nothing.
    ///
    /// - Parameter listed: the photos in the order of their origin.
    package func arrangeNewestFirst(
        _ section: PhotoSection, listed: [PhotoID]
    ) throws(CatalogError) {
        let ranks = Dictionary(
            listed.enumerated().map { ($0.element.rawValue, $0.offset) }, uniquingKeysWith: min)
        if try read({ try Self.moves(in: section.id, ranks, $0) }).isEmpty { return }
        try write { db in try Self.arrange(section.id, ranks, db: db) }
    }

    /// Puts sections that stand in that order into it again, after a change was taken back.
    static func arrangeAgain(_ sections: Set<Int64>, _ db: Database) throws {
        for section in sections {
            let query = try String.fetchOne(
                db.cachedStatement(sql: "SELECT query FROM section WHERE id = ?"),
                arguments: [section]
            ).map { try JSONText.decode(SectionQuery.self, from: $0.utf8) }
            if query?.isNewestFirst == true { try arrange(section, db: db) }
        }
    }

    /// Puts the photos of a section into that order.
    static func arrange(
        _ sectionID: Int64, _ ranks: [Int64: Int] = [:], db: Database
    ) throws {
        let moves = try Self.moves(in: sectionID, ranks, db)
        // No two photos may have an ordinal, not in between either.
        for move in moves {
            try db.cachedStatement(
                sql: "UPDATE membership SET ordinal = ? WHERE sectionID = ? AND photoID = ?"
            ).execute(arguments: [-move.ordinal, sectionID, move.photo])
        }
        for move in moves {
            try db.cachedStatement(
                sql: "UPDATE membership SET ordinal = ? WHERE sectionID = ? AND photoID = ?"
            ).execute(arguments: [move.ordinal, sectionID, move.photo])
        }
    }

    /// Which photos need another ordinal, and which one.
    private static func moves(
        in sectionID: Int64, _ ranks: [Int64: Int], _ db: Database
    ) throws -> [(photo: Int64, ordinal: Int64)] {
        var rows: [(photo: Int64, ordinal: Int64, date: Int64)] = []
        try db.forEachRow(
            OrderColumn.self,
            """
            SELECT m.photoID, m.ordinal, p.dateUploaded FROM membership m
            JOIN photo p ON p.id = m.photoID WHERE m.sectionID = ? ORDER BY m.ordinal
            """, [sectionID]
        ) { row in
            rows.append(
                (
                    row.integer(.photoID), row.integer(.ordinal),
                    row.isNull(.dateUploaded) ? .min : row.integer(.dateUploaded)
                ))
            return true
        }
        // Sorting is stable: what neither date nor listing tells apart stays as it is.
        let sorted = rows.sorted { left, right in
            if left.date != right.date { return left.date > right.date }
            return (ranks[left.photo] ?? .max) < (ranks[right.photo] ?? .max)
        }
        return zip(sorted, rows).compactMap { wanted, there in
            wanted.photo == there.photo ? nil : (wanted.photo, there.ordinal)
        }
    }
}
