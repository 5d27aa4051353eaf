import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The latest photos outside the trash, a page at a time: those of the camera first, then all others,
    /// each the newest first.
    ///
    /// What counts is when a photo was taken, with its offset from UTC where it has one, else when it was
    /// uploaded, else when it was added; of the same moment the one added last comes first.
    ///
    /// - Parameters:
    ///   - after: the last photo of the page before, which may lie in the trash by now; nil for the first
    ///     page.
    ///   - limit: photos a page.
    /// - Throws: `noPhoto` where there is no photo `after`.
    package func latestPhotos(
        after: PhotoID? = nil, limit: Int
    ) throws(CatalogError) -> [Photo] {
        guard limit > 0 else { return [] }
        return try read { db in
            enum Column: Int, StatementColumns {
                case isCamera, moment
            }
            var isCamera = true
            var place: (moment: Int64, id: Int64)?
            if let after {
                var isKnown = false
                try db.forEachRow(
                    Column.self,
                    "SELECT origin = 'camera' AS isCamera, moment FROM photo WHERE id = ?",
                    [after.rawValue]
                ) { row in
                    isKnown = true
                    isCamera = row.boolean(.isCamera)
                    place = (row.integer(.moment), after.rawValue)
                    return false
                }
                guard isKnown else {
                    throw CatalogError(
                        .noPhoto, "there is no photo '\(after)' in the catalog to go on after")
                }
            }
            var ids = try Self.latest(isCamera, before: place, limit: limit, db)
            if isCamera, ids.count < limit {
                ids += try Self.latest(false, before: nil, limit: limit - ids.count, db)
            }
            return try photos(distinct: ids, db)
        }
    }

    /// The beginning of statements for the photos of the camera (1) or of the others (0).
    private static let listed = """
        SELECT id FROM photo WHERE dateTrashed IS NULL AND (origin = 'camera') = ?
        """

    /// Asks for the photos of a moment that come after one, from the index alone: together with earlier
    /// moments, a page behind many photos of the same moment would walk through them all.
    static let latestOfMoment = "\(listed) AND moment = ? AND id < ? ORDER BY id DESC LIMIT ?"

    /// Asks for the photos before a moment, from the index alone.
    static let latestBefore = "\(listed) AND moment < ? ORDER BY moment DESC, id DESC LIMIT ?"

    private static func latest(
        _ isCamera: Bool, before place: (moment: Int64, id: Int64)?, limit: Int, _ db: Database
    ) throws -> [Int64] {
        let kind = isCamera ? 1 : 0
        var ids: [Int64] = []
        func add(_ sql: String, _ arguments: StatementArguments) throws {
            ids += try db.integers(sql, arguments)
        }
        if let place { try add(latestOfMoment, [kind, place.moment, place.id, limit]) }
        if ids.count < limit {
            let moment: any DatabaseValueConvertible = place?.moment ?? Double.infinity
            try add(latestBefore, [kind, moment, limit - ids.count])
        }
        return ids
    }
}
