import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    private static let sectionColumns = """
        s.id, s.kind, s.name, s.query, s.dateRefreshed, s.found,
        s.lastOrdinal - (SELECT count(*) FROM membership m WHERE m.sectionID = s.id AND m.isTrashed = 1)
            - (SELECT count(*) FROM membershipGap g WHERE g.sectionID = s.id)
        """

    /// Every section: the camera, then the others in the order in which they were made.
    package func sections() throws(CatalogError) -> [PhotoSection] {
        try read { db in
            var sections: [PhotoSection] = []
            try db.forEachRow("SELECT \(Self.sectionColumns) FROM section s ORDER BY s.id") { row in
                sections.append(try Self.section(row))
                return true
            }
            return sections
        }
    }

    /// How many sections there are.
    package func sectionCount() throws(CatalogError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM section") ?? 0 }
    }

    /// How many different photos the sections list.
    package func photoCount() throws(CatalogError) -> Int {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM photo p WHERE p.dateTrashed IS NULL
                    AND EXISTS (SELECT 1 FROM membership m WHERE m.photoID = p.id)
                    """) ?? 0
        }
    }

    /// The section a reference names.
    ///
    /// - Throws: `noSection`; `ambiguousSection` where a bare name fits several kinds.
    package func section(_ reference: SectionReference) throws(CatalogError) -> PhotoSection {
        let found = try read { db in
            var found: [PhotoSection] = []
            try db.forEachRow(
                "SELECT \(Self.sectionColumns) FROM section s WHERE s.nameKey = ? ORDER BY s.id",
                [reference.key]
            ) { row in
                let section = try Self.section(row)
                if reference.kind == nil || section.reference.kind == reference.kind {
                    found.append(section)
                }
                return true
            }
            return found
        }
        guard let first = found.first else {
            throw CatalogError(
                .noSection,
                "there is no section '\(reference.text)': 'gallery sections' lists those there are")
        }
        guard found.count == 1 else {
            let names = found.map { "'\($0.reference.text)'" }.joined(separator: " or ")
            throw CatalogError(
                .ambiguousSection, "'\(reference.text)' names several sections: write \(names)")
        }
        return first
    }

    /// The section of a kind and name, made where there is none.
    package func makeSection(_ reference: SectionReference) throws(CatalogError) -> PhotoSection {
        let isNew = try write { db in
            try db.execute(
                sql: """
                    INSERT INTO section (kind, name, nameKey, dateCreated) VALUES (?, ?, ?, ?)
                    ON CONFLICT (kind, nameKey) DO NOTHING
                    """,
                arguments: [
                    reference.kind?.rawValue, reference.name, reference.key, Self.now(),
                ])
            return db.changesCount > 0
        }
        if isNew { changes.send(.sectionAdded(reference)) }
        return try section(reference)
    }

    /// Stores what a section asks for from now on.
    ///
    /// The wider limit stays where only the limit changes. Where its filters change, photos that came with the old ones are no longer expected in its
    /// listings.
    package func recordQuery(_ query: FlickrQuery, of sectionID: Int64) throws(CatalogError) {
        try write { db in
            let old = try String.fetchOne(
                db, sql: "SELECT query FROM section WHERE id = ?", arguments: [sectionID]
            ).map { try JSONText.decode(FlickrQuery.self, from: $0.utf8) }
            var filters = query
            filters.limit = old?.limit
            filters.size = old?.size
            // Another spelling of the same term asks for the same photos.
            filters.term = old?.term ?? query.term
            var kept = query
            // The same filters with a smaller limit do not narrow what a refresh looks at.
            if let old, filters == old {
                kept.limit = old.limit.flatMap { wide in query.limit.map { max(wide, $0) } }
            }
            try db.execute(
                sql: """
                    UPDATE section SET query = ?, queryRevision = queryRevision + ? WHERE id = ?
                    """,
                arguments: [try JSONText.encode(kept), filters == old ? 0 : 1, sectionID])
        }
    }

    /// Stores that the origin was asked.
    ///
    /// - Parameter found: how many photos the origin claims to have.
    package func recordRefresh(of sectionID: Int64, found: Int?) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: "UPDATE section SET dateRefreshed = ?, found = ? WHERE id = ?",
                arguments: [Self.now(), found, sectionID])
        }
    }

    private static func section(_ row: StatementRow) throws -> PhotoSection {
        PhotoSection(
            id: row.integer(0),
            reference: SectionReference(
                kind: SectionKind(rawValue: row.text(1)), name: row.text(2)),
            count: Int(row.integer(6)),
            query: try row.optionalText(3).map {
                try JSONText.decode(FlickrQuery.self, from: $0.utf8)
            },
            dateRefreshed: row.optionalInteger(4).map { Date(unixSeconds: Int64($0)) },
            found: row.optionalInteger(5))
    }
}
