package import Basics
import Foundation
package import GalleryModel
import Transport

/// Fetches photo lists and pictures from Flickr.
package struct FlickrClient: Sendable {
    let settings: FlickrSettings
    let requests: SourceRequests
    private let fetchesSizes: Bool
    private let reserveQuery: @Sendable () async throws -> Void

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - settings: endpoints, API key and hosts.
    ///   - fetchesSizes: true to request the sizes of a photo, one API request, if its original was
    ///     not listed.
    ///   - reserveQuery: called before each API request, including retries; takes one from the
    ///     hourly budget, waits or throws.
    package init(
        settings: FlickrSettings, requests: SourceRequests, fetchesSizes: Bool = false,
        reserveQuery: @escaping @Sendable () async throws -> Void
    ) {
        var settings = settings
        if settings.apiKey?.isEmpty == true { settings.apiKey = nil }
        while settings.photoEndpoint.hasSuffix("/") { settings.photoEndpoint.removeLast() }
        self.settings = settings
        self.requests = requests
        self.fetchesSizes = fetchesSizes && settings.apiKey != nil
        self.reserveQuery = reserveQuery
    }

    /// Calls an API method, or fetches the public feed, and returns the response after checking
    /// `stat`.
    ///
    /// Responses that are not JSON or not valid, and transient errors, are retried by the
    /// transport. `problem` returns the reason why a response is not valid.
    ///
    /// - Parameter method: the method; nil for the feed.
    /// - Throws: `FlickrError`, without the key, which the server may repeat; errors of
    ///   `reserveQuery` and of the transport.
    func answer(
        of method: String?, _ parameters: FlickrParameters,
        problem: @escaping @Sendable (JSONDocument.Value) -> String? = { _ in nil }
    ) async throws -> JSONDocument {
        let key = settings.apiKey
        if method != nil, key == nil { throw FlickrError.needsKey(filters: []) }
        let endpoint = method == nil ? settings.feedEndpoint : settings.endpoint
        var parameters = parameters
        parameters["method"] = method
        if method != nil { parameters["api_key"] = key }
        parameters["format"] = "json"
        parameters["nojsoncallback"] = "1"
        let request = TransferRequest(
            url: parameters.url(endpoint), maximumBytes: requests.limits.maximumAnswerBytes,
            hosts: AllowedHosts(onlyHostOf: endpoint))
        let (response, json) = try await requests.answer(to: request, reserve: reserveQuery) {
            response -> JSONDocument? in
            let failure: FlickrError
            do throws(SourceJSONError) {
                let json = try JSONDocument(answer: response.body)
                if json.root["stat"]?.text == "fail" {
                    let message = json.root["message"]?.text ?? ""
                    failure = .api(
                        code: json.root["code"]?.integer ?? 0,
                        message: SourceText.beginning(of: message.utf8).redacting(key))
                } else if let problem = problem(json.root) {
                    failure = .badResponse(
                        problem: problem, offset: 0,
                        beginning: SourceText.beginning(of: json.bytes).redacting(key))
                } else {
                    return json
                }
            } catch {
                failure = .badResponse(
                    problem: error.problem, offset: error.offset,
                    beginning: error.beginning.redacting(key))
            }
            throw TransferRejection(
                failure, isTransient: failure.kind.map { $0 == .unavailable } ?? true)
        }
        if let json { return json }
        switch response.status {
        case 401, 403: throw FlickrError.notAllowed(status: response.status, endpoint: endpoint)
        default:
            throw FlickrError.badStatus(
                status: response.status, endpoint: endpoint,
                beginning: SourceText.beginning(of: response.body).redacting(key))
        }
    }
}

extension String {
    /// The text with every occurrence of a secret replaced by `…`.
    fileprivate func redacting(_ key: String?) -> String {
        key.map { replacingOccurrences(of: $0, with: "…") } ?? self
    }
}

