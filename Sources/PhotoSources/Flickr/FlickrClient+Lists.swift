import Basics
package import GalleryModel

extension FlickrClient {
    /// The most photos that Flickr lists for a query; later pages repeat earlier ones.
    static let cap = 4_000

    /// Every extra that saves a request per photo.
    ///
    /// Source: https://www.flickr.com/services/api/flickr.photos.search.html; `url_h`, `url_k` and
    /// `realname` are undocumented but work.
    static let extras = [
        "description", "license", "date_upload", "date_taken", "owner_name", "realname",
        "icon_server", "original_format", "last_update", "geo", "tags", "machine_tags", "o_dims",
        "views", "media", "path_alias", "url_sq", "url_t", "url_s", "url_q", "url_m", "url_n",
        "url_z", "url_c", "url_l", "url_h", "url_k", "url_o",
    ].joined(separator: ",")

    /// Lists the photos of a query and delivers each once, page by page, until the query's limit.
    ///
    /// Flickr's pages shift while they are read, may be short, empty, repeated or misnumbered, and
    /// its totals are estimates. Therefore every claimed page is requested; if a pass over the
    /// pages has such problems, up to two more passes follow, until one finds nothing new. For more
    /// than 4,000 photos, the query is split by upload date. The number of requests is always
    /// bounded.
    ///
    /// A failed request ends the listing; the error is in the listing's `failure`, and earlier
    /// pages remain valid.
    ///
    /// - Throws: `FlickrError.invalidFilter`, `.emptyQuery` and `.needsKey` before anything is
    ///   sent; errors of `receive`.
    package func list(
        _ query: FlickrQuery, receive: (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        var parameters = try FlickrParameters(query)
        guard settings.apiKey != nil else { throw FlickrError.needsKey(filters: []) }
        let isGeo = ["lat", "bbox"].contains { parameters[$0] != nil }
        let pageSize = min(query.limit ?? 500, isGeo ? 250 : 500)
        parameters["extras"] = FlickrClient.extras
        parameters["per_page"] = String(pageSize)
        var enumeration = FlickrEnumeration(
            client: self, parameters: parameters, pageSize: pageSize, limit: query.limit,
            size: query.size)
        return try await enumeration.run(receive)
    }
}

/// The failure of a page, which distinguishes it from errors of the caller's closure.
struct FlickrPageFailure: Error {
    let page: Int
    let underlying: any Error
}

extension FlickrClient {
    /// The number of photos in the public feed.
    private static let feedSize = 20

