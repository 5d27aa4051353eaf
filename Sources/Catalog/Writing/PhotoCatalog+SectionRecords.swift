import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The section of a kind and name, made where there is none.
    ///
    /// - Parameter entry: the entry of the journal in which it is noted; nil for none.
    package func makeSection(
        _ reference: SectionReference, noting entry: CommandEntry? = nil
    ) throws(CatalogError) -> PhotoSection {
        let isNew = try write { db in
            try db.execute(
                sql: """
                    INSERT INTO section (kind, name, nameKey, dateCreated) VALUES (?, ?, ?, ?)
                    ON CONFLICT (kind, nameKey) DO NOTHING
                    """,
                arguments: [
                    reference.kind?.rawValue, reference.name, reference.key, Self.now(),
                ])
            guard db.changesCount > 0 else { return false }
            try entry?.noteMade(db.lastInsertedRowID, db)
            return true
        }
        if isNew { changes.send(.sectionAdded(reference)) }
        return try section(reference)
    }

    /// Stores what a section asks for from now on.
    ///
    /// The wider limit stays where only the limit changes. Where its filters change, photos that came with the old ones are no longer expected in its
    /// listings.
    package func recordQuery(
        _ query: SectionQuery, of sectionID: Int64, noting entry: CommandEntry? = nil
    ) throws(CatalogError) {
        try write { db in
            let old = try String.fetchOne(
                db, sql: "SELECT query FROM section WHERE id = ?", arguments: [sectionID]
            ).map { try JSONText.decode(SectionQuery.self, from: $0.utf8) }
            let kept = old.map(query.keeping) ?? query
            if kept == old { return }
            try entry?.noteRefresh(of: sectionID, db)
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

    /// Makes sections of names that no section has, each with what it asks for, in one transaction.
    ///
    /// - Returns: the sections, in the same order.
    /// - Throws: `busy` where another program made one of them meanwhile.
    package func makeSections(
        _ new: [(reference: SectionReference, query: SectionQuery)],
        noting entry: CommandEntry? = nil
    ) throws(CatalogError) -> [PhotoSection] {
        let ids = try write { db in
            try new.map { section in
                try db.cachedStatement(
                    sql: """
                        INSERT INTO section (kind, name, nameKey, dateCreated, query, queryRevision)
                        VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT (kind, nameKey) DO NOTHING
                        """
                ).execute(arguments: [
                    section.reference.kind?.rawValue, section.reference.name,
                    section.reference.key, Self.now(), try JSONText.encode(section.query),
                ])
                guard db.changesCount > 0 else {
                    throw CatalogError(
                        .busy,
                        "another command made section '\(section.reference.text)' meanwhile: run this one again"
                    )
                }
                let id = db.lastInsertedRowID
                try entry?.noteMade(id, db)
                return id
            }
        }
        for section in new { changes.send(.sectionAdded(section.reference)) }
        return zip(new, ids).map { section, id in
            PhotoSection(
                id: id, reference: section.reference, count: 0, query: section.query)
        }
    }

    /// Stores that the origins of sections were asked, in one transaction.
    ///
    /// - Parameters:
    ///   - sections: their numbers, and how many photos the origin claims to have.
    ///   - entry: the entry of the journal in which it is noted where it notes something else; nil for none.
    package func recordRefresh(
        of sections: [(id: Int64, found: Int?)], noting entry: CommandEntry? = nil
    ) throws(CatalogError) {
        if sections.isEmpty { return }
        try write { db in
            for section in sections {
                if let entry, entry.isBegun { try entry.noteRefresh(of: section.id, db) }
                try db.cachedStatement(
                    sql: "UPDATE section SET dateRefreshed = ?, found = ? WHERE id = ?"
                ).execute(arguments: [Self.now(), section.found, section.id])
            }
        }
    }
}
