import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore

/// A request as passed to routes: parsed, checked and with an identified sender.
struct WebRequest: Sendable {
    private let request: Request
    /// The decoded path and parameters.
    let target: RequestTarget
    /// The language of the response.
    let language: PageLanguage
    /// The client and its connection.
    let client: Client
    /// The user identified by the credential.
    var principal: Principal
    /// The values of the route template's parameters, such as `photo` in `/photos/{photo}`.
    var parts: [String: String] = [:]

    /// The connection; nil in tests without one.
    var channel: (any Channel)?

    /// Creates a request.
    ///
    /// - Parameter principal: the user identified by the credential.
    init(
        _ request: Request, target: RequestTarget, client: Client, principal: Principal = .anyone
    ) {
        self.request = request
        self.target = target
        language = PageLanguage(request.headers)
        self.client = client
        self.principal = principal
    }

    /// True for HEAD requests, whose response body is removed at the end.
    var isHead: Bool { request.method == .head }
    /// The path with its parameters, as sent.
    var address: String { request.head.path ?? "/" }
    var headers: HTTPFields { request.headers }

    /// Returns a query parameter; nil if it is missing.
    func parameter(_ name: String) -> String? { target.query[name] }

    /// Returns the value of a template parameter.
    func part(_ name: String) -> String { parts[name] ?? "" }

    /// Writes a long response and reports if the client disconnects meanwhile.
    ///
    /// The connection closes when the response is complete.
    func whileConnected<Value: Sendable>(
        _ body: () async throws -> Value, onClose: @escaping @Sendable () -> Void
    ) async throws -> Value {
        try await request.body.consumeWithInboundCloseHandler(
            { _ in try await body() }, onInboundClosed: onClose)
    }

    /// Returns the body as a stream, for content too long for memory.
    ///
    /// - Throws: 413 if `Content-Length` exceeds `limit` bytes; the caller must check the actual
    ///   length.
    func pieces(upTo limit: Int) throws(Problem) -> AsyncMapSequence<RequestBody, ByteBufferView> {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw WebRequest.tooLong(limit)
        }
        return request.body.map(\.readableBytesView)
    }

    /// Reads the whole body.
    ///
    /// - Throws: 413 if it exceeds `limit` bytes.
    func body(upTo limit: Int = 1 << 20) async throws -> [UInt8] {
        do {
            return Array(buffer: try await request.body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw WebRequest.tooLong(limit)
        }
    }

    /// Reads the body as JSON; an empty body is an empty object.
    ///
    /// - Parameter types: the accepted media types.
    /// - Throws: 413 if it is too long; 415 for another media type; 400 for invalid JSON.
    func json(
        upTo limit: Int = 1 << 20, types: [String] = ["application/json"]
    ) async throws -> JSONValue {
        let bytes = try await body(upTo: limit)
        if bytes.isEmpty { return .object([]) }
        guard types.contains(mediaType ?? "") else {
            throw WebRequest.wrongType(types.joined(separator: ", "))
        }
        do { return try JSONValue(bytes) } catch {
            throw Problem(.badRequest, "the body is not valid JSON: \(error.message)")
        }
    }

    /// The maximum size of a form, in bytes, as anyone may send one.
    static let maximumFormBytes = 1 << 16

    /// The media type of the body, in lower case and without parameters; nil if unspecified.
    var mediaType: String? { headers[.contentType].flatMap(HeaderValue.init)?.name.lowercased() }

    /// Reads the fields of a form, `application/x-www-form-urlencoded` or `multipart/form-data`.
    ///
    /// - Throws: 413 if it is too long; 415 for another media type; 400 for a malformed form.
    func form(upTo limit: Int = maximumFormBytes) async throws -> [String: String] {
        if let parser = MultipartParser(contentType: headers[.contentType]) {
            return try parser.fields(of: try await body(upTo: limit))
        }
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw WebRequest.wrongType("application/x-www-form-urlencoded")
        }
        return try RequestTarget.parameters(try await body(upTo: limit))
    }

    /// Returns the error for a body that is too long.
    static func tooLong(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, say: "error.long-body", ["most": "\(limit)"])
    }

    /// Returns the error for a body with an unsupported media type.
    static func wrongType(_ type: String) -> Problem {
        Problem(.unsupportedMediaType, say: "error.body-type", ["type": type])
    }
}

