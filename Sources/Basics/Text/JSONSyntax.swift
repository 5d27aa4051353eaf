/// Validates JSON text without building values.
///
/// Source: RFC 8259. Nesting deeper than 512 levels is rejected, as by most parsers.
package struct JSONSyntax {
    private let bytes: [UInt8]
    private var index = 0
    /// The closing brackets expected, outermost first.
    private var open = [UInt8]()

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Indicates whether the bytes are exactly one JSON value with optional whitespace around it.
    package static func isValid(_ bytes: [UInt8]) -> Bool {
        var syntax = JSONSyntax(bytes)
        return syntax.scan()
    }

    private mutating func scan() -> Bool {
        // Each iteration consumes a value or an opening bracket, so the loop terminates.
        while true {
            guard let first = peek() else { return false }
            switch first {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                index += 1
                guard open.count < 512 else { return false }
                open.append(first + 2)
                if peek() == first + 2 { break }
                guard first == UInt8(ascii: "[") || key() else { return false }
                continue
            case UInt8(ascii: "\""): guard string() else { return false }
            case UInt8(ascii: "t"): guard word("true") else { return false }
            case UInt8(ascii: "f"): guard word("false") else { return false }
            case UInt8(ascii: "n"): guard word("null") else { return false }
            default: guard number() else { return false }
            }
            while let close = open.last, peek() == close {
                index += 1
                open.removeLast()
            }
            guard let close = open.last else { return peek() == nil && index == bytes.count }
            guard take(UInt8(ascii: ",")) else { return false }
            guard close == UInt8(ascii: "]") || key() else { return false }
        }
    }

    /// Returns the next byte that is not whitespace, without consuming it.
    private mutating func peek() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return bytes[index]
            }
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    private mutating func key() -> Bool {
        peek() == UInt8(ascii: "\"") && string() && take(UInt8(ascii: ":"))
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        index += word.utf8CodeUnitCount
        return matches
    }

    private mutating func string() -> Bool {
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard index < bytes.count else { return false }
            let escape = bytes[index]
            index += 1
            if escape == UInt8(ascii: "u") {
                guard index + 4 <= bytes.count,
                    bytes[index..<index + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }
                    )
                else { return false }
                index += 4
            } else if !"\"\\/bfnrt".utf8.contains(escape) {
                return false
            }
        }
        return false
    }

    private mutating func number() -> Bool {
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
        let whole = index
        guard digits() else { return false }
        if bytes[whole] == UInt8(ascii: "0"), index > whole + 1 { return false }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() else { return false }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        return index > start
    }
}
