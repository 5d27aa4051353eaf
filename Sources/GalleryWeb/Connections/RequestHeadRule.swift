import HTTPTypes
import NIOHTTP1

/// What a request's head must be for its meaning to be the same to everybody on its way: what two programs
/// could read differently carries one person's request into another's.
///
/// Source: RFC 9112, sections 3.2, 6.1 and 11.2.
enum RequestHeadRule {
    /// - Throws: 400 with what is wrong.
    static func check(_ head: HTTPRequestHead) throws(Problem) {
        guard head.version.major == 1 else {
            throw Problem(.badRequest, "the request is not of HTTP/1.0 or HTTP/1.1")
        }
        guard head.method != .CONNECT else {
            throw Problem(.badRequest, "this server opens no tunnels")
        }
        for (name, value) in head.headers {
            guard !name.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else {
                throw Problem(
                    .badRequest, "a header field holds a control character or has no name")
            }
        }
        let hosts = head.headers["host"].count
        guard hosts == 1 || hosts == 0 && head.version.minor == 0 else {
            throw Problem(.badRequest, "the request is to name its host once")
        }
        try checkLength(head)
    }

    private static func checkLength(_ head: HTTPRequestHead) throws(Problem) {
        let lengths = head.headers["content-length"]
        let codings = head.headers["transfer-encoding"]
        guard lengths.count + codings.count <= 1 else {
            throw Problem(.badRequest, "the request tells the length of its body more than once")
        }
        if let length = lengths.first, !length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            throw Problem(.badRequest, "the length of the body is no number")
        }
        if let coding = codings.first {
            guard coding.lowercased() == "chunked", head.version.minor > 0 else {
                throw Problem(.badRequest, "the body may be sent in chunks, not otherwise coded")
            }
        }
    }
}
