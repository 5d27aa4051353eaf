import Basics
import HTTPTypes

/// Which hosts a request may name, so that another site cannot reach the server under a name of its own
/// (DNS rebinding).
///
/// An address is no name that somebody could point here. Ports make no difference: a tunnel or a container may
/// have another one in front, and a browser always names the one that it asked.
struct HostRule: Sendable {
    private let isLoopback: Bool
    private let names: Set<String>
    private let authorities: Set<String>
    private let endings: [String]

    /// Makes the rule.
    init(_ options: ServerOptions) {
        let own = Authority(options.host.contains(":") ? "[\(options.host)]" : options.host)
        isLoopback = ServerOptions.isLoopback(options.host)
        var names: Set = ["localhost"]
        if let own, own.address == nil { names.insert(own.host) }
        if let base = options.baseURL.flatMap({ WebOrigin($0)?.host }) { names.insert(base) }
        var authorities: Set<String> = []
        var endings: [String] = []
        for text in options.hosts {
            if text.hasPrefix("*.") {
                endings.append(text.dropFirst().lowercased())
            } else if let known = Authority(text) {
                if let port = known.port {
                    authorities.insert("\(known.host) \(port)")
                } else {
                    names.insert(known.host)
                }
            }
        }
        self.names = names
        self.authorities = authorities
        self.endings = endings
    }

    /// - Throws: 421 for another host; 400 without one.
    func check(_ client: Client) throws(Problem) {
        guard let text = client.host, let asked = Authority(text) else {
            throw Problem(.badRequest, "the request names no host: send one 'Host' header")
        }
        if let address = asked.address, !isLoopback || address.isLoopback { return }
        if names.contains(asked.host) || endings.contains(where: asked.host.hasSuffix) { return }
        if let port = asked.port, authorities.contains("\(asked.host) \(port)") { return }
        throw Problem(.misdirectedRequest, say: "error.other-host", ["host": asked.host])
    }
}
