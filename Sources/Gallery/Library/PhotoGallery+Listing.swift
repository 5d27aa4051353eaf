import Catalog
public import GalleryModel

/// The numbers of photos by date, name and place.
///
/// @Snippet(path: "gallery/Snippets/FindPlaces", slice: "places")
public struct GalleryCounts: GalleryFeature {
    let gallery: PhotoGallery

    /// Counts photos by capture date on the camera's clock: the earliest first, undated photos
    /// last.
    ///
    /// Each photo counts once, and periods without photos are left out. Blocks for a few
    /// milliseconds for all photos, otherwise for as long as finding the photos takes; so do the
    /// other counts.
    ///
    /// - Parameters:
    ///   - query: the photos; its order matters only if it has a limit.
    ///   - unit: the length of a period.
    /// - Throws: `tryLater` if the catalog is locked, `badInput` if it is damaged.
    public func timeline(
        _ query: PhotoQuery, by unit: TimelineUnit
    ) throws(GalleryError) -> [TimelineCount] {
        let (scope, filter) = try gallery.countScope(query)
        return try translated(catalog.timeline(of: scope, where: filter, by: unit))
    }

    /// Returns the space that photos, the trash, thumbnails and shared copies take.
    ///
    /// Pictures of several photos count for each.
    package func storage() throws(GalleryError) -> StorageUse {
        try translated(catalog.storageUse())
    }

    /// Counts photos by tag: the most frequent tag first, ties ordered by name.
    ///
    /// Tags that differ only in case or accents count as one.
    public func tags(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        try names(query, of: .tag)
    }

    /// Counts photos by the people in them; ordered like `tags`.
    public func people(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        try names(query, of: .person)
    }

    /// Counts photos by camera make and model; ordered like `tags`.
    public func cameras(_ query: PhotoQuery) throws(GalleryError) -> [NameCount] {
        try names(query, of: .camera)
    }

    private func names(_ query: PhotoQuery, of key: QueryKey) throws(GalleryError) -> [NameCount] {
        let (scope, filter) = try gallery.countScope(query)
        return try translated(catalog.nameCounts(key, of: scope, where: filter))
    }

    /// Returns the months in which photos were taken (or added, if the capture date is unknown)
    /// with their numbers of photos, newest first.
    ///
    /// Each photo counts once. Blocks for about a millisecond for all photos, otherwise for as long
    /// as finding the photos takes.
    ///
    /// - Parameter query: the photos; its order matters only if it has a limit.
    package func months(_ query: PhotoQuery = .everything) throws(GalleryError) -> [MonthCount] {
        let (scope, filter) = try gallery.countScope(query)
        return try translated(catalog.months(of: scope, where: filter))
    }
}

extension PhotoGallery {
    /// Returns the scope and filter to count for a query: its own scope if it has a single one
    /// without a limit, otherwise the ids of its photos.
    func countScope(
        _ query: PhotoQuery
    ) throws(GalleryError) -> (scope: PhotoScope, filter: PhotoFilter) {
        if query.scopes.count == 1, query.offset <= 0, query.limit == nil, query.after == nil {
            return (query.scopes[0], query.filter)
        }
        return (.photos(try photoIDs(query)), .everything)
    }

    /// Returns the grid layout data for the photos of one month, newest first.
    ///
    /// Blocks for a few milliseconds for all photos, otherwise for as long as finding the month's
    /// photos takes.
    ///
    /// - Parameters:
    ///   - month: the month.
    ///   - query: the photos; its order matters only if it has a limit.
    ///   - part: the zero-based index of the part; each has ``PhotoColumns/partLength`` photos, and
    ///     those past the end are empty.
    /// - Throws: `usage` if the span is not a month or the part is negative.
    package func columns(
        ofMonth month: PartialDate, _ query: PhotoQuery = .everything, part: Int = 0
    ) throws(GalleryError) -> PhotoColumns {
        guard month.month != nil, month.day == nil else {
            throw GalleryError(
                .usage, "invalid month '\(month.text)': expected a month such as 2024-05")
        }
        try Self.check(part: part)
        let (scope, filter) = try countScope(query)
        return try translated(catalog.columns(ofMonth: month, of: scope, where: filter, part: part))
    }

    /// Returns the grid layout data for the photos of a section, in its order.
    ///
    /// Blocks for a few milliseconds; with a filter, for as long as finding the photos takes.
    ///
    /// - Parameters:
    ///   - section: the section.
    ///   - filter: the filter for its photos.
    ///   - part: the zero-based index of the part; each has ``PhotoColumns/partLength`` photos, and
    ///     those past the end are empty.
    /// - Throws: `usage` if the part is negative.
    package func columns(
        of section: PhotoSection, where filter: PhotoFilter = .everything, part: Int = 0
    ) throws(GalleryError) -> PhotoColumns {
        try Self.check(part: part)
        return try translated(catalog.columns(of: section, where: filter, part: part))
    }

