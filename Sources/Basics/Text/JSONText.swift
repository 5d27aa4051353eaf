import Foundation

/// Writes and reads values as JSON text: the one way to, but for the rows of `Export`, which are written as
/// a stream.
package enum JSONText {
    /// The text of a value with sorted keys: the same value gives the same text.
    ///
    /// - Parameter escapingSlashes: whether slashes are written as `\/`.
    /// - Throws: `EncodingError` for a number that is not finite.
    package static func encode(
        _ value: some Encodable, escapingSlashes: Bool = false
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            escapingSlashes ? .sortedKeys : [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Reads a value of the text's bytes.
    ///
    /// - Throws: `DecodingError`, which says where, for a text that is none or has other types.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
    ) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// A string with its quotes on one line, every control character escaped.
    ///
    /// Source: RFC 8259, section 7
    package static func quoted(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        append(quoted: text, to: &result)
        return result
    }

    /// Appends what `quoted(_:)` gives.
    package static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        // Nearly every text has nothing to escape.
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
