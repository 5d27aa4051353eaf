/// A JSON value whose members keep the order in which Flickr sends them.
enum JSONValue {
    case object([(String, JSONValue)])
    case array([JSONValue])
    case string(String)
    case integer(Int)
    case decimal(Double)
    case null

    /// An object with the single member `_content`, Flickr's form of an element with text.
    static func content(_ text: String) -> JSONValue { .object([("_content", .string(text))]) }

    /// A number, written as digits or as a string of digits.
    static func number(_ value: Int, asString: Bool) -> JSONValue {
        asString ? .string(String(value)) : .integer(value)
    }

    /// Writes the value with Flickr's spacing and with slashes escaped.
    ///
    /// - Parameter escapesNonASCII: write other characters as `\uXXXX`, as in older responses
    func write(to bytes: inout [UInt8], escapesNonASCII: Bool = false) {
        switch self {
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(contentsOf: ", ".utf8) }
                JSONValue.write(member.0, to: &bytes, escapesNonASCII: false)
                bytes.append(UInt8(ascii: ":"))
                member.1.write(to: &bytes, escapesNonASCII: escapesNonASCII)
            }
            bytes.append(UInt8(ascii: "}"))
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(contentsOf: ", ".utf8) }
                // Both spellings of a character within one response.
                value.write(to: &bytes, escapesNonASCII: escapesNonASCII != (index % 2 == 1))
            }
            bytes.append(UInt8(ascii: "]"))
        case .string(let text):
            JSONValue.write(text, to: &bytes, escapesNonASCII: escapesNonASCII)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .decimal(let number): bytes.append(contentsOf: String(number).utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
    }

    static func write(_ text: String, to bytes: inout [UInt8], escapesNonASCII: Bool) {
        bytes.append(UInt8(ascii: "\""))
        if escapesNonASCII, text.utf8.contains(where: { $0 >= 0x80 }) {
            writeEscaped(text, to: &bytes)
        } else {
            for byte in text.utf8 { writeByte(byte, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func writeEscaped(_ text: String, to bytes: inout [UInt8]) {
        for unit in text.utf16 {
            if unit < 0x80 {
                writeByte(UInt8(unit), to: &bytes)
            } else {
                bytes.append(contentsOf: "\\u".utf8)
                writeHexadecimal(unit, to: &bytes)
            }
        }
    }

    private static func writeByte(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            bytes.append(contentsOf: "\\u".utf8)
            writeHexadecimal(UInt16(byte), to: &bytes)
        default: bytes.append(byte)
        }
    }

    private static func writeHexadecimal(_ unit: UInt16, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> shift) & 15]) }
    }
}
