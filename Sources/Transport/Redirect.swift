/// Decides where a redirect leads and what is sent there.
struct Redirect: Sendable {
    /// The most redirects one answer may take.
    static let limit = 5

    /// Where it leads.
    let url: HTTPURL
    /// What is sent there.
    let method: TransferRequest.Method
    /// Whether the caller's own headers go along.
    let keepsHeaders: Bool

    /// Whether a status with a `Location` redirects.
    static func isRedirect(status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// Checks a redirect.
    ///
    /// A body becomes a GET after 301, 302 and 303, as in browsers, and is repeated after 307 and
    /// 308 only where scheme, host and port stay. The caller's headers go only there, too.
    /// Source: RFC 9110, section 15.4; https://fetch.spec.whatwg.org/#http-redirect-fetch
    ///
    /// - Throws: `redirectRefused` for a location that is no URL, from https to http, to a host
    ///   that is not allowed, or for a body that would go elsewhere.
    init(
        from origin: HTTPURL, status: Int, location: String, method: TransferRequest.Method,
        request: TransferRequest
    ) throws(TransportError) {
        let refuse = { (reason: String) in
            TransportError(.redirectRefused, url: request.redact(origin.text), detail: reason)
        }
        guard let target = HTTPURL(location, relativeTo: origin) else {
            throw refuse("'\(request.redact(location))' is no URL of http or https")
        }
        guard !(origin.scheme == "https" && target.scheme != "https") else {
            throw refuse("from https to http")
        }
        guard request.hosts.contains(host: target.host, port: target.port) else {
            throw refuse("the host of '\(request.redact(target.text))' is not allowed")
        }
        url = target
        keepsHeaders = target.origin == origin.origin
        switch method {
        case .get, .head:
            self.method = method
        case .post where status == 307 || status == 308:
            guard target.origin == origin.origin else { throw refuse("a body to another host") }
            self.method = method
        case .post:
            self.method = .get
        }
    }
}
