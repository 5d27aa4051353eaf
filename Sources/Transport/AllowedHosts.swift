import Basics

/// The hosts that a request and its redirects may reach, as patterns.
///
/// A list without rules allows nothing.
package struct AllowedHosts: Sendable, Hashable {
    private var patterns: Set<HostPattern>

    /// Creates a list of patterns; invalid ones are skipped.
    package init(_ patterns: some Sequence<String>) {
        self.patterns = Set(patterns.compactMap(HostPattern.init(_:)))
    }

    /// Allows only the host of a URL, with its port unless that is the scheme's default; allows
    /// nothing if the URL is invalid.
    package init(onlyHostOf url: String) {
        self.init([])
        guard let origin = HTTPURL(url)?.origin else { return }
        let isDefault = origin.port == (origin.scheme == "http" ? 80 : 443)
        patterns = [HostPattern(WebHost(name: origin.host, port: isDefault ? nil : origin.port))]
    }

    /// Returns true if a pattern matches the host and port.
    package func contains(host: String, port: Int) -> Bool {
        let host = WebHost(name: host, port: port)
        return patterns.contains { $0.matches(host) }
    }
}
