import Basics
import Foundation

/// The address that a photo-share server or a campaign's feed is reached under: its requests follow behind it.
///
/// Spellings of one address are equal: letters of scheme and host are lower case, a name in another script is the one
/// that requests carry (`xn--…`), an IPv4 address has four numbers, a port that the scheme implies and slashes at the
/// end are left out.
public struct ServerAddress: Hashable, Sendable {
    /// The whole address, such as `http://host:8080/photoserver`: without a slash at the end.
    public let text: String
    /// The host, with its port where that is not the scheme's own.
    public let host: String

    /// Reads an address; nil where it is none of http or https, or has a user name, query or fragment.
    public init?(_ text: String) {
        guard text.utf8.count <= ServerAddress.longest,
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
        // Spelled in percents it may be longer than it was; what is kept has to be read again.
        guard whole.utf8.count <= ServerAddress.longest else { return nil }
        self.host = host
        self.text = whole
    }

    /// What ids of its photos begin with: the address without its scheme.
    public var key: String { String(text.drop { $0 != ":" }.dropFirst(3)) }

    /// Whether whoever is on the way can read what is sent: it is not encrypted, and leaves this machine.
    public var isReadableOnTheWay: Bool { !text.hasPrefix("https:") && !isLoopback }

    /// Whether the server is this machine.
    private var isLoopback: Bool {
        let name =
            host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        return name == "localhost" || IPAddress(text: String(name))?.isLoopback == true
    }

    private static let longest = 2_000
}

extension ServerAddress: Codable {
    /// Reads an address from its text.
    ///
    /// - Throws: `DecodingError` for what is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = ServerAddress(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no address of a server")
        }
        self = address
    }

    /// Writes its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ServerAddress: CustomStringConvertible {
    /// The whole address.
    public var description: String { text }
}
