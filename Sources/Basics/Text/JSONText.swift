import Foundation

/// Encodes and decodes JSON; only the rows of `Export` are written separately, as a stream.
package enum JSONText {
    /// Encodes a value with sorted keys, so that equal values give equal text.
    ///
    /// - Parameter escapingSlashes: whether to write slashes as `\/`.
    /// - Throws: `EncodingError` for a number that is not finite.
    package static func encode(
        _ value: some Encodable, escapingSlashes: Bool = false
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            escapingSlashes ? .sortedKeys : [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Decodes a value from bytes.
    ///
    /// - Throws: `DecodingError` with the coding path, for invalid JSON or mismatched types.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Returns a quoted string on one line with all control characters escaped.
    ///
    /// Source: RFC 8259, section 7
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(quoted: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the result of `quoted(_:)`.
    package static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        var text = text
        text.withUTF8 { append(escaping: $0, escapesDelete: true, to: &bytes) }
        bytes.append(0x22)
    }

    /// Appends UTF-8 with escapes for quotes, backslashes and control characters; U+007F is escaped
    /// on request, as JSON does not require it.
    package static func append(
        escaping text: UnsafeBufferPointer<UInt8>, escapesDelete: Bool, to bytes: inout [UInt8]
    ) {
        var plain = 0
        for (index, byte) in text.enumerated()
        where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F && escapesDelete {
            bytes += UnsafeBufferPointer(rebasing: text[plain..<index])
            plain = index + 1
            bytes.append(0x5C)
            switch byte {
            case 0x22, 0x5C: bytes.append(byte)
            case 0x08: bytes.append(UInt8(ascii: "b"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0C: bytes.append(UInt8(ascii: "f"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            default:
                bytes += "u00".utf8
                bytes.append(hex: byte)
            }
        }
        bytes += UnsafeBufferPointer(rebasing: text[plain...])
    }
}
