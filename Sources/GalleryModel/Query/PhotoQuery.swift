/// Chooses photos of a gallery: where from, which of them, in which order, and how many.
///
/// The same value says it everywhere, for a listing as for work. Without an ``order`` a listing (`photos(_:)`,
/// an export of rows) has a row for each place that a photo has in the sections of the scopes; with an order,
/// and in work (faces, thumbnails, places, edits), each photo counts once.
/// ``offset`` and ``limit`` count the rows of a listing and the photos of work, those that fit ``filter``.
public struct PhotoQuery: Hashable, Sendable {
    /// Where the photos come from, in this order.
    public var scopes: [PhotoScope]
    /// Which of them: all that fit.
    public var filter: PhotoFilter
    /// In which order; nil for the order of the scopes.
    public var order: PhotoOrder?
    /// Where the page before ended; nil for the first page.
    public var after: PhotoCursor?
    /// How many to skip first.
    public var offset: Int
    /// How many at most; nil for all.
    public var limit: Int?

    /// Makes a query.
    public init(
        _ scopes: [PhotoScope], filter: PhotoFilter = .everything, order: PhotoOrder? = nil,
        after: PhotoCursor? = nil, offset: Int = 0, limit: Int? = nil
    ) {
        self.scopes = scopes
        self.filter = filter
        self.order = order
        self.after = after
        self.offset = offset
        self.limit = limit
    }

    /// Makes a query for all photos of a scope.
    public init(_ scope: PhotoScope) {
        self.init([scope])
    }

    /// Every photo outside the trash.
    public static let everything = PhotoQuery(.everything)

    /// The photos a section lists.
    public static func section(_ section: PhotoSection) -> PhotoQuery {
        PhotoQuery(.section(section))
    }

    /// The photos that sections list, section after section.
    public static func sections(_ sections: [PhotoSection]) -> PhotoQuery {
        PhotoQuery(sections.map(PhotoScope.section))
    }

    /// Photos one by one, in this order; work takes them from the trash as well.
    public static func photos(_ ids: [PhotoID]) -> PhotoQuery {
        PhotoQuery(.photos(ids))
    }

    /// Photos one by one, in this order; work takes them from the trash as well.
    public static func photos(_ photos: [Photo]) -> PhotoQuery {
        .photos(photos.map(\.id))
    }

    /// Those photos of the query that fit a further filter, too.
    public func filtered(_ further: PhotoFilter) -> PhotoQuery {
        var query = self
        query.filter = filter.and(further)
        return query
    }

    /// The same photos in another order.
    public func sorted(by order: PhotoOrder?) -> PhotoQuery {
        var query = self
        query.order = order
        return query
    }

    /// A page of the query.
    public func page(
        after: PhotoCursor? = nil, offset: Int = 0, limit: Int?
    ) -> PhotoQuery {
        var query = self
        query.after = after
        query.offset = offset
        query.limit = limit
        return query
    }

    /// Whether it takes all photos of its scopes.
    public var isUnlimited: Bool {
        filter.isEverything && after == nil && offset <= 0 && limit == nil
    }
}

/// A page of a listing.
public struct PhotoPage: Hashable, Sendable {
    /// The rows, in order.
    public var rows: [ListedPhoto]
    /// Where the next page begins; nil at the end.
    public var next: PhotoCursor?

    /// Makes a page.
    public init(rows: [ListedPhoto], next: PhotoCursor?) {
        self.rows = rows
        self.next = next
    }
}
