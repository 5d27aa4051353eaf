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
        text.withUTF8 { text in
            // Most texts contain nothing to escape.
            if text.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) {
                bytes.append(contentsOf: text)
            } else {
                append(escaping: text, escapesDelete: true, to: &bytes)
            }
        }
        bytes.append(0x22)
    }

    /// Appends UTF-8 with escapes for quotes, backslashes and control characters; U+007F is escaped
    /// on request, as JSON does not require it.
    package static func append(
        escaping text: UnsafeBufferPointer<UInt8>, escapesDelete: Bool, to bytes: inout [UInt8]
    ) {
        for byte in text {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x7F where !escapesDelete: bytes.append(byte)
            case 0..<0x20, 0x7F:
                bytes += "\\u00".utf8
                bytes.append(hex: byte)
            default: bytes.append(byte)
            }
        }
    }
}