    private static func check(part: Int) throws(GalleryError) {
        guard (0...Int(Int32.max)).contains(part) else {
            throw GalleryError(.usage, "invalid part '\(part)': expected 0 or more")
        }
    }

    /// Returns a page of the latest photos: those of the camera first, then the rest, each newest
    /// first.
    ///
    /// Photos are ordered by capture date, or else by upload date, or else by the date they were
    /// added. Photos in the trash are left out.
    ///
    /// - Parameters:
    ///   - last: the last photo of the previous page; nil for the first page.
    ///   - limit: the number of photos per page.
    /// - Throws: `notFound` if the photo `last` does not exist.
    public func latestPhotos(
        after last: PhotoID? = nil, limit: Int
    ) throws(GalleryError) -> [Photo] {
        let photos = try translated(catalog.latestPhotos(after: last, limit: max(limit, 0)))
        return photos.map(reachable)
    }

    /// Returns the position of a photo in the order of the column layout: for a section without an
    /// order, that of ``columns(of:where:part:)``; otherwise by date, as in ``months(_:)`` and
    /// ``columns(ofMonth:_:part:)``.
    ///
    /// For an ascending date order the oldest photo is the first.
    ///
    /// Blocks for a few milliseconds for all photos and for a section's own order, otherwise for as
    /// long as finding the photos takes.
    ///
    /// For an order without a column layout, the index is that within the listing.
    ///
    /// - Returns: nil if the query does not contain the photo.
    package func listPosition(
        of photo: PhotoID, in query: PhotoQuery
    ) throws(GalleryError) -> ListPosition? {
        guard let order = query.order else {
            guard case .section(let section)? = query.scopes.first, query.scopes.count == 1
            else { return nil }
            return try translated(catalog.listPosition(of: photo, in: section, where: query.filter))
        }
        if order.key == .relevance {
            let ids = try photoIDs(PhotoQuery(query.scopes, filter: query.filter, order: order))
            return ids.firstIndex(of: photo).map {
                ListPosition(index: $0, position: $0 + 1, count: ids.count)
            }
        }
        let (scope, filter) = try countScope(query)
        return try GalleryError.translating {
            guard order.key == .taken || order.key == .date else {
                return try catalog.listPosition(of: photo, in: order, of: scope, where: filter)
            }
            var listPosition = try catalog.listPosition(of: photo, byDateIn: scope, where: filter)
            if let found = listPosition, !order.isDescending {
                listPosition?.position = found.count + 1 - found.position
            }
            return listPosition
        }
    }

    /// Returns the cursor after which the photos following a given photo begin.
    ///
    /// - Returns: nil if the photo does not exist, and for the order by relevance.
    package func cursor(
        at photo: PhotoID, in order: PhotoOrder
    ) throws(GalleryError) -> PhotoCursor? { try translated(catalog.cursor(at: photo, in: order)) }

    /// Returns the neighbors of a photo in a query's listing: all photos in an order, or a section,
    /// also in its own order.
    ///
    /// The query's limit and cursor are ignored. Blocks for a few milliseconds.
    ///
    /// - Returns: nil if the listing does not contain the photo.
    package func neighbors(
        of id: PhotoID, in query: PhotoQuery
    ) throws(GalleryError) -> PhotoNeighbors? {
        try GalleryError.translating {
            guard let order = query.order else {
                guard case .section(let section)? = query.scopes.first else { return nil }
                return try catalog.neighbors(of: id, in: section, where: query.filter)
            }
            // Relevance is known only for matching photos; other ranks also for photos that do not
            // match, or no longer do.
            let rank = PhotoQuery(
                [.photos([id])], filter: order.key == .relevance ? query.filter : .everything,
                order: order)
            guard let cursor = try orderedPhotos(rank).first else { return nil }
            let opposite = query.sorted(
                by: PhotoOrder(order.key, isDescending: !order.isDescending))
            var previous = try orderedPhotos(opposite.page(after: cursor, limit: 1)).first
            // Unranked photos come last in both directions.
            if cursor.rank != .none {
                if previous?.rank == PhotoCursor.Rank.none { previous = nil }
            } else if previous == nil {
                previous = try orderedPhotos(opposite.page(limit: 1)).first
                if previous?.rank == PhotoCursor.Rank.none { previous = nil }
            }
            let next = try orderedPhotos(query.page(after: cursor, limit: 1)).first
            return (previous?.photoID, next?.photoID)
        }
    }
}
