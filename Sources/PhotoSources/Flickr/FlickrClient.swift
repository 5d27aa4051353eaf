import Foundation
import GalleryModel
import Synchronization
package import Transport

/// Asks Flickr for lists of photos and for pictures.
package struct FlickrClient: Sendable {
    let configuration: FlickrConfiguration
    let reserveQuery: @Sendable () async throws -> Void
    let pictures: PictureTransfer
    let send: SendRequest

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - configuration: where Flickr is and the key
    ///   - transport: what carries the requests; it repeats them where that may help
    ///   - integrity: reads a downloaded file and says what it is
    ///   - reserveQuery: called before each API request goes out, repeated ones too: takes one from the
    ///     hour's budget, waits or throws
    ///   - pictureAttempted: called before each picture request goes out, repeated ones too
    package init(
        configuration: FlickrConfiguration, transport: HTTPTransport,
        integrity: @escaping PictureTransfer.Integrity,
        reserveQuery: @escaping @Sendable () async throws -> Void,
        pictureAttempted: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            configuration: configuration, integrity: integrity, reserveQuery: reserveQuery,
            pictureAttempted: pictureAttempted,
            send: { request, willAttempt, check in
                try await transport.response(for: request, willAttempt: willAttempt, check: check)
            })
    }

    /// Makes a client that sends requests through a closure.
    package init(
        configuration: FlickrConfiguration, integrity: @escaping PictureTransfer.Integrity,
        reserveQuery: @escaping @Sendable () async throws -> Void,
        pictureAttempted: @escaping @Sendable () -> Void = {}, send: @escaping SendRequest
    ) {
        self.configuration = configuration
        self.reserveQuery = reserveQuery
        pictures = PictureTransfer(
            integrity: integrity, maximumBytes: configuration.maximumPictureBytes,
            attempted: pictureAttempted, send: send)
        self.send = send
    }

    /// Calls a method of the API and hands back its answer, `stat` already checked.
    ///
    /// Answers that are no JSON or not what was asked for, and errors that pass, are asked again by the
    /// transport. `problem` says what keeps an answer from being what was asked for.
    ///
    /// Throws: `FlickrError`; whatever `reserveQuery` and the transport throw.
    func call(
        _ method: String, _ parameters: FlickrParameters, counting requests: RequestCount,
        problem: @escaping @Sendable (SourceJSON.Value) -> String? = { _ in nil }
    ) async throws -> SourceJSON {
        guard let key = configuration.apiKey else { throw FlickrError.needsKey(filters: []) }
        var parameters = parameters
        parameters["method"] = method
        parameters["api_key"] = key
        parameters["format"] = "json"
        parameters["nojsoncallback"] = "1"
        return try await answer(
            url: parameters.url(configuration.endpoint), endpoint: configuration.endpoint,
            counting: requests, problem: problem)
    }

    /// Fetches and reads one JSON answer.
    func answer(
        url: String, endpoint: String, counting requests: RequestCount,
        problem: @escaping @Sendable (SourceJSON.Value) -> String? = { _ in nil }
    ) async throws -> SourceJSON {
        let request = TransferRequest(
            url: url, maximumBytes: configuration.maximumAnswerBytes,
            hosts: AllowedHosts(onlyHostOf: endpoint))
        let read = ReadAnswer(problem: problem)
        let key = configuration.apiKey
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
                    try read.keep(response.body, hiding: key)
                })
        } catch let rejection as TransferRejection {
            throw rejection.underlying ?? rejection
        }
        if let json = read.json { return json }
        let beginning = SourceText.beginning(of: response.body).hiding(key)
        switch response.status {
        case 401, 403:
            throw FlickrError.notAllowed(status: response.status, endpoint: endpoint)
        default:
            throw FlickrError.badStatus(
                status: response.status, endpoint: endpoint, beginning: beginning)
        }
    }
}

/// Counts the API requests of one listing.
final class RequestCount: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }

    var value: Int { count.withLock { $0 } }
}

/// Carries the answer out of the check that the transport calls, so that it is read once.
private final class ReadAnswer: Sendable {
    private let answer = Mutex<SourceJSON?>(nil)
    private let problem: @Sendable (SourceJSON.Value) -> String?

    init(problem: @escaping @Sendable (SourceJSON.Value) -> String?) {
        self.problem = problem
    }

    var json: SourceJSON? { answer.withLock { $0 } }

    /// Reads an answer and keeps it.
    ///
    /// Throws: `TransferRejection` around the `FlickrError`, transient where asking again may help.
    func keep(_ body: Data, hiding key: String?) throws {
        let json: SourceJSON
        do throws(SourceJSONError) {
            json = try SourceJSON(body)
        } catch {
            let problem = FlickrError.badAnswer(
                problem: error.problem, offset: error.offset, beginning: error.beginning)
            throw rejection(problem.hiding(key), isTransient: true)
        }
        if json.root["stat"]?.text == "fail" {
            let code = json.root["code"]?.integer ?? 0
            let message = json.root["message"]?.text ?? ""
            let error = FlickrError.api(code: code, message: message).hiding(key)
            throw rejection(error, isTransient: error.kind == .unavailable)
        }
        if let problem = problem(json.root) {
            let beginning = SourceText.beginning(of: json.bytes)
            let error = FlickrError.badAnswer(problem: problem, offset: 0, beginning: beginning)
            throw rejection(error.hiding(key), isTransient: true)
        }
        answer.withLock { $0 = json }
    }

    private func rejection(_ error: FlickrError, isTransient: Bool) -> TransferRejection {
        TransferRejection(reason: error.description, isTransient: isTransient, underlying: error)
    }
}

extension FlickrError {
    /// The error without the key in the server's words.
    func hiding(_ key: String?) -> FlickrError {
        switch self {
        case .api(let code, let message):
            .api(code: code, message: SourceText.beginning(of: message.utf8).hiding(key))
        case .badAnswer(let problem, let offset, let beginning):
            .badAnswer(problem: problem, offset: offset, beginning: beginning.hiding(key))
        default: self
        }
    }
}

extension String {
    /// The text with every occurrence of a secret replaced by `…`.
    fileprivate func hiding(_ key: String?) -> String {
        guard let key, !key.isEmpty else { return self }
        return replacingOccurrences(of: key, with: "…")
    }
}
