import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The next photos of a scope with what looking up their places needs.
    ///
    /// A page at a time, so that no snapshot is held while results are written.
    ///
    /// - Parameters:
    ///   - cursor: where the last page ended; 0 for the first.
    ///   - limit: photos a page.
    ///   - cacheKey: names the index and its overrides; what was looked up by another one is outdated.
    ///   - home: what stands in for the position of photos that have none.
    ///   - again: whether to look up what is up to date, too.
    package func placeWork(
        _ scope: PhotoScope, after cursor: Int64, limit: Int, cacheKey: String, home: HomeChoice,
        again: Bool
    ) throws(CatalogError) -> PlaceWorkPage {
        try read { db in
            let (ids, next) = try Self.page(of: scope, after: cursor, limit: limit, db)
            var page = PlaceWorkPage()
            page.next = next
            page.ids = ids.map(PhotoID.init(rawValue:))
            for id in ids {
                guard let state = try PositionState(id, db) else { continue }
                if home == .clear, state.home != nil { page.clearing.append(state.photoID) }
                guard let current = state.current(home) else {
                    page.positionless.append(state.photoID)
                    if !state.isOfCamera { page.foreign.append(state.photoID) }
                    continue
                }
                if again || !state.knows(current, cacheKey: cacheKey) {
                    page.works.append(current)
                } else {
                    page.upToDate.append(state.photoID)
                }
            }
            return page
        }
    }

    /// How many photos are in the queue of those whose place is to be looked up.
    package func duePlaceCount() throws(CatalogError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM placeDue") ?? 0 }
    }

    /// How many photos outside the trash have a home.
    package func homeCount() throws(CatalogError) -> Int {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM homePosition h CROSS JOIN photo p ON p.id = h.photoID
                    WHERE p.dateTrashed IS NULL
                    """) ?? 0
        }
    }
}
