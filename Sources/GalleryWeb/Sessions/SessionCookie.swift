import HTTPTypes

/// The cookie that carries a session's secret.
///
/// Under `__Host-` a browser takes it over an encrypted connection alone, and from this very host.
/// Source: RFC 6265bis, sections 4.1.2 and 4.1.3.
enum SessionCookie {
    /// The secret that a request carries; nil for none.
    static func secret(in headers: HTTPFields, _ client: Client) -> String? {
        let prefix = name(client) + "="
        for line in headers[values: .cookie] {
            for pair in line.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(prefix) else { continue }
                let value = pair.dropFirst(prefix.count)
                return (1...64).contains(value.utf8.count) ? String(value) : nil
            }
        }
        return nil
    }

    /// The header that gives a browser a secret.
    static func header(_ secret: String, _ client: Client) -> String {
        header(secret, seconds: Int(SessionBook.lifetime), client)
    }

    /// The header that takes it away.
    static func removal(_ client: Client) -> String {
        header("", seconds: 0, client)
    }

    private static func header(_ value: String, seconds: Int, _ client: Client) -> String {
        "\(name(client))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (client.isSecure ? "; Secure" : "")
    }

    private static func name(_ client: Client) -> String {
        client.isSecure ? "__Host-gallery" : "gallery"
    }
}
