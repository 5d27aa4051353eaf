import Basics
import HTTPTypes
import Hummingbird

extension Response {
    /// An answer of bytes in memory, by gzip where the request takes that; not to be called on an event loop.
    ///
    /// - Parameter vary: the headers that the answer depends on.
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

    /// A page, by gzip where the request takes that; not to be called on an event loop.
    static func html(
        _ text: String, status: HTTPResponse.Status = .ok, for request: WebRequest
    ) -> Response {
        .compressed(
            Array(text.utf8), type: "text/html; charset=utf-8", status: status, for: request,
            vary: "Accept-Encoding, \(PageLanguage.vary)")
    }
}
