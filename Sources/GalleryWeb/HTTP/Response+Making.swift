import Basics
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Creates a response from bytes, with an entity tag and cache headers.
    static func bytes(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok,
        headers: HTTPFields = HTTPFields()
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        if status == .ok { Conditional.tag(bytes, &headers) }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Creates a plain-text response.
    static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Creates an HTML response.
    static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        .bytes(
            Array(text.utf8), type: "text/html; charset=utf-8", status: status,
            headers: [.vary: PageLanguage.vary])
    }

    /// Creates a JSON response.
    static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) -> Response {
        .bytes(value.compact, type: type, status: status)
    }

    /// Creates a redirect that is followed with GET.
    static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }
}

extension Response {
    /// Creates a response that is compressed if the client accepts gzip; must not be called on an
    /// event loop.
    ///
    /// - Parameter vary: the request headers that the response depends on.
    static func compressed(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, for request: WebRequest,
        vary: String = "Accept-Encoding"
    ) -> Response {
        var headers: HTTPFields = [.vary: vary]
        guard AcceptedEncoding(request.headers[.acceptEncoding]).hasGzip,
            let compressed = Gzip.compressed(bytes)
        else { return .bytes(bytes, type: type, status: status, headers: headers) }
        headers[.contentEncoding] = "gzip"
        return .bytes(compressed, type: type, status: status, headers: headers)
    }

    /// Creates a page that is compressed if the client accepts gzip; must not be called on an event
    /// loop.
    static func html(
        _ text: String, status: HTTPResponse.Status = .ok, for request: WebRequest
    ) -> Response {
        .compressed(
            Array(text.utf8), type: "text/html; charset=utf-8", status: status, for: request,
            vary: "Accept-Encoding, \(PageLanguage.vary)")
    }
}

/// Responds with 304 if the client already has the content.
///
/// Responses from memory get a strong entity tag, a digest of the body, when they are created;
/// other responses have their own tag or are always sent.
///
/// Source: RFC 9110, section 13.1.2.
enum Conditional {
    /// Allows clients to cache a response, but requires revalidation.
    static let caching = "private, no-cache"

    /// Sets the entity tag and cache headers of a body.
    static func tag(_ body: [UInt8], _ headers: inout HTTPFields) {
        if headers[.eTag] == nil {
            headers[.eTag] = EntityTag(String(FileDigest(of: body).hexadecimal.prefix(32))).text
        }
        if headers[.cacheControl] == nil { headers[.cacheControl] = caching }
    }

    /// Removes the body if the client has it, and forbids caching of errors and of responses to
    /// requests that change something.
    static func apply(to answer: inout Response, _ request: Request) {
        let isRead = request.method == .get || request.method == .head
        guard isRead, answer.status.code < 400 else {
            if answer.headers[.cacheControl] == caching {
                answer.headers[.eTag] = nil
                answer.headers[.cacheControl] = "no-store"
            }
            return
        }
        guard answer.status == .ok || answer.status == .partialContent,
            let tag = answer.headers[.eTag].flatMap(EntityTag.init(header:)),
            tag.isNamed(in: request.headers[.ifNoneMatch])
        else { return }
        answer = Response(status: .notModified, headers: answer.headers)
        answer.headers[.contentLength] = nil
        answer.headers[.contentRange] = nil
    }
}
