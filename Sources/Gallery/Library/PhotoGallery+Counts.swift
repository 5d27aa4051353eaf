import Catalog
public import GalleryModel

extension PhotoGallery {
    /// Counts photos by when they were taken, on the camera's clock; the earliest first, those without a date
    /// last.
    ///
    /// Each photo counts once, and periods without photos are left out. Blocks: some milliseconds for
    /// everything, else as long as finding the photos takes. The same holds for the other counts.
    ///
    /// - Parameters:
    ///   - query: the photos; its order makes no difference unless it has a limit.
    ///   - unit: how finely to tell photos apart.
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one.
    public func timeline(
        _ query: PhotoQuery, by unit: TimelineUnit
    ) throws(GalleryError) -> [TimelineCount] {
        let (scope, filter) = try countedPhotos(query)
        return try GalleryError.translating {
            try catalog.timeline(of: scope, where: filter, by: unit)
        }
    }

    /// Counts photos by tag, the tag with most photos first, equal numbers by name.
    ///
    /// Tags that differ in case and accents alone are one.
    public func tagCounts(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        try nameCounts(query, of: .tag)
    }

    /// Counts photos by the people they show, as `tagCounts`.
    public func personCounts(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        try nameCounts(query, of: .person)
    }

    /// Counts photos by camera, its maker and model, as `tagCounts`.
    public func cameraCounts(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        try nameCounts(query, of: .camera)
    }

    private func nameCounts(
        _ query: PhotoQuery, of kind: NameKind
    ) throws(GalleryError) -> [NameCount] {
        let (scope, filter) = try countedPhotos(query)
        return try GalleryError.translating {
            try catalog.nameCounts(kind, of: scope, where: filter)
        }
    }

    /// What the catalog counts for a query: its scope where it has a single whole one, else its photos.
    func countedPhotos(
        _ query: PhotoQuery
    ) throws(GalleryError) -> (scope: PhotoScope, filter: PhotoFilter) {
        if query.scopes.count == 1, query.offset <= 0, query.limit == nil, query.after == nil {
            return (query.scopes[0], query.filter)
        }
        return (.photos(try photoIDs(query)), .everything)
    }
}
