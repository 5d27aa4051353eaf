import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// The bytes in network order, 4 or 16; IPv4-mapped IPv6 addresses have 4.
    package let bytes: [UInt8]

    /// Parses `192.0.2.1` or `2001:db8::1`; nil for anything else.
    ///
    /// A zone (`%eth0`) is ignored.
    package init?(text: String) {
        let plain = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)[0]
        // The longest spelling has 45 characters; a NUL would end the C string early.
        guard !plain.isEmpty, plain.utf8.count <= 45, !plain.utf8.contains(0) else { return nil }
        let (short, long) = (String(plain), plain.contains(":"))
        var bytes = [UInt8](repeating: 0, count: long ? 16 : 4)
        guard inet_pton(long ? AF_INET6 : AF_INET, short, &bytes) == 1 else { return nil }
        let isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 }
            && bytes[10..<12].allSatisfy { $0 == 0xFF }
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Parses an IPv4 address in any spelling that programs accept: `127.1`, `0x7f.1` and
    /// `2130706433` are `127.0.0.1`; nil for anything else.
    ///
    /// Source: POSIX, inet_addr.
    package init?(anySpelling text: String) {
        guard (1...45).contains(text.utf8.count),
            text.utf8.first?.isDigit == true,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        var address = in_addr()
        guard inet_aton(text, &address) != 0 else { return nil }
        bytes = withUnsafeBytes(of: address.s_addr) { Array($0) }
    }

    /// True for `127.0.0.0/8` and `::1`.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The part shared by one household: the whole IPv4 address, or the first 64 bits of an IPv6
    /// address.
    package var household: [UInt8] { bytes.count == 4 ? bytes : Array(bytes[..<8]) }
}

/// A range of addresses with a common prefix, such as `10.0.0.0/8`.
package struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let length: Int

    /// Parses an address with an optional prefix length; nil for anything else.
    ///
    /// Source: RFC 4632, section 3.1.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, !first.contains("%"),
            let address = IPAddress(text: String(first))
        else { return nil }
        self.address = address
        let bits = address.bytes.count * 8
        let digits = parts.count == 2 ? parts[1] : "\(bits)"
        guard digits.utf8.allSatisfy(\.isDigit), let length = Int(digits),
            (0...bits).contains(length)
        else { return nil }
        self.length = length
    }

    /// Indicates whether the network contains an address.
    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        let (whole, rest) = length.quotientAndRemainder(dividingBy: 8)
        guard other.bytes[..<whole] == address.bytes[..<whole] else { return false }
        guard rest > 0 else { return true }
        return (other.bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0
    }
}

/// The addresses of this host.
package enum HostAddresses {
    /// The first IPv4 address of an interface that is up and not a loopback; nil if none is found.
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
