import Foundation

/// Makes URLs fit for messages: secrets in them are replaced by `…`.
enum URLRedaction {
    /// The query items whose values are secret, in lower case.
    static let secretItems: Set<String> = [
        "access_token", "api_key", "api_secret", "api_sig", "auth_token", "frob", "key",
        "oauth_consumer_key", "oauth_consumer_secret", "oauth_signature", "oauth_token",
        "oauth_token_secret", "oauth_verifier", "password", "secret", "sig", "signature", "token",
        "x-amz-credential", "x-amz-security-token", "x-amz-signature", "x-goog-credential",
        "x-goog-signature",
    ]

    /// Replaces the values of secret query items, any user name and password, and what stands behind the name
    /// of whoever sends a picture to a photo-share server; drops the fragment.
    ///
    /// Works on the text alone, so that a URL that cannot be parsed is safe to show as well.
    /// Control characters become `?`, and a URL longer than 120 characters is cut.
    static func redact(_ url: String, items: Set<String> = secretItems) -> String {
        var rest = url.prefix { $0 != "#" }
        var query: Substring?
        if let mark = rest.firstIndex(of: "?") {
            query = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        var result = String(rest)
        if let scheme = rest.range(of: "://") {
            let authority = rest[scheme.upperBound...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") {
                result = rest[..<scheme.upperBound] + "…" + rest[at...]
            }
        }
        result = withoutPassword(result)
        if let query {
            let parts = query.split(separator: "&", omittingEmptySubsequences: false).map { part in
                guard let equals = part.firstIndex(of: "=") else { return String(part) }
                let name = part[..<equals].lowercased()
                let plain = name.removingPercentEncoding ?? name
                return items.contains(plain) ? part[...equals] + "…" : String(part)
            }
            result += "?" + parts.joined(separator: "&")
        }
        return printable(result, limit: 120)
    }

    /// Leaves out of `…/postphoto/NAME/PASSWORD/PHOTO` what stands behind the name, however it is spelled.
    private static func withoutPassword(_ url: String) -> String {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        let names = parts.map { ($0.removingPercentEncoding ?? String($0)).lowercased() }
        guard let place = names.firstIndex(of: "postphoto") else { return url }
        // Empty parts are none to a server.
        let rest = parts[(place + 1)...]
        guard let person = rest.firstIndex(where: { !$0.isEmpty }), person + 1 < parts.endIndex
        else { return url }
        return parts[...person].joined(separator: "/") + "/…"
    }

    /// Replaces control characters by `?` and cuts text after a number of characters.
    static func printable(_ text: String, limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append("?")
            default: scalars.append(scalar)
            }
        }
        let clean = String(scalars)
        return clean.count > limit ? clean.prefix(limit) + "…" : clean
    }
}
