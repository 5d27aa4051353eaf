import Basics
import HTTPTypes
import Hummingbird

extension Response {
    /// An answer of bytes in memory, by gzip where the request takes that; not to be called on an event loop.
    static func compressed(
        _ bytes: [UInt8], type: String, for request: WebRequest
    ) -> Response {
        var headers: HTTPFields = [.vary: "Accept-Encoding"]
        guard AcceptedEncoding(request.headers[.acceptEncoding]).hasGzip,
            let compressed = Gzip.compressed(bytes)
        else { return .bytes(bytes, type: type, headers: headers) }
        headers[.contentEncoding] = "gzip"
        return .bytes(compressed, type: type, headers: headers)
    }
}
