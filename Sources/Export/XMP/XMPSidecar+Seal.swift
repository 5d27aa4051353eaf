extension XMPSidecar {
    private static let sealStart = Array("<!-- gallery ".utf8)
    private static let sealEnd = Array(" -->\n".utf8)

    /// A packet with a comment behind it that tells whether anybody changed it since: the FNV-1a hash of
    /// its bytes.
    ///
    /// No protection against anybody who wants to deceive; it tells a sidecar of this program, which may be
    /// replaced, from one that a person or another program worked on.
    /// Source: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    package static func sealed(_ packet: [UInt8]) -> [UInt8] {
        packet + sealStart + Array(hash(packet[...]).utf8) + sealEnd
    }

    /// Whether bytes are a packet of `sealed`, unchanged.
    package static func isSealed(_ bytes: [UInt8]) -> Bool {
        let length = sealStart.count + 16 + sealEnd.count
        guard bytes.count > length else { return false }
        let packet = bytes.dropLast(length)
        return bytes == sealed(Array(packet))
    }

    /// 16 hexadecimal digits.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
