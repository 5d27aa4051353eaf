/// The hosts that a request and its redirects may reach.
///
/// A rule is `host` (any port), `host:port`, `*.domain` (every subdomain, not the domain itself) or
/// `*.domain:port`; an IPv6 address with a port is in brackets. Names are compared without case and
/// without a trailing dot. A list without rules allows nothing.
package struct AllowedHosts: Sendable, Hashable, ExpressibleByArrayLiteral {
    private struct Rule: Hashable {
        let name: String
        let port: Int?
        let coversSubdomains: Bool
    }

    private var rules: Set<Rule> = []

    /// Creates a list of rules; invalid rules are skipped.
    package init(_ rules: some Sequence<String>) {
        for rule in rules { insert(rule) }
    }

    /// Creates a list of rules; invalid rules are skipped.
    package init(arrayLiteral rules: String...) {
        self.init(rules)
    }

    /// Adds a rule; an invalid rule (empty, or with a port that is not a number) is ignored.
    package mutating func insert(_ rule: String) {
        var name = Substring(rule.filter { !$0.isWhitespace })
        var port: Int?
        let endsInPort = name.last != "]" && name.contains(":")
        // More than one colon without brackets is an IPv6 address without a port.
        if endsInPort, name.hasPrefix("[") || name.count(where: { $0 == ":" }) == 1,
            let colon = name.lastIndex(of: ":")
        {
            guard let number = UInt16(name[name.index(after: colon)...]) else { return }
            port = Int(number)
            name = name[..<colon]
        }
        let coversSubdomains = name.hasPrefix("*.")
        let key = AllowedHosts.key(coversSubdomains ? name.dropFirst(2) : name)
        guard !key.isEmpty, !key.contains("*") else { return }
        rules.insert(Rule(name: key, port: port, coversSubdomains: coversSubdomains))
    }

    /// Returns a list with the rules of both lists.
    package func union(_ other: AllowedHosts) -> AllowedHosts {
        var result = self
        result.rules.formUnion(other.rules)
        return result
    }

    /// Returns true if a rule allows the host at the port.
    package func contains(host: String, port: Int) -> Bool {
        let key = AllowedHosts.key(host[...])
        let allows = { (name: String, coversSubdomains: Bool) in
            [port, nil].contains { port in
                rules.contains(Rule(name: name, port: port, coversSubdomains: coversSubdomains))
            }
        }
        if allows(key, false) { return true }
        var rest = key[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if allows(String(rest), true) { return true }
        }
        return false
    }

    private static func key(_ name: Substring) -> String {
        var name = name
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        if name.hasSuffix(".") { name = name.dropLast() }
        return name.lowercased()
    }
}

extension AllowedHosts {
    /// Allows only the host of a URL, with its port unless that is the scheme's default; allows
    /// nothing if the URL is invalid.
    package init(onlyHostOf url: String) {
        self.init([])
        guard let read = HTTPURL(url), let host = AllowedHosts.host(of: url) else { return }
        insert(read.port == (read.scheme == "http" ? 80 : 443) ? host : "\(host):\(read.port)")
    }

    /// Returns the host of a URL in the notation of rules and `Host` headers; nil if the URL is
    /// invalid.
    package static func host(of url: String) -> String? {
        HTTPURL(url).map { $0.host.contains(":") ? "[\($0.host)]" : $0.host }
    }
}