    /// Lists the newest photos of the keyless public feed that have all words of the term as tags.
    ///
    /// The error of a failed request is in the listing's `failure`.
    ///
    /// - Throws: `FlickrError.needsKey` with the filters that the feed does not support, and errors
    ///   in the query, before anything is sent; errors of `receive`.
    /// Source: https://www.flickr.com/services/feeds/docs/photos_public/
    package func feed(
        _ query: FlickrQuery, receive: (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        let parameters = try feedParameters(query)
        var listing = SourceListing()
        var photos: [FlickrPhoto] = []
        var itemCount = 0
        do {
            let answer = try await answer(of: nil, parameters)
            guard let items = answer.root["items"], items.kind == .array else {
                throw FlickrError.badResponse(
                    problem: "has no feed items", offset: 0,
                    beginning: SourceText.beginning(of: answer.bytes))
            }
            itemCount = items.elements.count
            photos = items.elements.compactMap {
                FlickrPhoto($0, photoEndpoint: settings.photoEndpoint, size: query.size)
            }.uniqued(by: \.id)
        } catch {
            listing.failure = error
            listing.gaps.append("the public feed could not be fetched: \(error)")
        }
        listing.found = photos.count
        if let limit = query.limit, photos.count > limit {
            photos.removeSubrange(limit...)
        } else if itemCount >= FlickrClient.feedSize, query.limit.map({ $0 > photos.count }) ?? true
        {
            listing.gaps.append(
                "without an API key Flickr shows only the newest \(FlickrClient.feedSize) photos")
        }
        listing.listed = photos.count
        if !photos.isEmpty {
            try await receive(
                SourcePage(
                    photos: photos.map(\.details), pictures: photos.map(\.picture),
                    found: listing.found, isPartial: true))
        }
        return listing
    }

    /// The feed parameters for a query.
    func feedParameters(_ query: FlickrQuery) throws(FlickrError) -> FlickrParameters {
        let checked = try FlickrParameters(query)
        let optional: [(name: String, value: Any?)] = [
            ("license", query.license), ("sort", query.sort), ("min-taken", query.minTaken),
            ("max-taken", query.maxTaken), ("min-upload", query.minUpload),
            ("max-upload", query.maxUpload), ("bbox", query.bbox), ("near", query.near),
            ("radius", query.radius), ("has-geo", query.hasGeo),
            ("safe-search", query.safeSearch), ("content-type", query.contentType),
            ("media", query.media), ("machine-tags", query.machineTags), ("group", query.group),
        ]
        var lacking = optional.filter { $0.value != nil }.map(\.name)
        let words = query.term.split { $0.isWhitespace || $0 == "," }.map(String.init)
        let tags = checked["tags"]?.split(separator: ",").map(String.init) ?? []
        let tagMode = checked["tag_mode"] ?? (words.isEmpty && !tags.isEmpty ? "any" : "all")
        if tags.contains(where: { $0.hasPrefix("-") }) { lacking.append("tags") }
        // The feed has one mode for all tags, but the words of the term must all match.
        if tagMode == "any", !words.isEmpty, tags.count > 1 { lacking.append("tag-mode") }
        guard lacking.isEmpty else { throw .needsKey(filters: lacking) }
        var parameters = FlickrParameters()
        let all = words + tags.filter { !words.contains($0) }
        if !all.isEmpty {
            parameters["tags"] = all.joined(separator: ",")
            parameters["tagmode"] = words.isEmpty ? tagMode : "all"
        }
        parameters["id"] = checked["user_id"]
        return parameters
    }
}

/// A page of a list, as sent by the server.
struct FlickrListPage {
    /// The page number according to the server; nil if missing.
    let page: Int?
    /// The claimed number of pages; nil if missing or 0.
    let pages: Int?
    /// The claimed number of rows per page; nil if missing.
    let perPage: Int?
    /// The claimed number of photos; nil if missing or not a number.
    let total: Int?
    /// The number of rows on the page.
    let rowCount: Int
    /// The rows that are photos.
    let photos: [FlickrPhoto]

    /// Returns the reason why a response is not a page of a list; nil if it is one.
    ///
    /// During an outage, the server sends `{"photos":{},"stat":"ok"}`, so a list without rows must
    /// include the number of photos.
    static func problem(_ root: JSONDocument.Value) -> String? {
        guard let list = root.photoList else { return "has no list of photos" }
        guard let rows = list["photo"], rows.kind == .array else { return "has no photos" }
        return rows.elements.isEmpty && list["total"] == nil
            ? "has neither photos nor their number" : nil
    }

    /// Parses the list in a response without a `problem`.
    init(_ root: JSONDocument.Value, photoEndpoint: String, size: PictureSize? = nil) {
        let list = root.photoList
        page = list?["page"]?.integer
        pages = list?["pages"]?.integer.flatMap { $0 > 0 ? $0 : nil }
        perPage = (list?["perpage"] ?? list?["per_page"])?.integer.flatMap { $0 > 0 ? $0 : nil }
        total = list?["total"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        let rows = list?["photo"]?.elements ?? []
        rowCount = rows.count
        let owner = list?["owner"]?.text
        photos = rows.compactMap {
            FlickrPhoto($0, photoEndpoint: photoEndpoint, owner: owner, size: size)
        }
    }
}

extension JSONDocument.Value {
    /// The list in a response; nil if it has none.
    fileprivate var photoList: JSONDocument.Value? {
        (self["photos"] ?? self["photoset"]).flatMap { $0.kind == .object ? $0 : nil }
    }
}
