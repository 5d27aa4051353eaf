import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The edit of a photo; nil where there is none.
    ///
    /// - Throws: `noPhoto`; `damaged` for a recipe that cannot be read, which listings pass over.
    package func edit(of id: PhotoID) throws(CatalogError) -> PhotoEdit? {
        let text = try read { db -> String? in
            var text: String?
            var isKnown = false
            try db.forEachRow(
                EditRecord.Column.self,
                """
                SELECT \(EditRecord.selection) FROM photo p \(EditRecord.join) WHERE p.id = ?
                """, [id.rawValue]
            ) { row in
                isKnown = true
                text = row.optionalText(.recipe)
                return false
            }
            guard isKnown else { throw Self.noPhoto(id) }
            return text
        }
        guard let text else { return nil }
        do { return try PhotoEdit(json: text.utf8) } catch {
            throw CatalogError(
                .damaged,
                "the edit of photo '\(id)' in the catalog is damaged: \(error); take it away with "
                    + "'gallery edit \(id) --reset'")
        }
    }
}
