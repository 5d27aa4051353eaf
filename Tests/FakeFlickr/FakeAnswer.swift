/// A complete response, before any fault below HTTP changes it.
struct FakeAnswer: Sendable {
    var status: Int
    /// Header fields without Content-Length, Date and Connection, which the writer adds.
    var headers: [(String, String)]
    var body: [UInt8]

    init(status: Int = 200, type: String, body: [UInt8], headers: [(String, String)] = []) {
        self.status = status
        self.headers = [("Content-Type", type)] + headers
        self.body = body
    }

    init(status: Int = 200, type: String, text: String, headers: [(String, String)] = []) {
        self.init(status: status, type: type, body: Array(text.utf8), headers: headers)
    }

    /// A redirect.
    init(redirect location: String) {
        self.init(
            status: 302, type: "text/html; charset=utf-8",
            text: "<html><body>Found</body></html>\n", headers: [("Location", location)])
    }

    /// A status with the short page of Flickr's servers.
    init(failure status: Int, retryAfter: String? = nil) {
        let title = "\(status) \(FakeAnswer.reason(status))"
        self.init(
            status: status, type: "text/html",
            text: "<html><body><h1>\(title)</h1></body></html>\n",
            headers: retryAfter.map { [("Retry-After", $0)] } ?? [])
    }

    static func reason(_ status: Int) -> String {
        [
            200: "OK", 206: "Partial Content", 302: "Found", 304: "Not Modified",
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
            405: "Method Not Allowed", 408: "Request Timeout", 410: "Gone",
            416: "Range Not Satisfiable", 425: "Too Early", 429: "Too Many Requests",
            500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
            504: "Gateway Timeout",
        ][status] ?? "Unknown"
    }
}
