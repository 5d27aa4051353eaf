import Basics
import Gallery
import HTTPTypes

/// The cookie of a browser that has opened a share link, sent to the link's own addresses alone.
///
/// Its value depends on the address and on the password: that of one link opens no other, and none that was made
/// under another password.
enum ShareCookie {
    /// How long a browser keeps it, in seconds.
    private static let lifetime = 30 * 24 * 3600

    /// Whether a request carries the cookie of a link.
    static func isIn(
        _ headers: HTTPFields, of link: OpenedShareLink, _ client: Client
    ) -> Bool {
        // Digests are compared, so that the time tells nothing.
        let key = link.proof
        return BrowserCookie.values(name(client), in: headers).contains { value in
            SecretToken.digest(of: value, boundTo: key)
                == SecretToken.digest(of: link.proof, boundTo: key)
        }
    }

    /// The header that gives a browser the cookie.
    static func header(_ link: OpenedShareLink, at base: String, _ client: Client) -> String {
        BrowserCookie.header(name(client), link.proof, at: base, seconds: lifetime, client)
    }

    private static func name(_ client: Client) -> String {
        client.isSecure ? "__Secure-gallery-share" : "gallery-share"
    }
}
