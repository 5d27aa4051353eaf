import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
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
    package func recordQuery(
        _ query: SectionQuery, of sectionID: Int64
    ) throws(CatalogError) {
        try write { db in
            let old = try String.fetchOne(
                db, sql: "SELECT query FROM section WHERE id = ?", arguments: [sectionID]
            ).map { try JSONText.decode(SectionQuery.self, from: $0.utf8) }
            let kept = old.map(query.keeping) ?? query
            if kept == old { return }
            try db.execute(
                sql: """
                    UPDATE section SET query = ?, queryRevision = queryRevision + ? WHERE id = ?
                    """,
                arguments: [
                    try JSONText.encode(kept), old.map(query.asksForTheSame) == true ? 0 : 1,
                    sectionID,
                ])
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
}
