import Foundation
import Transport

extension AllowedHosts {
    /// Allows the one host of a URL, with its port where the URL names one.
    init(onlyHostOf url: String) {
        guard let host = AllowedHosts.host(of: url) else {
            self.init([String]())
            return
        }
        let port = URLComponents(string: url)?.port.map { ":\($0)" } ?? ""
        self.init([host + port])
    }

    /// The host of a URL as rules spell it; nil where it has none.
    static func host(of url: String) -> String? {
        guard let host = URLComponents(string: url)?.host, !host.isEmpty else { return nil }
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        return isBareIPv6 ? "[\(host.lowercased())]" : host.lowercased()
    }
}
