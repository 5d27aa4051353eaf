import Foundation
package import GalleryModel

extension FlickrClient {
    /// How many photos the public feed shows.
    private static let feedSize = 20

    /// Lists the newest photos of the keyless public feed: those with all words of the term as
    /// tags.
    ///
    /// A failed request is in the listing's `failure`.
    ///
    /// Throws: `FlickrError.needsKey` naming the filters that the feed lacks, and the errors of a
    /// wrong query, before anything is sent; whatever `receive` throws.
    /// Source: https://www.flickr.com/services/feeds/docs/photos_public/
    package func feed(
        _ query: FlickrQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        let parameters = try feedParameters(query)
        let requests = RequestCount()
        var listing = SourceListing()
        var photos: [FlickrPhoto] = []
        var itemCount = 0
        do {
            let answer = try await feedAnswer(parameters, counting: requests)
            let items = answer.root["items"]?.elements ?? []
            itemCount = items.count
            var seen: Set<String> = []
            photos = items.compactMap {
                FlickrPhoto($0, photoEndpoint: configuration.photoEndpoint)
            }.filter { seen.insert($0.id).inserted }
        } catch {
            listing.failure = error
            listing.gaps.append("the public feed could not be had: \(error)")
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
        listing.requests = requests.value
        if !photos.isEmpty {
            try await receive(
                SourcePage(
                    photos: photos.map(\.details), found: listing.found, isPartial: true))
        }
        return listing
    }

    private func feedAnswer(
        _ parameters: FlickrParameters, counting requests: RequestCount
    ) async throws -> SourceJSON {
        let answer = try await self.answer(
            url: parameters.url(configuration.feedEndpoint), endpoint: configuration.feedEndpoint,
            counting: requests)
        guard answer.root["items"]?.kind == .array else {
            throw FlickrError.badAnswer(
                problem: "holds no items of a feed", offset: 0,
                beginning: SourceText.beginning(of: answer.bytes))
        }
        return answer
    }

    /// The feed's parameters for a query.
    func feedParameters(_ query: FlickrQuery) throws(FlickrError) -> FlickrParameters {
        let checked = try FlickrParameters(query)
        let optional: [(name: String, isSet: Bool)] = [
            ("license", query.license != nil), ("sort", query.sort != nil),
            ("min-taken", query.minTaken != nil), ("max-taken", query.maxTaken != nil),
            ("min-upload", query.minUpload != nil), ("max-upload", query.maxUpload != nil),
            ("bbox", query.bbox != nil), ("near", query.near != nil),
            ("radius", query.radius != nil), ("has-geo", query.hasGeo != nil),
            ("safe-search", query.safeSearch != nil), ("content-type", query.contentType != nil),
            ("media", query.media != nil), ("machine-tags", query.machineTags != nil),
            ("group", query.group != nil),
        ]
        var lacking = optional.filter(\.isSet).map(\.name)
        let words = query.term.split { $0.isWhitespace || $0 == "," }.map(String.init)
        let tags = checked["tags"]?.split(separator: ",").map(String.init) ?? []
        let tagMode = checked["tag_mode"] ?? (words.isEmpty && !tags.isEmpty ? "any" : "all")
        if tags.contains(where: { $0.hasPrefix("-") }) { lacking.append("tags") }
        // The feed has one mode for all tags, and the words of the term must all match.
        if tagMode == "any", !words.isEmpty, tags.count > 1 { lacking.append("tag-mode") }
        guard lacking.isEmpty else { throw .needsKey(filters: lacking) }
        var parameters = FlickrParameters()
        let all = words + tags.filter { !words.contains($0) }
        if !all.isEmpty {
            parameters["tags"] = all.joined(separator: ",")
            parameters["tagmode"] = words.isEmpty ? tagMode : "all"
        }
        parameters["id"] = checked["user_id"]
        parameters["format"] = "json"
        parameters["nojsoncallback"] = "1"
        return parameters
    }
}
