package import Basics
internal import CCurl
import Foundation

/// An absolute http or https URL, parsed by libcurl.
///
/// The parser that validates a URL also sends it, so both see the same host.
package struct HTTPURL: Sendable, Hashable {
    /// The whole URL, normalized and without a fragment.
    package let text: String
    /// The scheme, host and port; URLs with the same origin share connections and pauses.
    package let origin: WebOrigin

    /// Parses an absolute URL, or one relative to another; nil if it is not an http or https URL or
    /// contains a user name or password.
    ///
    /// Spaces and bytes above 127 are percent-encoded.
    package init?(_ text: String, relativeTo base: HTTPURL? = nil) {
        guard text.utf8.count <= 16_384, !text.utf8.contains(0), let handle = curl_url() else {
            return nil
        }
        defer { curl_url_cleanup(handle) }
        func part(_ part: CURLUPart, flags: UInt32 = 0) -> String? {
            var value: UnsafeMutablePointer<CChar>?
            guard curl_url_get(handle, part, &value, flags) == CURLUE_OK, let value else {
                return nil
            }
            defer { curl_free(value) }
            return String(cString: value)
        }
        let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)
        if let base, curl_url_set(handle, CURLUPART_URL, base.text, 0) != CURLUE_OK { return nil }
        guard curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
            curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK,
            let scheme = part(CURLUPART_SCHEME)?.lowercased(),
            scheme == "http" || scheme == "https", part(CURLUPART_USER) == nil,
            part(CURLUPART_PASSWORD) == nil, var host = part(CURLUPART_HOST), !host.isEmpty,
            let port = part(CURLUPART_PORT, flags: UInt32(CURLU_DEFAULT_PORT))
                .flatMap({ UInt16($0) }),
            port > 0, let whole = part(CURLUPART_URL)
        else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self.text = whole
        origin = WebOrigin(scheme: scheme, WebHost(name: host, port: Int(port)))
    }
}

/// Replaces secrets in URLs by `…`, for messages.
enum URLRedaction {
    /// The names of query items with secret values, in lower case.
    private static let secretItems: Set<String> = [
        "access_token", "api_key", "api_secret", "api_sig", "auth_token", "frob", "key",
        "oauth_consumer_key", "oauth_consumer_secret", "oauth_signature", "oauth_token",
        "oauth_token_secret", "oauth_verifier", "password", "secret", "sig", "signature", "token",
        "x-amz-credential", "x-amz-security-token", "x-amz-signature", "x-goog-credential",
        "x-goog-signature",
    ]

    /// Replaces the values of secret query items, user names and passwords, and the path after the
    /// user name in uploads to a photo-share server; drops the fragment.
    ///
    /// Works on plain text, so invalid URLs are also safe to show. Control characters become `?`,
    /// and the result is cut to a number of characters.
    static func redact(_ url: String, limit: Int = 120) -> String {
        var rest = url.prefix { $0 != "#" }
        var query: Substring?
        if let mark = rest.firstIndex(of: "?") {
            query = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        let anonymous = rest.replacing(/:\/\/[^\/]*@/, with: "://…@", maxReplacements: 1)
        var result = removingPassword(String(anonymous))
        if let query {
            let parts = query.split(separator: "&", omittingEmptySubsequences: false).map { part in
                guard let equals = part.firstIndex(of: "=") else { return String(part) }
                let name = part[..<equals].lowercased()
                let plain = name.removingPercentEncoding ?? name
                return secretItems.contains(plain) ? part[...equals] + "…" : String(part)
            }
            result += "?" + parts.joined(separator: "&")
        }
        return printable(result, limit: limit)
    }

    /// Removes the part after NAME from `…/postphoto/NAME/PASSWORD/PHOTO`, in any percent-encoding
    /// or case.
    private static func removingPassword(_ url: String) -> String {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        let names = parts.map { ($0.removingPercentEncoding ?? String($0)).lowercased() }
        guard let index = names.firstIndex(of: "postphoto") else { return url }
        // Servers ignore empty path components.
        let rest = parts[(index + 1)...]
        guard let person = rest.firstIndex(where: { !$0.isEmpty }), person + 1 < parts.endIndex
        else { return url }
        return parts[...person].joined(separator: "/") + "/…"
    }

    /// Replaces control characters by `?` and cuts text to a number of characters.
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
