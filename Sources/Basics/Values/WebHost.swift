import Foundation

/// A host with an optional port, as in `Host` headers, origins and URLs.
package struct WebHost: Hashable, Sendable {
    /// The host in lower case, without the dot of the root domain; an IPv6 address without
    /// brackets.
    package let name: String
    /// The port, 1...65535; nil if unspecified.
    package let port: Int?

    /// Creates a host from its name or address and its port.
    package init(name: some StringProtocol, port: Int?) {
        self.name = (name.hasSuffix(".") ? String(name.dropLast()) : String(name)).lowercased()
        self.port = port
    }

    /// Parses `host`, `host:port`, `[::1]` or `[::1]:port`; nil for anything else.
    ///
    /// Source: RFC 3986, section 3.2.
    package init?(_ text: String) {
        var name = text.prefix { $0 != ":" }
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            name = text[..<end].dropFirst()
            guard name.contains(":"), !name.contains("%"), IPAddress(text: String(name)) != nil
            else { return nil }
        }
        var rest = text[name.endIndex...]
        if text.first == "[" { rest = rest.dropFirst() }
        var port: Int?
        if !rest.isEmpty {
            let digits = rest.dropFirst()
            guard rest.first == ":", digits.utf8.allSatisfy(\.isDigit),
                let number = UInt16(digits), number > 0
            else { return nil }
            port = Int(number)
        }
        self.init(name: name, port: port)
        // International names may be in Unicode.
        let isName = self.name.utf8.allSatisfy {
            $0.isLetterOrDigit || $0 >= 0x80 || "-._:".utf8.contains($0)
        }
        guard isName, (1...255).contains(self.name.utf8.count) else { return nil }
    }

    /// The host as an IP address; nil if it is a name.
    package var address: IPAddress? { IPAddress(text: name) }

    /// True for `localhost` and the addresses of this machine's loopback interface.
    package var isLoopback: Bool { address?.isLoopback ?? (name == "localhost") }

    /// The devices that can connect to the host, as far as its name or address shows.
    package var reach: HostReach {
        if isLoopback { return .computer }
        let isLocal =
            address.map { address in HostReach.localNetworks.contains { $0.contains(address) } }
            ?? (!name.contains(".") || HostReach.localDomains.contains { name.hasSuffix($0) })
        return isLocal ? .network : .everywhere
    }
}

/// The devices that can connect to a host.
package enum HostReach: String, Sendable {
    /// Only the host itself.
    case computer
    /// The devices of a local network.
    case network
    /// All devices on the internet.
    case everywhere

    /// Source: RFC 1918, 3927, 4193, 4291 (section 2.5.6) and 6598.
    fileprivate static let localNetworks = [
        "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
        "fc00::/7", "fe80::/10",
    ].compactMap(IPNetwork.init(text:))

    /// Source: RFC 6762 and 8375; `.internal` (ICANN, 2024) and `.lan`, which routers use.
    fileprivate static let localDomains = [".home.arpa", ".internal", ".lan", ".local"]
}

/// A rule that matches hosts: `host` and `*.domain` (every subdomain, not the domain itself) at any
/// port, or with a port.
///
/// Names are compared without case and without a trailing dot.
package struct HostPattern: Hashable, Sendable {
    private let host: WebHost
    private let coversSubdomains: Bool

    /// Creates the pattern of a single host.
    package init(_ host: WebHost) {
        self.host = host
        coversSubdomains = false
    }

    /// Parses a pattern; an IPv6 address without a port may lack its brackets.
    package init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        coversSubdomains = text.hasPrefix("*.")
        let rest = coversSubdomains ? String(text.dropFirst(2)) : text
        let isBare = rest.contains(":") && IPAddress(text: rest) != nil
        guard let host = WebHost(isBare ? "[\(rest)]" : rest) else { return nil }
        self.host = host
    }

    /// Returns true if the pattern matches a host and its port.
    package func matches(_ other: WebHost) -> Bool {
        (host.port == nil || host.port == other.port)
            && (coversSubdomains ? other.name.hasSuffix("." + host.name) : other.name == host.name)
    }
}

/// The origin of a website: scheme, host and port.
///
/// Source: RFC 6454.
package struct WebOrigin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case; an IPv6 address without brackets.
    package let host: String
    /// The port, 1...65535.
    package let port: Int

    /// Creates the origin of a host; the default port is the scheme's.
    package init(scheme: String, _ host: WebHost) {
        self.scheme = scheme
        self.host = host.name
        port = host.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Parses the origin of a URL; nil for `null`, non-web addresses and hosts in Unicode.
    package init?(_ text: String) {
        guard let (scheme, host) = WebOrigin.parts(of: text), host.name.allSatisfy(\.isASCII)
        else { return nil }
        self.init(scheme: scheme, host)
    }

    /// Returns the scheme and the host of an http or https URL; nil for anything else.
    package static func parts(of url: String) -> (scheme: String, host: WebHost)? {
        guard let slashes = url.firstRange(of: "://") else { return nil }
        let scheme = url[..<slashes.lowerBound].lowercased()
        var authority = url[slashes.upperBound...].prefix { !"/?#".contains($0) }
        // The port may be empty.
        if authority.last == ":" { authority.removeLast() }
        guard scheme == "http" || scheme == "https", let host = WebHost(String(authority)) else {
            return nil
        }
        return (scheme, host)
    }

    /// Returns true if a request for a host, over any connection, is for this origin.
    package func matches(_ other: WebHost) -> Bool {
        other.name == host && (other.port ?? port) == port
    }
}
