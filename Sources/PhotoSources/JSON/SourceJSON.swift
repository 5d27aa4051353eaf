import Foundation

/// A JSON text of a server and the tree of values in it, each of which knows its bytes.
///
/// Photos are kept byte for byte as they were sent, so the tree is a flat list of nodes that
/// point into the text; nothing is converted before it is asked for. Read as one text: a byte order
/// mark is skipped, a `jsonFlickrApi(...)` or `jsonFlickrFeed(...)` wrapper is taken off, bytes
/// that are not UTF-8 become U+FFFD, and the feed's `\'` and raw control characters in strings are
/// tolerated. Of equal names in an object the last one counts. Everything else that RFC 8259
/// forbids is an error, and so is nesting deeper than 64.
/// Source: https://www.rfc-editor.org/rfc/rfc8259, docs/decisions/0002-flickr-json-reader.md
package final class SourceJSON: Sendable {
    /// The deepest nesting of arrays and objects that is read.
    package static let maximumDepth = 64

    /// The text as UTF-8.
    let bytes: [UInt8]
    /// Every value and name in the order of the text.
    let nodes: [Node]
    /// Whether a string holds `\'` or a raw control character, so that raw text must be put right.
    let needsRepair: Bool

    /// Reads a text.
    ///
    /// Throws: `SourceJSONError` with the byte offset and the text's beginning.
    package init(_ text: some Sequence<UInt8>) throws(SourceJSONError) {
        let bytes = SourceJSON.repairingUTF8(Array(text))
        let outcome: Result<(nodes: [Node], needsRepair: Bool), SourceJSONError> =
            bytes.withUnsafeBufferPointer { buffer in
                var scanner = SourceJSONScanner(buffer)
                do throws(SourceJSONError) {
                    try scanner.scanDocument()
                    return .success((scanner.nodes, scanner.needsRepair))
                } catch {
                    return .failure(error)
                }
            }
        (nodes, needsRepair) = try outcome.get()
        self.bytes = bytes
    }

    /// The outermost value.
    package var root: Value { Value(document: self, index: 0) }

    /// What a value is.
    package enum Kind: UInt8, Sendable {
        /// A value, or the name before one in an object.
        case object, array, string, number, `true`, `false`, null, name
    }

    /// One value or name: 16 bytes, so that a page of 500 photos stays in the processor's cache.
    struct Node {
        var kind: Kind
        /// Whether a string holds a backslash.
        var isEscaped: Bool
        /// The offset of the first byte; of a string's or name's first byte inside the quotes.
        var start: UInt32
        /// The offset after the last byte; of a string's or name's closing quote.
        var end: UInt32
        /// The index of the node after this value and all it holds; the hash of a name.
        var next: UInt32
    }

    /// Hashes a name (FNV-1a, 32 bits), as each name is while it is scanned.
    ///
    /// Source: http://www.isthe.com/chongo/tech/comp/fnv/
    static func hash(_ name: some Sequence<UInt8>) -> UInt32 {
        name.reduce(hashBasis) { ($0 ^ UInt32($1)) &* hashPrime }
    }

    static let hashBasis: UInt32 = 2_166_136_261
    static let hashPrime: UInt32 = 16_777_619

    private static func repairingUTF8(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        return Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
}
