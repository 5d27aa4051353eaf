import HTTPTypes

/// Finds the person's own address behind proxies.
struct ForwardedAddress: Sendable {
    /// Makes the rule.
    init(_ options: ServerOptions) {}

    /// Who sent a request that came over a connection.
    ///
    /// - Parameters:
    ///   - address: the connection's other side.
    ///   - host: what the request names.
    func client(_ headers: HTTPFields, address: String, host: String?) -> Client {
        Client(address: address, isSecure: false, host: host)
    }
}
