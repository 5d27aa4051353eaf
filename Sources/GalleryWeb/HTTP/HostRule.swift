import Basics
import HTTPTypes
import Hummingbird

/// Restricts the hosts that a request may name, which prevents DNS rebinding by other sites, and
/// the pages that may send requests with changes to those of the server.
///
/// IP addresses are allowed because they cannot be rebound. Ports are ignored: a tunnel or
/// container may use a different port, and a browser always sends the one it connected to.
struct HostRule: Sendable {
    private let isLoopback: Bool
    private let patterns: [HostPattern]
    private let base: WebOrigin?

    init(_ options: ServerOptions) {
        isLoopback = ServerOptions.isLoopback(options.host)
        base = options.baseURL.flatMap { WebOrigin($0) }
        patterns =
            (["localhost", options.host] + options.hosts).compactMap(HostPattern.init(_:))
            + [base].compactMap { $0.map { HostPattern(WebHost(name: $0.host, port: nil)) } }
    }

    /// Checks the requested host.
    ///
    /// - Throws: 421 for another host; 400 without one.
    func check(_ client: Client) throws(Problem) {
        guard let text = client.host, text.allSatisfy(\.isASCII), let requested = WebHost(text)
        else { throw Problem(.badRequest, "missing host: send one 'Host' header") }
        if let address = requested.address, !isLoopback || address.isLoopback { return }
        if patterns.contains(where: { $0.matches(requested) }) { return }
        throw Problem(.misdirectedRequest, say: "error.other-host", ["host": requested.name])
    }

    /// Checks the origin of a request to a route.
    ///
    /// - Throws: 403 for a cross-origin request.
    func checkOrigin(_ headers: HTTPFields, _ client: Client, for route: Route) throws(Problem) {
        let refusal = Problem(.forbidden, say: "error.origin")
        let origins = headers[values: .origin]
        if let site = headers[named: "Sec-Fetch-Site"] {
            // `none` means that the user acted directly, such as by typing the address.
            guard site == "same-origin" || site == "none" else { throw refusal }
            // Pages cannot send `none`, and a share has no page.
            let isShare = route.acceptsShares && origins == ["null"]
            guard origins.isEmpty || site == "same-origin" || isShare || allows(origins, client)
            else { throw refusal }
            return
        }
        // Without either header the client is not a browser, as browsers send the origin with all
        // such requests.
        let isOpaque = route.acceptsOpaqueOrigins && origins == ["null"]
        guard origins.isEmpty || isOpaque || allows(origins, client) else { throw refusal }
    }

    private func allows(_ origins: [String], _ client: Client) -> Bool {
        guard origins.count == 1, let origin = WebOrigin(origins[0]) else { return false }
        if origin == base { return true }
        guard let requested = client.host.flatMap({ WebHost($0) }) else { return false }
        return origin == WebOrigin(scheme: client.isSecure ? "https" : "http", requested)
    }
}

/// Headers that make browsers restrict pages.
enum SecurityHeaders {
    /// The content security policy of pages: resources from this server only.
    static let policy = policy(tiles: nil)

    /// Returns the content security policy of pages with a map whose tiles come from another
    /// server.
    ///
    /// - Parameter tiles: the origin of the tiles; nil for none.
    static func policy(tiles: String?) -> String {
        "default-src 'self'; img-src 'self' data: blob:" + (tiles.map { " \($0)" } ?? "")
            + "; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }

    /// Adds headers that the response does not already have.
    ///
    /// - Parameter tiles: the origin of a page's map tiles; nil for none.
    static func add(to answer: inout Response, tiles: String? = nil) {
        if let tiles, answer.headers[.contentSecurityPolicy] == nil,
            answer.headers[.contentType]?.hasPrefix("text/html") == true
        {
            answer.headers[.contentSecurityPolicy] = policy(tiles: tiles)
        }
        for (name, value) in all where answer.headers[name] == nil {
            answer.headers[name] = value
        }
    }

    /// Adds headers that keep a secret address out of search engines and referrers.
    static func hide(_ answer: inout Response) {
        answer.headers[named: "X-Robots-Tag"] = "noindex, nofollow"
        answer.headers[named: "Referrer-Policy"] = "no-referrer"
    }

    private static let all = [
        ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
        // With `no-referrer`, browsers would send `null` as the origin of the server's own forms.
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(self), geolocation=(), microphone=()"),
        ("Cache-Control", "no-store"),
    ].compactMap { name, value in HTTPField.Name(name).map { (name: $0, value: value) } }
}