/// The client that sent a request.
struct Client: Hashable, Sendable {
    /// The IP address as text, without a port.
    var address: String
    /// True if the client's connection, or its connection to a trusted proxy, is encrypted.
    var isSecure: Bool
    /// The requested host and port, as sent; nil if missing.
    var host: String?
}

extension Int64 {
    /// Parses a positive catalog id; nil for any spelling but the usual one.
    init?(id text: String) {
        guard let id = Int64(text), id > 0, "\(id)" == text else { return nil }
        self = id
    }
}

extension Problem {
    /// Creates the problem for an unknown name, with the nearest known one or all of them.
    ///
    /// - Parameters:
    ///   - key: the key of the text with all names.
    ///   - likely: the key of the text with the nearest name.
    ///   - none: the key of the text if no names are known.
    init(
        unknown name: String, among names: [String], say key: String, likely: String, none: String
    ) {
        let shown = DisplayText.truncated(name, to: 60)
        if let nearest = NearestName.likely(for: name, among: names) {
            self.init(.badRequest, say: likely, ["name": shown, "likely": nearest])
        } else if names.isEmpty {
            self.init(.badRequest, say: none, ["name": shown])
        } else {
            self.init(
                .badRequest, say: key, ["name": shown, "names": names.joined(separator: ", ")])
        }
    }
}

extension WebRequest {
    /// Rejects unknown parameters of an API route, as a mistyped one would silently change the
    /// response.
    ///
    /// Pages ignore them, since messengers and email programs add parameters such as `utm_source`
    /// to links.
    ///
    /// - Throws: 400 with the nearest known name.
    func checkParameters(of route: Route) throws(Problem) {
        guard !target.isPage, let names = route.parameters else { return }
        if let name = target.query.keys.sorted().first(where: { !names.contains($0) }) {
            throw Problem(
                unknown: name, among: names, say: "error.unknown-parameter",
                likely: "error.unknown-parameter-likely", none: "error.no-parameters")
        }
    }

    /// The number of items per page.
    ///
    /// - Throws: 400 unless it is between 1 and 1000.
    func limit(standard: Int = 100) throws(Problem) -> Int {
        try integer("limit", in: 1...1000, standard: standard)
    }

    /// Returns a whole number.
    ///
    /// - Throws: 400 unless it is in the range.
    func integer(_ name: String, in range: ClosedRange<Int>, standard: Int) throws(Problem) -> Int {
        guard let text = parameter(name) else { return standard }
        guard let number = Int(text), range.contains(number), String(number) == text else {
            throw invalid(
                name, text,
                .say(
                    "expected.range",
                    ["least": "\(range.lowerBound)", "most": "\(range.upperBound)"]))
        }
        return number
    }

    /// Returns one of some choices.
    ///
    /// - Throws: 400 for any other value.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, standard: Choice
    ) throws(Problem) -> Choice {
        guard let text = parameter(name) else { return standard }
        if let choice = Choice(rawValue: text) { return choice }
        throw invalid(name, text, .text(Choice.allCases.map(\.rawValue).joined(separator: ", ")))
    }

    /// Returns a Boolean, false by default.
    ///
    /// - Throws: 400 for anything but `true`, `false`, 1 and 0.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch parameter(name) {
        case nil, "0", "false": return false
        case "1", "true": return true
        case let text?: throw invalid(name, text, .say("expected.true-or-false"))
        }
    }

    /// Returns the position after which the page starts.
    ///
    /// - Parameter read: parses the text; nil if it is invalid.
    /// - Throws: 400 for an invalid cursor.
    func cursor<Cursor>(_ read: (String) -> Cursor?) throws(Problem) -> Cursor? {
        guard let text = parameter("cursor") else { return nil }
        if let cursor = read(text) { return cursor }
        throw invalid("cursor", text, .say("expected.next"))
    }

    /// Returns the error for an invalid parameter.
    ///
    /// - Parameter expected: the expected values, or a description with translations.
    func invalid(_ name: String, _ text: String, _ expected: Message.Value) -> Problem {
        Problem(.badRequest, invalid: name, text, expected: expected)
    }

    /// Parses a photo query; only owners may query the trash.
    ///
    /// - Throws: as `PhotoGallery.filter`; 403 if another user queries the trash.
    func filter(_ text: String?, in gallery: PhotoGallery) throws -> PhotoFilter {
        let filter = try gallery.filter(text ?? "")
        guard principal.role == .owner || !filter.conditions.contains(.state(.trashed)) else {
            throw Problem(.forbidden, say: "error.owners-trash")
        }
        return filter
    }
}
