package import Basics
import Foundation
package import GalleryModel
import Synchronization
import Transport

/// Fetches photo lists and pictures from Flickr.
package struct FlickrClient: Sendable {
    let settings: FlickrSettings
    let limits: TransferLimits
    let fetchesSizes: Bool
    let reserveQuery: @Sendable () async throws -> Void
    let pictures: PictureTransfer
    let send: SendRequest

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - settings: endpoints, API key and hosts.
    ///   - limits: the maximum size of responses and pictures.
    ///   - fetchesSizes: true to request the sizes of a photo, one API request, if its original was
    ///     not listed.
    ///   - integrity: checks a downloaded file and returns its type.
    ///   - reserveQuery: called before each API request, including retries; takes one from the
    ///     hourly budget, waits or throws.
    ///   - pictureAttempted: called before each picture request, including retries.
    ///   - send: sends the requests, with retries.
    package init(
        settings: FlickrSettings, limits: TransferLimits = TransferLimits(),
        fetchesSizes: Bool = false, integrity: @escaping PictureTransfer.Integrity,
        reserveQuery: @escaping @Sendable () async throws -> Void,
        pictureAttempted: @escaping @Sendable () -> Void = {}, send: @escaping SendRequest
    ) {
        var settings = settings
        if settings.apiKey?.isEmpty == true { settings.apiKey = nil }
        while settings.photoEndpoint.hasSuffix("/") { settings.photoEndpoint.removeLast() }
        self.settings = settings
        self.limits = limits
        self.fetchesSizes = fetchesSizes && settings.apiKey != nil
        self.reserveQuery = reserveQuery
        pictures = PictureTransfer(
            integrity: integrity, maximumBytes: limits.maximumPictureBytes,
            attempted: pictureAttempted, send: send)
        self.send = send
    }

    /// Calls an API method and returns its response, after checking `stat`.
    ///
    /// Responses that are not JSON or not valid, and transient errors, are retried by the
    /// transport. `problem` returns the reason why a response is not valid.
    ///
    /// - Throws: `FlickrError`; errors of `reserveQuery` and of the transport.
    func call(
        _ method: String, _ parameters: FlickrParameters, counting requests: RequestCount,
        problem: @escaping @Sendable (JSONDocument.Value) -> String? = { _ in nil }
    ) async throws -> JSONDocument {
        guard let key = settings.apiKey else { throw FlickrError.needsKey(filters: []) }
        var parameters = parameters
        parameters["method"] = method
        parameters["api_key"] = key
        parameters["format"] = "json"
        parameters["nojsoncallback"] = "1"
        return try await answer(
            url: parameters.url(settings.endpoint), endpoint: settings.endpoint,
            counting: requests, problem: problem)
    }

    /// Fetches and parses a JSON response.
    func answer(
        url: String, endpoint: String, counting requests: RequestCount,
        problem: @escaping @Sendable (JSONDocument.Value) -> String? = { _ in nil }
    ) async throws -> JSONDocument {
        let request = TransferRequest(
            url: url, maximumBytes: limits.maximumAnswerBytes,
            hosts: AllowedHosts(onlyHostOf: endpoint))
        let read = ParsedResponse(problem: problem)
        let key = settings.apiKey
        let reserveQuery = self.reserveQuery
        let response: TransferResponse
        do {
            response = try await send(
                request,
                {
                    try await reserveQuery()
                    requests.add()
                },
                { response in
                    guard (200..<300).contains(response.status) else { return }
                    try read.keep(response.body, redacting: key)
                })
        } catch let rejection as TransferRejection {
            throw rejection.underlying ?? rejection
        }
        if let json = read.json { return json }
        let beginning = SourceText.beginning(of: response.body).redacting(key)
        switch response.status {
        case 401, 403:
            throw FlickrError.notAllowed(status: response.status, endpoint: endpoint)
        default:
            throw FlickrError.badStatus(
                status: response.status, endpoint: endpoint, beginning: beginning)
        }
    }
}

