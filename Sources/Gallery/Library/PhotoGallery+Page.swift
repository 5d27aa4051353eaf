import Catalog
public import GalleryModel

extension PhotoGallery {
    /// A page of a query's rows and where the next one begins.
    ///
    /// Pages follow each other without gaps and repetitions though photos come and go meanwhile. Blocks: some
    /// milliseconds.
    ///
    /// - Throws: `usage` for a cursor of another order.
    public func page(of query: PhotoQuery) throws(GalleryError) -> PhotoPage {
        try GalleryError.translating {
            var rows: [ListedPhoto] = []
            let next = try forEachBatch(query) { batch in
                rows += batch
                return true
            }
            return PhotoPage(rows: rows, next: next)
        }
    }

    /// How many photos a query finds, each once.
    public func count(_ query: PhotoQuery) throws(GalleryError) -> Int {
        let found = try GalleryError.translating {
            try catalog.photoCount(of: query.scopes, where: query.filter)
        }
        return min(max(found - max(query.offset, 0), 0), query.limit.map { max($0, 0) } ?? .max)
    }

    /// As `count(_:)` for a query without a limit; nil where counting takes longer than a time.
    package func count(
        _ query: PhotoQuery, within time: Duration
    ) throws(GalleryError) -> Int? {
        try GalleryError.translating {
            try catalog.photoCount(of: query.scopes, where: query.filter, within: time)
        }
    }

    /// Says what was understood of a query, what finds its photos, and how many rows that looks at.
    public func explanation(of query: PhotoQuery) throws(GalleryError) -> QueryExplanation {
        try GalleryError.translating {
            let found = try catalog.explanation(of: query.scopes, where: query.filter)
            return QueryExplanation(
                understood: query.filter.text, steps: found.steps, photos: found.photos,
                rowsRead: found.rowsRead)
        }
    }

    /// Makes the index of words anew from the photos.
    ///
    /// - Returns: how many photos are in it.
    public func rebuildWords() async throws -> Int {
        try await offload { [self] in try catalog.rebuildWords() }
    }
}
