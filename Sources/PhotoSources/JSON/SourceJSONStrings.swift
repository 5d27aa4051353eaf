import Foundation

extension SourceJSON {
    /// The text of a string's bytes, escapes resolved; half a surrogate pair becomes U+FFFD.
    static func unescaping(_ slice: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(slice.count)
        var position = slice.startIndex
        while position < slice.endIndex {
            let byte = slice[position]
            position += 1
            guard byte == UInt8(ascii: "\\"), position < slice.endIndex else {
                result.append(byte)
                continue
            }
            let escape = slice[position]
            position += 1
            switch escape {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                let scalar = scalar(slice, &position)
                result.append(contentsOf: String(Character(scalar)).utf8)
            default: result.append(escape)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Writes the text of a value anew where JSON forbids what it holds.
    static func repairingStrings(_ slice: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(slice.count)
        var position = slice.startIndex
        var isInString = false
        while position < slice.endIndex {
            let byte = slice[position]
            position += 1
            if isInString, byte == UInt8(ascii: "\\"), position < slice.endIndex {
                if slice[position] != UInt8(ascii: "'") { result.append(byte) }
                result.append(slice[position])
                position += 1
            } else if isInString, byte < 0x20 {
                let digits = String(byte, radix: 16)
                result.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
                result.append(contentsOf: digits.utf8)
            } else {
                if byte == UInt8(ascii: "\"") { isInString.toggle() }
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads the digits after `\u`, and a second escape where the first is a leading surrogate.
    private static func scalar(
        _ slice: ArraySlice<UInt8>, _ position: inout Int
    ) -> Unicode.Scalar {
        let first = unit(slice, &position)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), position + 6 <= slice.endIndex,
            slice[position] == UInt8(ascii: "\\"), slice[position + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        var after = position + 2
        let second = unit(slice, &after)
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { return "\u{FFFD}" }
        position = after
        return scalar
    }

    private static func unit(_ slice: ArraySlice<UInt8>, _ position: inout Int) -> UInt32 {
        var value: UInt32 = 0
        let end = min(position + 4, slice.endIndex)
        while position < end {
            let byte = slice[position]
            let digit =
                SourceJSONScanner.isDigit(byte)
                ? byte &- UInt8(ascii: "0") : (byte | 0x20) &- UInt8(ascii: "a") &+ 10
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
