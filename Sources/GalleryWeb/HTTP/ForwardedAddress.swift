import Basics
import HTTPTypes

/// Finds the person's own address behind proxies.
///
/// `X-Forwarded-For` is read from the right, as each proxy appends whom it was asked by: what stands before the
/// first address that is no trusted proxy may be anything.
struct ForwardedAddress: Sendable {
    private let proxies: [IPNetwork]
    private let base: WebOrigin?
    private let isEncrypted: Bool

    /// Makes the rule.
    init(_ options: ServerOptions) {
        proxies = options.trustedProxies
        base = options.baseURL.flatMap { WebOrigin($0) }
        isEncrypted = options.isEncrypted
    }

    /// Who sent a request that came over a connection.
    ///
    /// - Parameters:
    ///   - address: the connection's other side.
    ///   - host: what the request names.
    func client(_ headers: HTTPFields, address: String, host: String?) -> Client {
        var client = Client(address: address, isSecure: isEncrypted, host: host)
        if isTrusted(address) {
            for entry in entries("X-Forwarded-For", headers).reversed() {
                guard let next = ForwardedAddress.address(entry) else { break }
                client.address = next
                if !isTrusted(next) { break }
            }
            if let host = entries("X-Forwarded-Host", headers).last { client.host = host }
            if let scheme = entries("X-Forwarded-Proto", headers).last {
                client.isSecure = scheme.lowercased() == "https"
            }
        }
        // Whoever asks under the name of an encrypted base URL came through the proxy that encrypts.
        if let base, base.isSecure, let asked = client.host.flatMap({ Authority($0) }),
            base.isAsked(by: asked)
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

    /// An entry without its port, if it is an address.
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
