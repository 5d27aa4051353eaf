import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The sections that meet a condition, in an order; the photos of albums with a query are not
    /// counted.
    private static func sections(
        _ rest: String, _ arguments: StatementArguments, for reader: PhotoReader, _ db: Database
    ) throws -> [PhotoSection] {
        enum Column: Int, StatementColumns {
            case id, kind, name, query, filter, dateRefreshed, found, cover, count
        }
        return try Column.all(
            """
            SELECT s.id, s.kind, s.name, s.query, s.filter, s.dateRefreshed, s.found, s.cover,
                s.lastOrdinal - ifnull(h.photos, 0) - (
                    SELECT count(*) FROM membership m WHERE m.sectionID = s.id AND m.isTrashed = 1)
                - (SELECT count(*) FROM membershipGap g WHERE g.sectionID = s.id) AS count
            FROM section s LEFT JOIN (
                SELECT m.sectionID, count(*) AS photos FROM (\(reader.hiddenPhotos)) u
                CROSS JOIN membership m ON m.photoID = u.photoID WHERE m.isTrashed = 0 GROUP BY 1
            ) h ON h.sectionID = s.id \(rest)
            """, arguments, db
        ) { row in
            PhotoSection(
                id: row.integer(.id), reference: row.section(.kind, .name),
                count: row.count(.count),
                query: try row.json(.query),
                filter: try PhotoFilter(stored: row.optionalText(.filter)),
                dateRefreshed: row.optionalDate(.dateRefreshed),
                found: row.optionalInteger(.found),
                cover: row.optionalNumber(.cover).map(PhotoID.init(rawValue:)))
        }
    }

    /// Every section: the camera, then the others in order of creation.
    ///
    /// - Parameter countsAlbums: true to count the photos of albums with a query, which takes one
    ///   query per album; otherwise their count is 0.
    package func sections(countsAlbums: Bool = true) throws(CatalogError) -> [PhotoSection] {
        try read { db in
            let sections = try Self.sections("ORDER BY s.id", [], for: reader, db)
            return countsAlbums ? try sections.map { try counted($0, db) } : sections
        }
    }

    /// The number of sections.
    package func sectionCount() throws(CatalogError) -> Int {
        try read { try $0.count("SELECT count(*) FROM section") }
    }

    /// The number of photos outside the trash.
    package func photoCount() throws(CatalogError) -> Int {
        try read { db in
            try db.count("SELECT ifnull(sum(photos), 0) FROM takenDay")
                - db.count(ConditionLookup.hiddenCount(reader))
        }
    }

    /// The section with a reference.
    ///
    /// - Throws: `noSection`; `ambiguousSection` if a bare name matches several kinds.
    package func section(_ reference: SectionReference) throws(CatalogError) -> PhotoSection {
        let found = try read { db in
            try Self.sections(reference, for: reader, db).map { try counted($0, db) }
        }
        guard let first = found.first else { throw Self.noSection(reference) }
        guard found.count == 1 else {
            let names = found.map { "'\($0.reference.text)'" }.joined(separator: " or ")
            throw CatalogError(
                .ambiguousSection, "'\(reference.text)' matches several sections: use \(names)")
        }
        return first
    }

    static func noSection(_ reference: SectionReference) -> CatalogError {
        CatalogError(
            .noSection, message: "no section '\(reference.text)': 'gallery sections' lists them")
    }

    /// The reference of a section; nil if it does not exist.
    static func reference(of id: Int64, _ db: Database) throws -> SectionReference? {
        enum Column: Int, StatementColumns { case kind, name }
        return try Column.first(
            "SELECT \(Column.selection) FROM section WHERE id = ?", [id], db
        ) { row in row.section(.kind, .name) }
    }

    /// The sections that match a reference: several for a bare name, or for people or campaigns of
    /// several servers without their `@HOST`.
    ///
    /// The photos of albums with a query are not counted.
    static func sections(
        _ reference: SectionReference, for reader: PhotoReader, _ db: Database
    ) throws -> [PhotoSection] {
        // To return the sections in order, SQLite would read all of them.
        let found = try sections(
            "WHERE s.nameKey = ?1 ORDER BY +s.id", [reference.key], for: reader, db
        ).filter { reference.kind == nil || $0.reference.kind == reference.kind }
        guard found.isEmpty else { return found }
        // 'A' follows '@'.
        return try sections(
            "WHERE s.nameKey >= ?1 || '@' AND s.nameKey < ?1 || 'A' ORDER BY +s.id",
            [reference.key], for: reader, db
        ).filter {
            (reference.kind == nil || $0.reference.kind == reference.kind)
                && [.share, .campaign].contains($0.reference.kind)
        }
    }

    /// A section with its number of photos, also if it is an album with a query.
    private func counted(_ section: PhotoSection, _ db: Database) throws -> PhotoSection {
        guard section.filter != nil else { return section }
        var section = section
        section.count = try PhotoFinder(
            [.section(section)], .everything, for: reader, db
        ).countOutside()
        return section
    }

    /// The positions of photos in sections, nil while a photo is in the trash, those in albums last;
    /// photos in no section have no entry.
    package func entries(of ids: [PhotoID]) throws(CatalogError) -> [PhotoID: [SectionEntry]] {
        try read { db in
            enum Column: Int, StatementColumns {
                case photoID, kind, name, dateGone, sectionID, ordinal
            }
            var entries: [PhotoID: [SectionEntry]] = [:]
            var section: (id: Int64, positions: ListedPositions)?
            // In the order of the sections, so that unlisted photos are counted once per section.
            try Column.forEach(
                """
                SELECT m.photoID, s.kind, s.name, m.dateGone, m.sectionID, CASE
                    WHEN m.isTrashed = 0 AND \(reader.sees("m.photoID")) THEN m.ordinal END AS ordinal
                FROM json_each(?) i CROSS JOIN membership m ON m.photoID = i.value
                JOIN section s ON s.id = m.sectionID
                ORDER BY s.kind = 'album', s.id, m.ordinal
                """, [Set(ids).jsonList], db
            ) { row in
                let id = row.integer(.sectionID)
                if section?.id != id { section = (id, ListedPositions(sectionID: id, for: reader)) }
                let ordinal = row.optionalNumber(.ordinal)
                entries[row.photoID(.photoID), default: []].append(
                    SectionEntry(
                        section: row.section(.kind, .name),
                        position: try ordinal.flatMap {
                            try section?.positions.position(ofOrdinal: $0, db)
                        }, isDelisted: !row.isNull(.dateGone)))
            }
            return entries
        }
    }

    /// The photos among some that more than one of the sections list, except the trash.
    package func photos(
        listedBySeveralOf sections: [PhotoSection], among ids: [PhotoID]
    ) throws(CatalogError) -> Set<PhotoID> {
        try read { db in
            Set(
                try db.photoIDs(
                    """
                    SELECT m.photoID FROM json_each(?) i CROSS JOIN membership m ON m.photoID = i.value
                    WHERE m.isTrashed = 0 AND m.sectionID IN (SELECT value FROM json_each(?))
                    GROUP BY m.photoID HAVING count(*) > 1
                    """, [ids.jsonList, sections.map(\.id).jsonList]))
        }
    }

    /// The section with a reference, created if missing, with its query in the same transaction:
    /// without one, a section of a campaign would be this gallery's own.
    ///
    /// - Parameters:
    ///   - query: the query to store; nil for none, or to keep that of an existing section. If only
    ///     the limit changes, the larger one is kept. If the filters change, photos found with the
    ///     old ones are no longer expected in its listings.
    ///   - entry: the journal entry that records it; nil for none.
    package func makeSection(
        _ reference: SectionReference, query: SectionQuery? = nil,
        noting entry: CommandEntry? = nil
    ) throws(CatalogError) -> PhotoSection {
        let isNew = try write(noting: entry) { db in
            if let id = try Self.insert(reference, query: query, db) {
                try entry?.noteMade(id, db)
                return true
            }
            guard let query, let known = try Self.sections(reference, for: reader, db).first else {
                return false
            }
            let kept = known.query.map(query.keeping) ?? query
            if kept == known.query { return false }
            try entry?.noteRefresh(of: known.id, db)
            try db.run(
                "UPDATE section SET query = ?, queryRevision = queryRevision + ? WHERE id = ?",
                [
                    try JSONText.encode(kept),
                    known.query.map(query.selectsSamePhotos) == true ? 0 : 1, known.id,
                ])
            return false
        }
        if isNew { changes.send(.sectionAdded(reference)) }
        return try section(reference)
    }

    /// Inserts a section and returns its id; nil if it exists.
    static func insert(
        _ reference: SectionReference, query: SectionQuery? = nil, filter: String? = nil,
        _ db: Database
    ) throws -> Int64? {
        try db.insert(
            into: "section",
            [
                "kind": reference.kind?.rawValue, "name": reference.name, "nameKey": reference.key,
                "dateCreated": now(), "query": try query.map { try JSONText.encode($0) },
                "queryRevision": query == nil ? 0 : 1, "filter": filter,
            ], "ON CONFLICT (kind, nameKey) DO NOTHING")
        return db.changesCount > 0 ? db.lastInsertedRowID : nil
    }

    /// Creates sections with unused names, each with its query, in one transaction.
    ///
    /// - Returns: the sections, in the same order.
    /// - Throws: `busy` if another program created one of them meanwhile.
    package func makeSections(
        _ new: [(reference: SectionReference, query: SectionQuery)],
        noting entry: CommandEntry? = nil
    ) throws(CatalogError) -> [PhotoSection] {
        let ids = try write(noting: entry) { db in
            try new.map { section in
                guard let id = try Self.insert(section.reference, query: section.query, db) else {
                    throw CatalogError(
                        .busy,
                        "another command created section '\(section.reference.text)' meanwhile: run this one again"
                    )
                }
                try entry?.noteMade(id, db)
                return id
            }
        }
        for section in new { changes.send(.sectionAdded(section.reference)) }
        return zip(new, ids).map { section, id in
            PhotoSection(id: id, reference: section.reference, count: 0, query: section.query)
        }
    }

    /// Records refreshes of sections, in one transaction.
    ///
    /// - Parameters:
    ///   - sections: their ids, and how many photos the origin claims to have.
    ///   - entry: the journal entry that records it together with another change; nil for none.
    package func recordRefresh(
        of sections: [(id: Int64, found: Int?)], noting entry: CommandEntry? = nil
    ) throws(CatalogError) {
        if sections.isEmpty { return }
        try write(noting: entry) { db in
            for section in sections {
                try entry?.noteDate(of: section.id, db)
                try db.run(
                    "UPDATE section SET dateRefreshed = ?, found = ? WHERE id = ?",
                    [Self.now(), section.found, section.id])
            }
        }
    }

    /// Sorts a section's photos by upload date, the newest first.
    ///
    /// Photos with the same date are in the order of the listing, photos without a date come last.
    /// If the order is correct, nothing is written.
    ///
    /// - Parameter listed: the photos in the order of their origin.
    package func sortByUploadDate(_ section: PhotoSection, listed: [PhotoID]) throws(CatalogError) {
        let ranks = Dictionary(
            listed.enumerated().map { ($0.element.rawValue, $0.offset) }, uniquingKeysWith: min)
        if try read({ try Self.moves(in: section.id, ranks, $0) }).isEmpty { return }
        try write { db in try Self.sortMembers(section.id, ranks, db: db) }
    }

    /// Sorts sections again that are ordered by upload date, after an undo.
    static func sortAgain(_ sections: Set<Int64>, _ db: Database) throws {
        for section in sections where try isSorted(section, db) { try sortMembers(section, db: db) }
    }

    /// True if a section is ordered by upload date.
    static func isSorted(_ section: Int64, _ db: Database) throws -> Bool {
        try query(of: section, db)?.isNewestFirst == true
    }

    private static func query(of section: Int64, _ db: Database) throws -> SectionQuery? {
        try db.text("SELECT query FROM section WHERE id = ?", [section]).map {
            try JSONText.decode(SectionQuery.self, from: $0.utf8)
        }
    }

    /// Sorts the photos of a section by upload date.
    static func sortMembers(_ sectionID: Int64, _ ranks: [Int64: Int] = [:], db: Database) throws {
        try AlbumMembers.reorder(try Self.moves(in: sectionID, ranks, db), in: sectionID, db)
    }

    /// The photos that need another ordinal, with that ordinal.
    private static func moves(
        in sectionID: Int64, _ ranks: [Int64: Int], _ db: Database
    ) throws -> [(photo: Int64, ordinal: Int64)] {
        enum Column: Int, StatementColumns { case photoID, ordinal, dateUploaded }
        let rows: [(photo: Int64, ordinal: Int64, date: Int64)] = try Column.all(
            """
            SELECT m.photoID, m.ordinal, p.dateUploaded FROM membership m
            JOIN photo p ON p.id = m.photoID WHERE m.sectionID = ? ORDER BY m.ordinal
            """, [sectionID], db
        ) { row in
            (
                row.integer(.photoID), row.integer(.ordinal),
                row.isNull(.dateUploaded) ? .min : row.integer(.dateUploaded)
            )
        }
        // Sorting is stable: photos that differ neither in date nor in rank keep their order.
        let sorted = rows.sorted { left, right in
            if left.date != right.date { return left.date > right.date }
            return (ranks[left.photo] ?? .max) < (ranks[right.photo] ?? .max)
        }
        return zip(sorted, rows).compactMap { wanted, stored in
            wanted.photo == stored.photo ? nil : (wanted.photo, stored.ordinal)
        }
    }
}
