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
        if status == .ok, headers[.eTag] == nil { headers[.eTag] = EntityTag(of: bytes).text }
        if status == .ok, headers[.cacheControl] == nil {
            headers[.cacheControl] = Conditional.caching
        }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Creates a plain-text response.
    static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Creates an HTML response.
    static func html(
        _ text: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()
    ) -> Response {
        var headers = headers
        headers[.vary] = PageLanguage.vary
        return .bytes(
            Array(text.utf8), type: "text/html; charset=utf-8", status: status, headers: headers)
    }

    /// Creates a JSON response.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        .bytes(value.compact, type: "application/json", status: status)
    }

    /// Creates a redirect that is followed with GET.
    ///
    /// - Parameter cookie: the header that sets a cookie; nil for none.
    static func seeOther(_ address: String, cookie: String? = nil) -> Response {
        var headers: HTTPFields = [.location: address]
        headers[.setCookie] = cookie
        return Response(status: .seeOther, headers: headers)
    }
}

extension Response {
    /// Creates a response that is compressed if the client accepts gzip; must not be called on an
    /// event loop.
    ///
    /// - Parameters:
    ///   - compressed: the compressed bytes; nil to send them as they are.
    ///   - isTranslated: true if the response depends on the language of the request.
    ///   - headers: other headers; an entity tag is changed for compressed bytes.
    static func compressed(
        _ bytes: [UInt8], as compressed: @autoclosure () -> [UInt8]?, type: String,
        status: HTTPResponse.Status = .ok, for request: WebRequest, isTranslated: Bool = false,
        headers: HTTPFields = HTTPFields()
    ) -> Response {
        var headers = headers
        headers[.vary] = "Accept-Encoding" + (isTranslated ? ", \(PageLanguage.vary)" : "")
        guard WeightedList.acceptsGzip(request.headers[.acceptEncoding]),
            let compressed = compressed()
        else { return .bytes(bytes, type: type, status: status, headers: headers) }
        headers[.contentEncoding] = "gzip"
        headers[.eTag] = headers[.eTag].map { String($0.dropLast()) + "-gzip\"" }
        return .bytes(compressed, type: type, status: status, headers: headers)
    }

    /// Creates a JSON response to a reading request, such as a list, which is compressed if the
    /// client accepts gzip; must not be called on an event loop.
    ///
    /// - Parameter isTranslated: true if the value depends on the language of the request.
    static func json(
        _ value: JSONValue, for request: WebRequest, isTranslated: Bool = false
    ) -> Response {
        let bytes = value.compact
        return .compressed(
            bytes, as: Gzip.compressed(bytes), type: "application/json", for: request,
            isTranslated: isTranslated)
    }

    /// Creates a page that is compressed if the client accepts gzip; must not be called on an event
    /// loop.
    static func html(
        _ text: String, status: HTTPResponse.Status = .ok, for request: WebRequest
    ) -> Response {
        let bytes = Array(text.utf8)
        return .compressed(
            bytes, as: Gzip.compressed(bytes), type: "text/html; charset=utf-8", status: status,
            for: request, isTranslated: true)
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

    /// Allows clients to cache a response permanently if the version in its address is current.
    static func caching(isCurrent: Bool) -> String {
        isCurrent ? "private, max-age=31536000, immutable" : caching
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
            let known = request.headers[.ifNoneMatch],
            let tag = answer.headers[.eTag].flatMap(EntityTag.init(header:)), tag.isNamed(in: known)
        else { return }
        answer = Response(status: .notModified, headers: answer.headers)
        answer.headers[.contentLength] = nil
        answer.headers[.contentRange] = nil
    }
}
