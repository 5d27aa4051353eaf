/// What fills a section from another server: which server, and what it is asked for.
///
/// As JSON a Flickr query stands as it is, and any other under the name of its kind: `{"share":{…}}`.
public enum SectionQuery: Hashable, Sendable {
    /// A search of Flickr.
    case flickr(FlickrQuery)
    /// The photos of a person on a photo-share server.
    case share(ShareQuery)
    /// The posts of a campaign.
    case campaign(CampaignQuery)

    /// The query of Flickr; nil for any other.
    public var flickr: FlickrQuery? {
        if case .flickr(let query) = self { query } else { nil }
    }

    /// The query of a photo-share server; nil for any other.
    public var share: ShareQuery? {
        if case .share(let query) = self { query } else { nil }
    }

    /// The server that is asked; nil for Flickr.
    public var server: ServerAddress? {
        switch self {
        case .flickr: nil
        case .share(let query): query.server
        case .campaign(let query): query.server
        }
    }

    /// Which picture to download; nil for none.
    public var size: PictureSize? {
        switch self {
        case .flickr(let query): query.size
        case .share(let query): query.size
        case .campaign(let query): query.size
        }
    }

    /// How many photos to list; nil for all that there are.
    public var limit: Int? { flickr?.limit }

    /// Whether the section stands in the order of when photos were uploaded, also where an older one comes late.
    public var isNewestFirst: Bool {
        if case .campaign = self { true } else { false }
    }

    /// Whether another query asks for the same photos: more or fewer of them, or other pictures of them.
    public func asksForTheSame(as other: SectionQuery) -> Bool {
        switch (self, other) {
        case (.flickr(var query), .flickr(let other)):
            query.limit = other.limit
            query.size = other.size
            // Another spelling of the same term asks for the same photos.
            query.term = other.term
            return query == other
        case (.share(let query), .share(let other)):
            return query.server == other.server && query.userID == other.userID
        case (.campaign(let query), .campaign(let other)):
            // Another spelling of the same campaign asks for the same posts.
            return query.server == other.server
                && SectionReference.key(query.identifier) == SectionReference.key(other.identifier)
        default: return false
        }
    }

    /// The query as a section keeps it that kept another one before: the same filters with a smaller limit do not
    /// narrow what a refresh looks at, and a campaign keeps its spelling.
    public func keeping(_ old: SectionQuery) -> SectionQuery {
        guard asksForTheSame(as: old) else { return self }
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
    private enum CodingKeys: String, CodingKey {
        case share, campaign
    }

    /// Reads a query.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let kinds = try decoder.container(keyedBy: CodingKeys.self)
        if let query = try kinds.decodeIfPresent(ShareQuery.self, forKey: .share) {
            self = .share(query)
        } else if let query = try kinds.decodeIfPresent(CampaignQuery.self, forKey: .campaign) {
            self = .campaign(query)
        } else {
            self = .flickr(try FlickrQuery(from: decoder))
        }
    }

    /// Writes the query.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .flickr(let query): try query.encode(to: encoder)
        case .share(let query):
            var kinds = encoder.container(keyedBy: CodingKeys.self)
            try kinds.encode(query, forKey: .share)
        case .campaign(let query):
            var kinds = encoder.container(keyedBy: CodingKeys.self)
            try kinds.encode(query, forKey: .campaign)
        }
    }
}
