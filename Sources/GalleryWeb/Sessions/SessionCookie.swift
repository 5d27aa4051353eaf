import HTTPTypes

/// The cookie that carries a session's secret.
///
/// Under `__Host-` a browser takes it over an encrypted connection alone, and from this very host.
/// Source: RFC 6265bis, sections 4.1.2 and 4.1.3.
enum SessionCookie {
    /// The secret that a request carries; nil for none.
    static func secret(in headers: HTTPFields, _ client: Client) -> String? {
        BrowserCookie.value(name(client), in: headers)
    }

    /// The header that gives a browser a secret.
    static func header(_ secret: String, _ client: Client) -> String {
        BrowserCookie.header(
            name(client), secret, seconds: Int(SessionBook.lifetime), client)
    }

    /// The header that takes it away.
    static func removal(_ client: Client) -> String {
        BrowserCookie.header(name(client), "", seconds: 0, client)
    }

    private static func name(_ client: Client) -> String {
        client.isSecure ? "__Host-gallery" : "gallery"
    }
}
