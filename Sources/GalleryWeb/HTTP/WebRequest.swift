import Basics
import HTTPTypes
import Hummingbird
import NIOCore

/// A request as routes see it: read, checked and with its sender known.
struct WebRequest: Sendable {
    /// GET also for HEAD: the body is left out at the end.
    let method: HTTPRequest.Method
    /// Whether the headers of the answer alone are asked for.
    let isHead: Bool
    /// What is asked for.
    let target: RequestTarget
    /// What is asked for, as it was sent: the path with its parameters.
    let address: String
    /// The headers.
    let headers: HTTPFields
    /// The language to answer in.
    let language: PageLanguage
    /// Who asks, over which connection.
    let client: Client
    /// Whom the credential names.
    var principal: Principal
    /// What stands for the names in the route's template, such as `photo` in `/photos/{photo}`.
    var parts: [String: String] = [:]

    /// The connection; nil for a request that came over none.
    var channel: (any Channel)?

    private let content: RequestBody

    /// Makes a request of what came in.
    ///
    /// - Parameter principal: whom the credential names.
    init(
        _ request: Request, target: RequestTarget, client: Client, principal: Principal = .anyone
    ) {
        isHead = request.method == .head
        method = request.method == .head ? .get : request.method
        self.target = target
        address = request.head.path ?? "/"
        headers = request.headers
        language = PageLanguage(request.headers)
        self.client = client
        self.principal = principal
        content = request.body
    }

    /// A parameter behind the question mark; nil where it was not given.
    func parameter(_ name: String) -> String? { target.query[name] }

    /// What stands for a name of the template.
    func part(_ name: String) -> String { parts[name] ?? "" }

    /// Runs a long answer's body and tells when the other side goes away meanwhile.
    ///
    /// The connection closes once the answer is complete.
    func whileConnected<Value: Sendable>(
        _ body: () async throws -> Value, onClose: @escaping @Sendable () -> Void
    ) async throws -> Value {
        try await content.consumeWithInboundCloseHandler(
            { _ in try await body() }, onInboundClosed: onClose)
    }

    /// The body as it comes, for what is too long to be held.
    ///
    /// - Throws: 413 where it is told to be longer than `limit` bytes before it comes; what is longer all the same is
    ///   the reader's to notice.
    func pieces(
        upTo limit: Int
    ) throws(Problem) -> AsyncMapSequence<RequestBody, ByteBufferView> {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw WebRequest.tooLong(limit)
        }
        return content.map(\.readableBytesView)
    }

    /// The whole body.
    ///
    /// - Throws: 413 for more than `limit` bytes.
    func body(upTo limit: Int = 1 << 20) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in content {
            guard bytes.count + buffer.readableBytes <= limit else {
                throw WebRequest.tooLong(limit)
            }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }

    /// The body as JSON; an empty one is an object without members.
    ///
    /// - Throws: 413; 415 for another type; 400 for what is no JSON.
    func json(upTo limit: Int = 1 << 20) async throws -> JSONValue {
        let bytes = try await body(upTo: limit)
        if bytes.isEmpty { return .object([]) }
        guard mediaType == "application/json" else {
            throw WebRequest.wrongType("application/json")
        }
        do { return try JSONValue(bytes) } catch {
            throw Problem(.badRequest, "the body is no JSON: \(error.message)")
        }
    }

    /// The most bytes of a form that anybody may send.
    static let longestForm = 1 << 16

    /// The type of the body, in lower case and without parameters; nil where none is told.
    var mediaType: String? {
        headers[.contentType].flatMap(HeaderValue.init)?.name.lowercased()
    }

    /// The fields of a form, `application/x-www-form-urlencoded` or `multipart/form-data`.
    ///
    /// - Throws: 413; 415 for another type; 400 for what cannot be read.
    func form() async throws -> [String: String] {
        if let parser = MultipartParser(contentType: headers[.contentType]) {
            return try parser.fields(of: try await body(upTo: Self.longestForm))
        }
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw WebRequest.wrongType("application/x-www-form-urlencoded")
        }
        return try RequestTarget.parameters(try await body(upTo: Self.longestForm))
    }

    /// What a body comes to that is too long.
    static func tooLong(_ limit: Int) -> Problem {
        Problem(.contentTooLarge, say: "error.long-body", ["most": "\(limit)"])
    }

    /// What a body comes to that is of another type.
    static func wrongType(_ type: String) -> Problem {
        Problem(.unsupportedMediaType, say: "error.body-type", ["type": type])
    }
}

/// Who sent a request, over which connection.
struct Client: Hashable, Sendable {
    /// The address, as text without a port.
    var address: String
    /// Whether the person's own connection is encrypted, also in front of a trusted proxy.
    var isSecure: Bool
    /// The host and port that the person asked for, as sent; nil where none was.
    var host: String?
}
