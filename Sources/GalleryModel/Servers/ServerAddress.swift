import Basics
import Foundation

/// The base URL of a photo-share server or campaign feed.
///
/// Equivalent spellings are equal: scheme and host are lowercase, international names are in
/// Punycode (`xn--…`), IPv4 addresses have four numbers, and default ports and trailing slashes are
/// removed.
public struct ServerAddress: Hashable, Sendable {
    /// The full URL without a trailing slash, such as `http://host:8080/photoserver`.
    public let text: String
    /// The host, with its port if that is not the scheme's default.
    public let host: String

    /// Parses a URL; nil unless it is http or https without user name, query and fragment.
    public init?(_ text: String) {
        guard text.utf8.count <= ServerAddress.maximumLength,
            text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value > 0x1F }),
            let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil,
            var host = parts.encodedHost?.lowercased(), !host.isEmpty, !host.contains("%")
        else { return nil }
        if let address = IPAddress(anySpelling: host) {
            host = address.bytes.map { "\($0)" }.joined(separator: ".")
        }
        if let port = parts.port {
            guard (1...65_535).contains(port) else { return nil }
            if port != (scheme == "http" ? 80 : 443) { host += ":\(port)" }
        }
        var path = Substring(parts.percentEncodedPath)
        while path.hasSuffix("/") { path = path.dropLast() }
        let whole = "\(scheme)://\(host)\(path)"
        // Percent-encoding can make the URL longer, and the stored form must be parsable again.
        guard whole.utf8.count <= ServerAddress.maximumLength else { return nil }
        self.host = host
        self.text = whole
    }

    /// The prefix of photo IDs of this server: the URL without its scheme.
    public var key: String { String(text.drop { $0 != ":" }.dropFirst(3)) }

    /// True if traffic can be read on the network: it is unencrypted and leaves this machine.
    public var isExposedInTransit: Bool { !text.hasPrefix("https:") && !isLoopback }

    /// True if the server is this machine.
    private var isLoopback: Bool { WebHost(host)?.isLoopback == true }

    private static let maximumLength = 2_000
}

extension ServerAddress: Codable {
    /// Decodes a URL from its text.
    ///
    /// - Throws: `DecodingError` if the text is not a valid URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = ServerAddress(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a valid server URL")
        }
        self = address
    }

    /// Encodes the URL as text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ServerAddress: CustomStringConvertible {
    /// The full URL.
    public var description: String { text }
}

/// A secret that authenticates a user to another server; excluded from all descriptions of the
/// value.
public enum ServerCredential: Hashable, Sendable {
    /// A password known to the user.
    case password(String)
    /// A token issued by the server.
    case token(String)
}

extension ServerCredential: CustomStringConvertible, CustomReflectable {
    /// The kind of credential.
    public var description: String {
        switch self {
        case .password: "a password"
        case .token: "a token"
        }
    }

    /// Empty, because the secret must not be shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
