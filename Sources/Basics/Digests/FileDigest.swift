import Foundation

/// The SHA-256 of a file's bytes.
public struct FileDigest: Hashable, Sendable {
    /// 64 lower-case hexadecimal digits.
    public let hexadecimal: String

    /// Makes a digest of its 32 bytes.
    public init(bytes: some Sequence<UInt8>) {
        var text = [UInt8]()
        text.reserveCapacity(64)
        let digits = Array("0123456789abcdef".utf8)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        hexadecimal = String(decoding: text, as: UTF8.self)
    }

    /// Reads 64 hexadecimal digits in lower case; nil for anything else.
    public init?(hexadecimal: String) {
        let isDigit = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard hexadecimal.utf8.count == 64, hexadecimal.utf8.allSatisfy(isDigit) else { return nil }
        self.hexadecimal = hexadecimal
    }
}
