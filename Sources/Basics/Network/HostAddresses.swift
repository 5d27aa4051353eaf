import Glibc

/// The addresses under which other machines reach this one.
package enum HostAddresses {
    /// The first IPv4 address of an interface that is up and no loopback; nil where there is none.
    package static var own: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var entry = list
        while let found = entry {
            entry = found.pointee.ifa_next
            let flags = Int32(bitPattern: found.pointee.ifa_flags)
            guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
                let address = found.pointee.ifa_addr, address.pointee.sa_family == AF_INET
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count),
                nil, 0, NI_NUMERICHOST)
            guard status == 0 else { continue }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        }
        return nil
    }
}
