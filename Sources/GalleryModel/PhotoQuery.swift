/// Chooses photos of a gallery: where from, which of them, and how many.
///
/// The same value says it everywhere, for a listing as for work. A listing (`photos(_:)`, an export of rows)
/// has a row for each place that a photo has in the sections of the scopes; work (faces, thumbnails, places,
/// edits) does each photo once.
/// ``offset`` and ``limit`` count the rows of a listing and the photos of work, those that fit ``filter``.
public struct PhotoQuery: Hashable, Sendable {
    /// Where the photos come from, in this order.
    public var scopes: [PhotoScope]
    /// Which of them: all that fit.
    public var filter: PhotoFilter
    /// How many to skip first.
    public var offset: Int
    /// How many at most; nil for all.
    public var limit: Int?

    /// Makes a query.
    public init(
        _ scopes: [PhotoScope], filter: PhotoFilter = PhotoFilter(), offset: Int = 0,
        limit: Int? = nil
    ) {
        self.scopes = scopes
        self.filter = filter
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

    /// Those photos of the query that fit further conditions, too.
    public func filtered(_ further: PhotoFilter) -> PhotoQuery {
        var query = self
        query.filter.conditions += further.conditions
        return query
    }

    /// A page of the query.
    public func page(offset: Int = 0, limit: Int?) -> PhotoQuery {
        var query = self
        query.offset = offset
        query.limit = limit
        return query
    }

    /// Whether it takes all photos of its scopes.
    public var isUnlimited: Bool { filter.conditions.isEmpty && offset <= 0 && limit == nil }
}