/// Counts the API requests of a listing.
final class RequestCount: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }

    var value: Int { count.withLock { $0 } }
}

/// Holds the response parsed in the transport's check, so that it is parsed only once.
private final class ParsedResponse: Sendable {
    private let answer = Mutex<JSONDocument?>(nil)
    private let problem: @Sendable (JSONDocument.Value) -> String?

    init(problem: @escaping @Sendable (JSONDocument.Value) -> String?) {
        self.problem = problem
    }

    var json: JSONDocument? { answer.withLock { $0 } }

    /// Parses and stores a response.
    ///
    /// - Throws: `TransferRejection` with the `FlickrError`, transient if a retry may help.
    func keep(_ body: Data, redacting key: String?) throws {
        let json: JSONDocument
        do throws(SourceJSONError) {
            json = try JSONDocument(answer: body)
        } catch {
            let problem = FlickrError.badResponse(
                problem: error.problem, offset: error.offset, beginning: error.beginning)
            throw rejection(problem.redacting(key), isTransient: true)
        }
        if json.root["stat"]?.text == "fail" {
            let code = json.root["code"]?.integer ?? 0
            let message = json.root["message"]?.text ?? ""
            let error = FlickrError.api(code: code, message: message).redacting(key)
            throw rejection(error, isTransient: error.kind == .unavailable)
        }
        if let problem = problem(json.root) {
            let beginning = SourceText.beginning(of: json.bytes)
            let error = FlickrError.badResponse(problem: problem, offset: 0, beginning: beginning)
            throw rejection(error.redacting(key), isTransient: true)
        }
        answer.withLock { $0 = json }
    }

    private func rejection(_ error: FlickrError, isTransient: Bool) -> TransferRejection {
        TransferRejection(reason: error.description, isTransient: isTransient, underlying: error)
    }
}

extension FlickrError {
    /// The error with the key redacted from the server's message.
    func redacting(_ key: String?) -> FlickrError {
        switch self {
        case .api(let code, let message):
            .api(code: code, message: SourceText.beginning(of: message.utf8).redacting(key))
        case .badResponse(let problem, let offset, let beginning):
            .badResponse(problem: problem, offset: offset, beginning: beginning.redacting(key))
        default: self
        }
    }
}

extension String {
    /// The text with every occurrence of a secret replaced by `…`.
    fileprivate func redacting(_ key: String?) -> String {
        guard let key, !key.isEmpty else { return self }
        return replacingOccurrences(of: key, with: "…")
    }
}

extension FlickrSettings {
    /// The hosts that pictures may come from: those of the endpoints (any port), the extra ones,
    /// and all of Flickr's if the photo endpoint is Flickr's.
    var pictureHosts: AllowedHosts {
        let photoHost = AllowedHosts.host(of: photoEndpoint)
        let others = [endpoint, feedEndpoint].map(AllowedHosts.host(of:))
        var names = ([photoHost] + others).compactMap { $0 } + hosts
        if let photoHost,
            photoHost == "staticflickr.com" || photoHost.hasSuffix(".staticflickr.com")
        {
            names += ["*.staticflickr.com", "*.flickr.com"]
        }
        return AllowedHosts(names)
    }
}

extension FlickrClient: RemoteSource {
    /// Lists the photos of a query; without a key, the newest of the public feed.
    ///
    /// - Throws: like `list` and `feed`.
    package func listing(
        of query: FlickrQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        settings.apiKey == nil
            ? try await feed(query, receive: receive) : try await list(query, receive: receive)
    }

    /// Returns the source of a photo's picture in a size; an unlisted original takes one API
    /// request.
    ///
    /// - Throws: like `sizes(of:)`.
    package func picture(of photo: Photo, size: PictureSize) async throws -> PictureSource? {
        if let source = picture(of: photo.details, size: size) { return source }
        guard fetchesSizes, size == .original, photo.media != "video" else {
            return nil
        }
        return FlickrClient.original(among: try await sizes(of: photo.originID))
    }
}

