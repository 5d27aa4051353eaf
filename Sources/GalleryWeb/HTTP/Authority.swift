import Basics
import HTTPTypes

/// A host with an optional port, as in `Host` headers, origins and URLs.
struct Authority: Hashable, Sendable {
    /// The host in lower case; an IPv6 address without brackets.
    let host: String
    /// The port; nil if unspecified.
    let port: Int?
    /// The host as an IP address; nil if it is a name.
    let address: IPAddress?

    /// Parses `host`, `host:port`, `[::1]` or `[::1]:port`; nil for anything else.
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
            // A name may end with the dot of the root domain.
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

/// The origin of a website: scheme, host and port.
///
/// Source: RFC 6454.
struct WebOrigin: Hashable, Sendable {
    /// True for `https`.
    let isSecure: Bool
    /// The host in lower case.
    let host: String
    private let port: Int

    /// Creates the origin of an authority.
    init(isSecure: Bool, _ authority: Authority) {
        self.isSecure = isSecure
        host = authority.host
        port = authority.port ?? (isSecure ? 443 : 80)
    }

    /// Parses the origin of a URL; nil for `null` and non-web addresses.
    init?(_ text: String) {
        let lower = text.lowercased()
        let isSecure = lower.hasPrefix("https://")
        guard isSecure || lower.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" }
        guard let authority = Authority(String(rest)) else { return nil }
        self.init(isSecure: isSecure, authority)
    }

    /// Returns true if a request for an authority, over any connection, is for this origin.
    func matches(_ authority: Authority) -> Bool {
        authority.host == host && (authority.port ?? port) == port
    }
}

/// Determines the client's address behind proxies.
///
/// `X-Forwarded-For` is read from the right, since each proxy appends the address of its client;
/// entries before the first untrusted address may be forged.
struct ForwardedAddress: Sendable {
    private let proxies: [IPNetwork]
    private let base: WebOrigin?
    private let isEncrypted: Bool

    init(_ options: ServerOptions) {
        proxies = options.trustedProxies
        base = options.baseURL.flatMap { WebOrigin($0) }
        isEncrypted = options.isEncrypted
    }

    /// Returns the client of a request.
    ///
    /// - Parameters:
    ///   - headers: the header fields of the request.
    ///   - address: the remote address of the connection.
    ///   - host: the host that the request names.
    func client(_ headers: HTTPFields, address: String, host: String?) -> Client {
        var client = Client(address: address, isSecure: isEncrypted, host: host)
        if isTrusted(address) {
            for entry in entries("X-Forwarded-For", headers).reversed() {
                guard let next = ForwardedAddress.address(entry) else { break }
                client.address = next
                if !isTrusted(next) { break }
            }
            // If a proxy passes on the original host, `X-Forwarded-Host` could only come from the
            // client.
            let isBase = base.map { base in
                host.flatMap { Authority($0) }.map(base.matches) ?? false
            }
            if isBase != true, let host = entries("X-Forwarded-Host", headers).last {
                client.host = host
            }
            if let scheme = entries("X-Forwarded-Proto", headers).last {
                client.isSecure = scheme.lowercased() == "https"
            }
        }
        // Requests for the host of an `https` base URL arrive through a proxy that terminates TLS.
        if let base, base.isSecure, let requested = client.host.flatMap({ Authority($0) }),
            base.matches(requested)
        {
            client.isSecure = true
        }
        return client
    }

    private func isTrusted(_ text: String) -> Bool {
        guard !proxies.isEmpty, let address = IPAddress(text: text) else { return false }
        return proxies.contains { $0.contains(address) }
    }

    private func entries(_ name: String, _ headers: HTTPFields) -> [String] {
        guard let name = HTTPField.Name(name) else { return [] }
        return headers[values: name].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
    }

    /// Returns an entry without its port, or nil if it is not an IP address.
    private static func address(_ entry: String) -> String? {
        if IPAddress(text: entry) != nil { return entry }
        guard let authority = Authority(entry), authority.address != nil else { return nil }
        return authority.host
    }
}

extension Substring {
    fileprivate func trimmingWhitespace() -> String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
