import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    private enum SectionColumn: Int, StatementColumns {
        case id, kind, name, query, filter, dateRefreshed, found, count
    }

    /// Gives `SectionColumn`, for a SELECT from `section AS s`.
    private static let sectionSelection = """
        s.id, s.kind, s.name, s.query, s.filter, s.dateRefreshed, s.found,
        s.lastOrdinal - (SELECT count(*) FROM membership m WHERE m.sectionID = s.id AND m.isTrashed = 1)
            - (SELECT count(*) FROM membershipGap g WHERE g.sectionID = s.id) AS count
        """

    /// Every section: the camera, then the others in the order in which they were made.
    ///
    /// - Parameter countsAlbums: whether albums are told how many photos they find, which takes a query each;
    ///   else it is 0.
    package func sections(countsAlbums: Bool = true) throws(CatalogError) -> [PhotoSection] {
        try read { db in
            var sections: [PhotoSection] = []
            try db.forEachRow(
                SectionColumn.self,
                "SELECT \(Self.sectionSelection) FROM section s ORDER BY s.id"
            ) { row in
                sections.append(try Self.section(row))
                return true
            }
            return countsAlbums ? try sections.map { try Self.counted($0, db) } : sections
        }
    }

    /// How many sections there are.
    package func sectionCount() throws(CatalogError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM section") ?? 0 }
    }

    /// How many photos there are outside the trash.
    package func photoCount() throws(CatalogError) -> Int {
        try read { db in
            try Int.fetchOne(db, sql: "SELECT ifnull(sum(photos), 0) FROM takenDay") ?? 0
        }
    }

    /// Whether a section lists a photo, not in the trash, whose id at its origin begins with a text.
    package func listsPhotos(
        in section: PhotoSection, origin: Origin, idsFrom prefix: String
    ) throws(CatalogError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT EXISTS (
                            SELECT 1 FROM photo p
                            JOIN membership m ON m.sectionID = ?1 AND m.photoID = p.id
                            WHERE p.origin = ?2 AND p.originID >= ?3 AND p.originID < ?3 || char(0x10FFFF)
                                AND p.dateTrashed IS NULL)
                        """),
                arguments: [section.id, origin.rawValue, prefix]) ?? false
        }
    }

    /// The section a reference names.
    ///
    /// - Throws: `noSection`; `ambiguousSection` where a bare name fits several kinds.
    package func section(_ reference: SectionReference) throws(CatalogError) -> PhotoSection {
        let found = try read { db in
            try Self.sections(reference, db).map { try Self.counted($0, db) }
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

    /// What a section is called; nil where there is none.
    static func reference(of id: Int64, _ db: Database) throws -> SectionReference? {
        enum Column: Int, StatementColumns {
            case kind, name
        }
        var reference: SectionReference?
        try db.forEachRow(Column.self, "SELECT kind, name FROM section WHERE id = ?", [id]) { row in
            reference = SectionReference(
                kind: SectionKind(rawValue: row.text(.kind)), name: row.text(.name))
            return false
        }
        return reference
    }

    /// The sections that a reference fits: several where it is a bare name.
    ///
    /// What albums find is not counted.
    static func sections(_ reference: SectionReference, _ db: Database) throws -> [PhotoSection] {
        var found: [PhotoSection] = []
        try db.forEachRow(
            SectionColumn.self,
            "SELECT \(sectionSelection) FROM section s WHERE s.nameKey = ? ORDER BY s.id",
            [reference.key]
        ) { row in
            let section = try section(row)
            if reference.kind == nil || section.reference.kind == reference.kind {
                found.append(section)
            }
            return true
        }
        return found
    }

    /// A section that knows how many photos it lists, where it is an album, too.
    private static func counted(
        _ section: PhotoSection, _ db: Database
    ) throws -> PhotoSection {
        guard section.filter != nil else { return section }
        var section = section
        section.count = try PhotoFinder([.section(section)], .everything, db).countOutside()
        return section
    }

    private static func section(_ row: StatementRow<SectionColumn>) throws -> PhotoSection {
        PhotoSection(
            id: row.integer(.id),
            reference: SectionReference(
                kind: SectionKind(rawValue: row.text(.kind)), name: row.text(.name)),
            count: Int(row.integer(.count)),
            query: try row.optionalText(.query).map {
                try JSONText.decode(SectionQuery.self, from: $0.utf8)
            },
            filter: try row.optionalText(.filter).map(PhotoFilter.init(stored:)),
            dateRefreshed: row.optionalDate(.dateRefreshed),
            found: row.optionalInteger(.found))
    }
}
