/// The query with which a section is filled from another server.
///
/// In JSON, a Flickr query is encoded directly, other queries under their kind: `{"share":{…}}`.
public enum SectionQuery: Hashable, Sendable {
    /// A Flickr search.
    case flickr(FlickrQuery)
    /// The photos of a user on a photo-share server.
    case share(ShareQuery)
    /// The posts of a campaign.
    case campaign(CampaignQuery)

    /// The Flickr query; nil for other kinds.
    package var flickr: FlickrQuery? { if case .flickr(let query) = self { query } else { nil } }

    /// The photo-share query; nil for other kinds.
    package var share: ShareQuery? { if case .share(let query) = self { query } else { nil } }

    /// The server; nil for Flickr.
    package var server: ServerAddress? {
        switch self {
        case .flickr: nil
        case .share(let query): query.server
        case .campaign(let query): query.server
        }
    }

    /// The picture size to download; nil for none.
    package var size: PictureSize? {
        switch self {
        case .flickr(let query): query.size
        case .share(let query): query.size
        case .campaign(let query): query.size
        }
    }

    /// The maximum number of photos to list; nil for all.
    package var limit: Int? { flickr?.limit }

    /// True if the section is ordered by upload date, newest first, even when an older photo is
    /// added later.
    package var isNewestFirst: Bool { if case .campaign = self { true } else { false } }

    /// Indicates whether another query selects the same photos, regardless of limit and picture
    /// size.
    package func selectsSamePhotos(as other: SectionQuery) -> Bool {
        switch (self, other) {
        case (.flickr(var query), .flickr(let other)):
            query.limit = other.limit
            query.size = other.size
            if query.licenses == other.licenses { query.license = other.license }
            // Another spelling of the same term selects the same photos.
            if SectionReference.key(query.term) == SectionReference.key(other.term) {
                query.term = other.term
            }
            return query == other
        case (.share(let query), .share(let other)):
            return query.server == other.server && query.userID == other.userID
        case (.campaign(let query), .campaign(let other)):
            // Another spelling of the same campaign selects the same posts.
            return query.server == other.server
                && SectionReference.key(query.identifier) == SectionReference.key(other.identifier)
        default: return false
        }
    }

    /// Returns the query to store for a section that had another one: a smaller limit with the same
    /// filters does not reduce what a refresh covers, and a campaign keeps its spelling.
    package func keeping(_ old: SectionQuery) -> SectionQuery {
        guard selectsSamePhotos(as: old) else { return self }
        if case .campaign(var query) = self, case .campaign(let old) = old {
            query.identifier = old.identifier
            return .campaign(query)
        }
        guard case .flickr(var query) = self else { return self }
        query.limit = old.limit.flatMap { wide in query.limit.map { max(wide, $0) } }
        return .flickr(query)
    }
}

extension SectionQuery: Codable {
    /// The queries that are stored under their kind.
    private struct Kinds: Codable {
        var share: ShareQuery?
        var campaign: CampaignQuery?
    }

    /// Decodes a query.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let kinds = try Kinds(from: decoder)
        if let query = kinds.share {
            self = .share(query)
        } else if let query = kinds.campaign {
            self = .campaign(query)
        } else {
            self = .flickr(try FlickrQuery(from: decoder))
        }
    }

    /// Encodes the query.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .flickr(let query): try query.encode(to: encoder)
        case .share(let query): try Kinds(share: query).encode(to: encoder)
        case .campaign(let query): try Kinds(campaign: query).encode(to: encoder)
        }
    }
}

/// The query of a Flickr section: a term and filters, named as in Flickr's API.
///
/// Stored with the section for `refresh`. Values are checked when the query is sent.
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
public struct FlickrQuery: Hashable, Codable, Sendable {
    /// The search term.
    public var term: String
    /// Comma-separated tags; a leading minus excludes a tag.
    public var tags: String?
    /// `any` or `all`.
    public var tagMode: String?
    /// The Flickr ID of the photos' owner.
    public var user: String?
    /// Comma-separated license numbers.
    public var license: String?
    /// The order, such as `date-posted-desc`, `interestingness-desc` or `relevance`.
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
    /// The center of a search circle.
    public var near: Coordinate?
    /// The radius of the circle in kilometers, at most 32.
    public var radius: Double?
    /// True to require a position, false to exclude photos with one, nil for both.
    public var hasGeo: Bool?
    /// The safety level: 1 safe, 2 moderate, 3 restricted.
    public var safeSearch: Int?
    /// Comma-separated content types: 0 photo, 1 screenshot, 2 other, 3 virtual.
    public var contentType: String?
    /// `all`, `photos` or `videos`.
    public var media: String?
    /// Machine tags in Flickr's syntax.
    public var machineTags: String?
    /// The ID of the group whose pool is searched.
    public var group: String?
    /// The maximum number of photos to list; nil for all.
    public var limit: Int?
    /// The picture size to download; nil for none.
    public var size: PictureSize?

    /// The parsed licenses; nil for all.
    package var licenses: LicenseChoice? { license.flatMap(LicenseChoice.init) }

    /// True if the query has filters in addition to the term.
    package var hasFilters: Bool { self != FlickrQuery(term: term, limit: limit, size: size) }

    /// Creates a query for a term without filters: 100 photos with medium pictures.
    public init(term: String, limit: Int? = 100, size: PictureSize? = .medium) {
        self.term = SectionReference.normalized(term)
        self.limit = limit
        self.size = size
    }
}

/// The query for the photos of a user on a photo-share server.
///
/// Stored with the section for `refresh`.
public struct ShareQuery: Hashable, Codable, Sendable {
    /// The server.
    public var server: ServerAddress
    /// The server's ID of the user.
    public var userID: String
    /// The user's name at the last request; empty if the server does not provide one.
    public var name: String
    /// The picture size to download; nil for none.
    public var size: PictureSize?

    /// Creates the query for a user's photos.
    public init(
        server: ServerAddress, userID: String, name: String, size: PictureSize? = .original
    ) {
        self.server = server
        self.userID = userID
        self.name = name
        self.size = size
    }
}

/// The query for the posts of a campaign.
///
/// Stored with the section for `refresh`.
public struct CampaignQuery: Hashable, Codable, Sendable {
    /// The server of the feed.
    public var server: ServerAddress
    /// The campaign ID.
    public var identifier: String
    /// The picture size to download; nil for none.
    public var size: PictureSize?

    /// Creates the query for a campaign's posts.
    public init(server: ServerAddress, identifier: String, size: PictureSize? = .original) {
        self.server = server
        self.identifier = identifier
        self.size = size
    }
}
