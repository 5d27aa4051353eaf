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
    package static func quoted(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        append(quoted: text, to: &result)
        return result
    }

    /// Appends the result of `quoted(_:)`.
    package static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        // Most texts contain nothing to escape.
        let isCopied = text.utf8.withContiguousStorageIfAvailable { plain in
            guard plain.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) else {
                return false
            }
            bytes.append(contentsOf: plain)
            return true
        }
        if isCopied != true { append(escaping: text, to: &bytes) }
        bytes.append(0x22)
    }

    private static func append(escaping text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes += Array("\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
            default: bytes.append(byte)
            }
        }
    }
}