extension FlickrClient {
    /// Returns the source of a photo's picture in a size; nil if it has none.
    ///
    /// Uses only stored details, so that a larger picture can be fetched later. Prefers Flickr's
    /// own URLs; builds a URL for sizes up to 1024 pixels if Flickr sent none. If the photo is
    /// smaller than the size, returns the largest picture. Nil for `original` if Flickr withholds
    /// it; `sizes(of:)` checks again.
    package func picture(of details: PhotoDetails, size: PictureSize) -> PictureSource? {
        guard let raw = details.rawJSON, let json = try? JSONDocument(answer: raw.utf8),
            let row = FlickrRow(json.root)
        else { return nil }
        return FlickrPictureURLs(row, photoEndpoint: settings.photoEndpoint).source(for: size)
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
        let answer = try await pictures.answer(
            source, hosts: settings.pictureHosts, to: part,
            isPlaceholder: { FlickrClient.placeholder($0) != nil })
        if let reason = FlickrClient.unavailability(answer.response) {
            DownloadedFile(part).remove()
            return .unavailable(reason: reason)
        }
        guard answer.response.isSuccess else {
            DownloadedFile(part).remove()
            throw PictureError(
                url: source.url, problem: "cannot be fetched: HTTP \(answer.response.status)")
        }
        return try pictures.outcome(answer)
    }

    private static func unavailability(_ response: TransferResponse) -> String? {
        switch response.status {
        case 404, 410: "Flickr has no such picture (HTTP \(response.status))"
        default: placeholder(response.effectiveURL)
        }
    }

    /// The reason why a URL after redirects is that of a placeholder; nil if it is not.
    static func placeholder(_ url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let isPlaceholder = ["photo_unavailable", "video_unavailable"].contains {
            path.contains($0)
        }
        return isPlaceholder ? "Flickr returned its \"unavailable\" placeholder" : nil
    }
}

/// A picture of a photo, as listed by `flickr.photos.getSizes`.
package struct FlickrSize: Sendable, Hashable {
    /// Flickr's name of the size, such as `Large 1600` or `Original`.
    package var label: String
    /// Width in pixels; nil if unknown.
    package var width: Int?
    /// Height in pixels; nil if unknown.
    package var height: Int?
    /// The picture's URL.
    package var url: String
    /// `photo` or `video`.
    package var media: String?
}

extension FlickrClient {
    /// Fetches the list of a photo's pictures with one API request; empty for old videos.
    ///
    /// - Throws: `FlickrError`; errors of `reserveQuery` and of the transport.
    /// Source: https://www.flickr.com/services/api/flickr.photos.getSizes.html
    package func sizes(of id: String) async throws -> [FlickrSize] {
        var parameters = FlickrParameters()
        parameters["photo_id"] = id
        let answer = try await call(
            "flickr.photos.getSizes", parameters, counting: RequestCount())
        return FlickrClient.sizes(in: answer.root)
    }

    /// The original among a photo's sizes; nil if Flickr withholds it.
    package static func original(among sizes: [FlickrSize]) -> PictureSource? {
        sizes.first { $0.label == "Original" && $0.media != "video" }
            .map { PictureSource(size: .original, url: $0.url) }
    }

    /// Parses a response of `getSizes`, skipping sizes without a web URL.
    static func sizes(in root: JSONDocument.Value) -> [FlickrSize] {
        let rows = root["sizes"]?["size"]?.elements ?? []
        return rows.compactMap { row in
            guard let label = row["label"]?.text,
                let url = row["source"]?.text.flatMap(FlickrPictureURLs.secured)
            else { return nil }
            return FlickrSize(
                label: label, width: row["width"]?.integer, height: row["height"]?.integer,
                url: url, media: row["media"]?.text)
        }
    }
}
