import Basics
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer of bytes in memory, which can be asked for again by its tag.
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

    /// A plain text.
    static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// A page.
    static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        .bytes(
            Array(text.utf8), type: "text/html; charset=utf-8", status: status,
            headers: [.vary: PageLanguage.vary])
    }

    /// A JSON document.
    static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) -> Response {
        .bytes(value.compact, type: type, status: status)
    }

    /// Another address to go to with GET.
    static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }
}
