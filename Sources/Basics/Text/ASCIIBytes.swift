extension UInt8 {
    /// True for the ASCII characters `0` to `9`.
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// True for the ASCII letters, upper and lower case.
    package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// True for ASCII letters and digits.
    package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// True for the ASCII characters `0` to `9`, `a` to `f` and `A` to `F`.
    package var isHexDigit: Bool { hexDigitValue != nil }

    /// The value of a hexadecimal digit in ASCII; nil for other characters.
    package var hexDigitValue: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        return isLetter && self | 0x20 <= UInt8(ascii: "f")
            ? (self | 0x20) - UInt8(ascii: "a") + 10 : nil
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes in memory, like `withUnsafeBytes`, but with a typed error.
    package func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { buffer throws(Failure) in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// Appends a byte as two hexadecimal digits.
    package mutating func append(hex byte: UInt8, isUppercase: Bool = false) {
        let ten = UInt8(ascii: isUppercase ? "A" : "a") - 10
        let (high, low) = (byte >> 4, byte & 15)
        append(high + (high < 10 ? UInt8(ascii: "0") : ten))
        append(low + (low < 10 ? UInt8(ascii: "0") : ten))
    }
}

extension UInt64 {
    /// Hashes bytes, with the same result in every run.
    ///
    /// Source: FNV-1a, 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/
    package init(hashing bytes: UnsafeRawBufferPointer) {
        self = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Hashes bytes in an array.
    package init(hashing bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBytes { UInt64(hashing: $0) }
    }

    /// The number as 16 lowercase hexadecimal digits.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Int {
    /// Parses at most 18 decimal digits with an optional minus; nil for anything else.
    package init?(decimal text: ArraySlice<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard (1...18).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        self = isNegative ? -number : number
    }
}

/// Percent-encoding in addresses and headers.
///
/// Source: RFC 3986, sections 2.1 and 2.3
package enum PercentEncoding {
    /// Encodes a text as a path component or a parameter value.
    ///
    /// - Parameter isPlain: returns true for bytes to keep; by default, the unreserved characters.
    package static func encoded(
        _ text: String, keeping isPlain: (UInt8) -> Bool = isUnreserved
    ) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hex: byte, isUppercase: true)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes a text; nil for an invalid escape.
    ///
    /// - Parameter isForm: true to decode `+` as a space.
    package static func decoded(_ text: [UInt8], isForm: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexDigitValue,
                    let low = rest.popFirst()?.hexDigitValue
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// True for the unreserved characters: letters, digits, `-`, `.`, `_` and `~`.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~".utf8.contains(byte)
    }
}
