import Basics

/// A host with its port, as `Host` headers, origins and URLs name it.
struct Authority: Hashable, Sendable {
    /// The host in lower case; an IPv6 address without brackets.
    let host: String
    /// The port; nil where none is named.
    let port: Int?
    /// The address where the host is one.
    let address: IPAddress?

    /// Reads `host`, `host:port`, `[::1]` or `[::1]:port`; nil for anything else.
    ///
    /// Source: RFC 3986, section 3.2.
    init?(_ text: String) {
        var rest = Substring(text)
        var host: Substring
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            guard host.contains(":") else { return nil }
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(host.count)
            // A name may end in the dot of the root.
            if host.last == "." { host.removeLast() }
        }
        if rest.isEmpty {
            port = nil
        } else {
            let digits = rest.dropFirst()
            guard rest.first == ":", digits.utf8.count <= 5,
                digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
                (1...65535).contains(number)
            else { return nil }
            port = number
        }
        address = IPAddress(text: String(host))
        guard !host.isEmpty, host.utf8.count <= 255,
            host.contains(":")
                ? address != nil && !host.contains("%")
                : host.utf8.allSatisfy(Authority.isOfName)
        else { return nil }
        self.host = host.lowercased()
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
    }
}

/// What tells one site from another in a browser: scheme, host and port.
///
/// Source: RFC 6454.
struct WebOrigin: Hashable, Sendable {
    /// Whether it is `https`.
    let isSecure: Bool
    /// The host in lower case.
    let host: String
    private let port: Int

    /// Makes the origin of an address.
    init(isSecure: Bool, _ authority: Authority) {
        self.isSecure = isSecure
        host = authority.host
        port = authority.port ?? (isSecure ? 443 : 80)
    }

    /// Reads the origin that a URL begins with; nil for `null` and what is no web address.
    init?(_ text: String) {
        let lower = text.lowercased()
        let isSecure = lower.hasPrefix("https://")
        guard isSecure || lower.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" }
        guard let authority = Authority(String(rest)) else { return nil }
        self.init(isSecure: isSecure, authority)
    }

    /// Whether a request for an authority, over whatever connection, is one for this site.
    func isAsked(by authority: Authority) -> Bool {
        authority.host == host && (authority.port ?? port) == port
    }
}
