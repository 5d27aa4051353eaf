import Glibc

/// An IP address, of 4 bytes or 16.
public struct IPAddress: Hashable, Sendable {
    /// The bytes in the network's order; those of an IPv4 address that is spelled as an IPv6 one are 4.
    public let bytes: [UInt8]

    /// Reads `192.0.2.1` or `2001:db8::1`; nil for anything else.
    ///
    /// A zone (`%eth0`) is left out.
    public init?(text: String) {
        let plain = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)[0]
        // The longest spelling has 45 characters; a NUL would end the text early.
        guard !plain.isEmpty, plain.utf8.count <= 45, !plain.utf8.contains(0) else { return nil }
        let (short, long) = (String(plain), plain.contains(":"))
        var bytes = [UInt8](repeating: 0, count: long ? 16 : 4)
        guard inet_pton(long ? AF_INET6 : AF_INET, short, &bytes) == 1 else { return nil }
        let isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 }
            && bytes[10..<12].allSatisfy { $0 == 0xFF }
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Reads an IPv4 address in any spelling that programs take: `127.1`, `0x7f.1` and `2130706433` are
    /// `127.0.0.1`; nil for anything else.
    ///
    /// Source: POSIX, inet_addr.
    public init?(anySpelling text: String) {
        guard (1...45).contains(text.utf8.count),
            text.utf8.first.map({ (48...57).contains($0) }) == true,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        var address = in_addr()
        guard inet_aton(text, &address) != 0 else { return nil }
        bytes = withUnsafeBytes(of: address.s_addr) { Array($0) }
    }

    fileprivate init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether it is the machine itself: `127.0.0.0/8` or `::1`.
    public var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// What one household has: the address itself, or the first 64 bits of an IPv6 one.
    public var household: [UInt8] {
        bytes.count == 4 ? bytes : Array(bytes[..<8])
    }
}

/// Addresses that begin with the same bits, such as `10.0.0.0/8`.
public struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let length: Int

    /// Reads an address with the number of its first bits, or one address alone; nil for anything else.
    ///
    /// Source: RFC 4632, section 3.1.
    public init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, !first.contains("%"),
            let address = IPAddress(text: String(first))
        else { return nil }
        let bits = address.bytes.count * 8
        guard parts.count == 2 else {
            (self.address, length) = (address, bits)
            return
        }
        guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let length = Int(parts[1]),
            (0...bits).contains(length)
        else { return nil }
        self.address = address
        self.length = length
    }

    /// Whether an address is among them.
    public func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        let (whole, rest) = length.quotientAndRemainder(dividingBy: 8)
        guard other.bytes[..<whole] == address.bytes[..<whole] else { return false }
        guard rest > 0 else { return true }
        return (other.bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0
    }
}
