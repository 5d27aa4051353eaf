import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Where the sections list a photo; positions are nil while it lies in the trash.
    package func places(of id: PhotoID) throws(CatalogError) -> [SectionEntry] {
        try places(of: [id])[id] ?? []
    }

    /// As `places(of:)` for many photos in one go: those in no section have no entry.
    package func places(of ids: [PhotoID]) throws(CatalogError) -> [PhotoID: [SectionEntry]] {
        let list = "[" + Set(ids).map { String($0.rawValue) }.joined(separator: ",") + "]"
        return try read { db in
            enum Column: Int, StatementColumns {
                case photoID, kind, name, dateGone, sectionID, ordinal
            }
            var places: [PhotoID: [SectionEntry]] = [:]
            var section: (id: Int64, places: ListedPlaces)?
            // In the order of the sections, so that what lies in the trash is counted once.
            try db.forEachRow(
                Column.self,
                """
                SELECT m.photoID, s.kind, s.name, m.dateGone, s.id AS sectionID,
                    CASE WHEN m.isTrashed = 0 THEN m.ordinal END AS ordinal
                FROM json_each(?) i CROSS JOIN membership m ON m.photoID = i.value
                JOIN section s ON s.id = m.sectionID ORDER BY s.id, m.ordinal
                """, [list]
            ) { row in
                let id = row.integer(.sectionID)
                if section?.id != id { section = (id, ListedPlaces(sectionID: id)) }
                let ordinal = row.optionalInteger(.ordinal).map(Int64.init)
                places[PhotoID(rawValue: row.integer(.photoID)), default: []].append(
                    SectionEntry(
                        section: SectionReference(
                            kind: SectionKind(rawValue: row.text(.kind)), name: row.text(.name)),
                        position: try ordinal.flatMap {
                            try section?.places.place(ofOrdinal: $0, db)
                        }, isGone: !row.isNull(.dateGone)))
                return true
            }
            return places
        }
    }
}
