import HTTPTypes
import Hummingbird

/// The headers that keep a browser from doing what a page did not mean.
enum SecurityHeaders {
    /// What pages may load: what this server sends, and nothing else.
    static let policy = policy(tiles: nil)

    /// What pages may load where a map has tiles of another server.
    ///
    /// - Parameter tiles: the source of their pictures.
    static func policy(tiles: String?) -> String {
        [
            "default-src 'self'",
            (["img-src 'self' data: blob:"] + [tiles].compactMap(\.self)).joined(separator: " "),
            "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// Adds the headers that an answer does not have of its own.
    ///
    /// - Parameter tiles: where the tiles of a page's map come from; nil for none.
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

    /// Keeps an address that is a secret to who has it: programs that search the web are asked to leave it out, and
    /// nobody is told where somebody came from.
    static func hide(_ answer: inout Response) {
        if let name = HTTPField.Name("X-Robots-Tag") { answer.headers[name] = "noindex, nofollow" }
        if let name = referrerPolicy { answer.headers[name] = "no-referrer" }
    }

    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")

    private static let all: [(HTTPField.Name, String)] = {
        let texts: [(HTTPField.Name?, String)] = [
            (.contentSecurityPolicy, policy), (.xContentTypeOptions, "nosniff"),
            // With `no-referrer` a browser would send `null` as the origin of the pages' own forms.
            (referrerPolicy, "same-origin"),
            (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
            (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
            (
                HTTPField.Name("Permissions-Policy"),
                "camera=(), geolocation=(), microphone=()"
            ),
            (.cacheControl, "no-store"),
        ]
        return texts.compactMap { name, value in name.map { ($0, value) } }
    }()
}
