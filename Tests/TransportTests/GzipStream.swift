/// Makes gzip streams without a compressor.
///
/// Source: RFC 1951 (deflate), RFC 1952 (gzip).
enum GzipStream {
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Bytes in one uncompressed block; at most 65,535.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        let block = [1] + little(length) + little(~length) + bytes
        return header + block + little(crc(bytes)) + little(UInt32(bytes.count))
    }

    /// Approximately a given number of zero bytes, 158 per byte, in one block without an end.
    static func zeros(_ count: Int) -> [UInt8] {
        var output = header
        var pending: UInt32 = 0
        var used = 0
        let put = { (bits: UInt32, width: Int) in
            pending |= bits << used
            used += width
            while used >= 8 {
                output.append(UInt8(pending & 0xFF))
                pending >>= 8
                used -= 8
            }
        }
        put(0b011, 3)  // last block, fixed codes
        put(0b0000_1100, 8)  // literal 0: code 00110000, its first bit first
        for _ in 0..<(count / 258) {
            put(0b1010_0011, 8)  // length 258: code 11000101, its first bit first
            put(0, 5)  // distance 1
        }
        return output
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