extension FlickrSettings {
    /// The hosts that pictures may come from: those of the endpoints (any port), the extra ones,
    /// and all of Flickr's if the photo endpoint is Flickr's.
    var pictureHosts: AllowedHosts {
        let own = [photoEndpoint, endpoint, feedEndpoint].map { HTTPURL($0)?.origin.host }
        let isFlickr = own[0].map { ".\($0)".hasSuffix(".staticflickr.com") } ?? false
        let flickr = isFlickr ? ["*.staticflickr.com", "*.flickr.com"] : []
        return AllowedHosts(own.compactMap(\.self) + hosts + flickr)
    }
}

extension FlickrClient: RemoteSource {
    /// Lists the photos of a query; without a key, the newest of the public feed.
    ///
    /// - Throws: like `list` and `feed`.
    package func listing(
        of query: FlickrQuery, receive: (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        settings.apiKey == nil
            ? try await feed(query, receive: receive) : try await list(query, receive: receive)
    }

    /// Returns the source of a photo's picture in a size; an unlisted original takes one API
    /// request.
    ///
    /// - Throws: like `original(of:)`.
    package func picture(of photo: Photo, size: PictureSize) async throws -> PictureSource? {
        if let source = picture(of: photo.details, size: size) { return source }
        guard fetchesSizes, size == .original, photo.media != "video" else { return nil }
        return try await original(of: photo.originID)
    }
}

extension FlickrClient {
    /// Returns the source of a photo's picture in a size; nil if it has none.
    ///
    /// Uses only stored details, so that a larger picture can be fetched later. Prefers Flickr's
    /// own URLs; builds a URL for sizes up to 1024 pixels if Flickr sent none. If the photo is
    /// smaller than the size, returns the largest picture. Nil for `original` if Flickr withholds
    /// it; `original(of:)` checks again.
    package func picture(of details: PhotoDetails, size: PictureSize) -> PictureSource? {
        guard let raw = details.rawJSON, let json = try? JSONDocument(answer: raw.utf8),
            let row = FlickrRow(json.root)
        else { return nil }
        return row.pictureURL(size, settings.photoEndpoint).map { PictureSource(url: $0) }
    }

    /// Downloads a picture to a file whose name contains `.part`, resuming a partial download.
    ///
    /// Only intact pictures are accepted, never HTML, placeholders or truncated files. A damaged
    /// file is deleted and fetched again, within the transport's retries. The file and its `.meta`
    /// remain only after `.downloaded` or a transient failure.
    ///
    /// - Throws: `PictureError` if the picture is not intact or the server refuses; transport
    ///   errors.
    package func download(
        _ source: PictureSource, to part: BytePath
    ) async throws -> PictureOutcome {
        try await requests.picture(
            source, hosts: settings.pictureHosts, to: part, absence: FlickrClient.unavailability,
            refusal: { response, url in
                PictureError(url: url, problem: "cannot be fetched: HTTP \(response.status)")
            })
    }

    /// The reason why Flickr has no such picture; nil for other responses.
    private static func unavailability(_ response: TransferResponse) -> String? {
        switch response.status {
        case 404, 410: "Flickr has no such picture (HTTP \(response.status))"
        default:
            ["photo_unavailable", "video_unavailable"].contains {
                response.effectiveURL.prefix { $0 != "?" && $0 != "#" }.contains($0)
            } ? "Flickr returned its \"unavailable\" placeholder" : nil
        }
    }
}

extension FlickrClient {
    /// Returns a photo's original, with one API request; nil if Flickr withholds it.
    ///
    /// - Throws: `FlickrError`; errors of `reserveQuery` and of the transport.
    /// Source: https://www.flickr.com/services/api/flickr.photos.getSizes.html
    func original(of id: String) async throws -> PictureSource? {
        var parameters = FlickrParameters()
        parameters["photo_id"] = id
        return FlickrClient.original(
            in: try await answer(of: "flickr.photos.getSizes", parameters).root)
    }

    /// Returns the original in a response of `getSizes`.
    static func original(in root: JSONDocument.Value) -> PictureSource? {
        let original = root["sizes"]?["size"]?.elements.first {
            $0["label"]?.text == "Original" && $0["media"]?.text != "video"
        }
        return original?["source"]?.text.flatMap(FlickrRow.secured).map { PictureSource(url: $0) }
    }
}
