import HTTPTypes

/// Whether a request that changes something comes from a page of this server, or from no page at all.
///
/// Source: Fetch Metadata Request Headers, section 2.3 (W3C); RFC 6454, section 7.
struct OriginRule: Sendable {
    private let base: WebOrigin?

    /// Makes the rule.
    init(_ options: ServerOptions) {
        base = options.baseURL.flatMap { WebOrigin($0) }
    }

    /// - Parameter takesOpaque: whether a page may have sent it that tells no origin, see `Route.takesOpaqueOrigins`.
    /// - Throws: 403 for a request that another origin's page sent.
    func check(
        _ headers: HTTPFields, _ client: Client, takesOpaque: Bool = false
    ) throws(Problem) {
        let refusal = Problem(
            .forbidden,
            say: "error.origin")
        let origins = headers[values: .origin]
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) {
            // `none` is a person's own doing, such as an address that was typed.
            guard site == "same-origin" || site == "none" else { throw refusal }
            // Only something else than a browser sends the two at odds.
            guard origins.isEmpty || site == "same-origin" || allows(origins, client) else {
                throw refusal
            }
            return
        }
        // No page sent it where neither is there: browsers name the origin of each such request.
        guard origins.isEmpty || takesOpaque && origins == ["null"] || allows(origins, client)
        else { throw refusal }
    }

    private func allows(_ origins: [String], _ client: Client) -> Bool {
        guard origins.count == 1, let origin = WebOrigin(origins[0]) else { return false }
        if origin == base { return true }
        guard let asked = client.host.flatMap({ Authority($0) }) else { return false }
        return origin == WebOrigin(isSecure: client.isSecure, asked)
    }
}
