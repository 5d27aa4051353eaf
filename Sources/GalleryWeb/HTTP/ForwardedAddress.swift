import Basics
import Foundation
import HTTPTypes

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
            if !isBase(host), let host = entries("X-Forwarded-Host", headers).last {
                client.host = host
            }
            if let scheme = entries("X-Forwarded-Proto", headers).last {
                client.isSecure = scheme.lowercased() == "https"
            }
        }
        // Requests for the host of an `https` base URL arrive through a proxy that terminates TLS.
        if base?.scheme == "https", isBase(client.host) { client.isSecure = true }
        return client
    }

    /// Returns true if a requested host is that of the base URL.
    private func isBase(_ host: String?) -> Bool {
        guard let base, let requested = host.flatMap({ WebHost($0) }) else { return false }
        return base.matches(requested)
    }

    private func isTrusted(_ text: String) -> Bool {
        guard !proxies.isEmpty, let address = IPAddress(text: text) else { return false }
        return proxies.contains { $0.contains(address) }
    }

    private func entries(_ name: String, _ headers: HTTPFields) -> [String] {
        guard let name = HTTPField.Name(name) else { return [] }
        return headers[values: name].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Returns an entry without its port, or nil if it is not an IP address.
    private static func address(_ entry: String) -> String? {
        if IPAddress(text: entry) != nil { return entry }
        return WebHost(entry).flatMap { $0.address == nil ? nil : $0.name }
    }
}
