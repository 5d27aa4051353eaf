import Foundation

/// What a Flickr section asks for: the term and the filters, named as Flickr names them.
///
/// Kept with the section, so that `refresh` repeats it. Values are checked when the query is sent.
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
public struct FlickrQuery: Hashable, Codable, Sendable {
    /// The words searched for.
    public var term: String
    /// Comma separated tags; a leading minus excludes one.
    public var tags: String?
    /// `any` or `all`.
    public var tagMode: String?
    /// The id of the photos' owner.
    public var user: String?
    /// Comma separated licence numbers.
    public var license: String?
    /// Such as `date-posted-desc`, `interestingness-desc`, `relevance`.
    public var sort: String?
    /// The earliest date taken, inclusive: `YYYY-MM-DD[ HH:MM:SS]` or Unix seconds.
    public var minTaken: String?
    /// The latest date taken, inclusive.
    public var maxTaken: String?
    /// The earliest upload date, inclusive.
    public var minUpload: String?
    /// The latest upload date, inclusive.
    public var maxUpload: String?
    /// `minimum longitude,minimum latitude,maximum longitude,maximum latitude` in degrees.
    public var bbox: String?
    /// The centre of a circle.
    public var near: Coordinate?
    /// The circle's radius in kilometres, at most 32.
    public var radius: Double?
    /// Whether photos must have (true) or lack (false) a location.
    public var hasGeo: Bool?
    /// 1 safe, 2 moderate, 3 restricted.
    public var safeSearch: Int?
    /// Comma separated: 0 photo, 1 screenshot, 2 other, 3 virtual.
    public var contentType: String?
    /// `all`, `photos` or `videos`.
    public var media: String?
    /// Machine tags in Flickr's syntax.
    public var machineTags: String?
    /// The id of a group whose pool is searched.
    public var group: String?
    /// How many photos to list; nil for all that there are.
    public var limit: Int?
    /// Which picture to download; nil for none.
    public var size: PictureSize?

    /// Makes a query for a term without filters: 100 photos with medium pictures.
    public init(term: String, limit: Int? = 100, size: PictureSize? = .medium) {
        self.term = SectionReference.normalized(term)
        self.limit = limit
        self.size = size
    }
}
