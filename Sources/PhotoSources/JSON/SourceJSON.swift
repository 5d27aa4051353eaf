/// A JSON document from a server, parsed into a tree of values that refer to its bytes.
///
/// Photos are stored byte for byte as they were sent, so the tree is a flat list of nodes that
/// point into the text, and values are converted only when read. Tolerates a byte order mark, a
/// `jsonFlickrApi(...)` or `jsonFlickrFeed(...)` wrapper, bytes that are not UTF-8 (replaced by
/// U+FFFD), and the feed's `\'` and raw control characters in strings. The last of several equal
/// names in an object wins. Everything else that RFC 8259 forbids is an error, as is nesting deeper
/// than 64.
/// Source: https://www.rfc-editor.org/rfc/rfc8259, docs/decisions/0002-flickr-json-reader.md
package final class SourceJSON: Sendable {
    /// The maximum nesting depth of arrays and objects.
    package static let maximumDepth = 64

    /// The text as UTF-8.
    let bytes: [UInt8]
    /// All values and names in text order.
    let nodes: [Node]
    /// True if a string contains `\'` or a raw control character, so that raw text must be
    /// repaired.
    let needsRepair: Bool

    /// Parses a document.
    ///
    /// - Throws: `SourceJSONError` with the byte offset and the beginning of the text.
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

    /// The kind of a node.
    package enum Kind: UInt8, Sendable {
        /// A value, or the name of an object member.
        case object, array, string, number, `true`, `false`, null, name
    }

    /// A value or name in 16 bytes, so that a page of 500 photos fits in the CPU cache.
    struct Node {
        var kind: Kind
        /// True if a string contains a backslash.
        var isEscaped: Bool
        /// Offset of the first byte; for strings and names, inside the quotes.
        var start: UInt32
        /// Offset after the last byte; for strings and names, of the closing quote.
        var end: UInt32
        /// Index of the node after this value and its content; for a name, its hash.
        var next: UInt32
    }

    /// Hashes a name (FNV-1a, 32 bits), as the scanner does.
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

extension SourceJSON {
    /// A value in a document.
    package struct Value: Sendable {
        let document: SourceJSON
        let index: Int

        private var node: Node { document.nodes[index] }

        /// The kind of the value.
        package var kind: Kind { node.kind }

        /// The member with the given name; nil if the value is not an object or has no such member.
        package subscript(name: String) -> Value? {
            var found: Value?
            forEachMember { nameIndex, value in
                if document.name(at: nameIndex, equals: name) { found = value }
            }
            return found
        }

        /// The elements of an array; empty for other values.
        package var elements: [Value] {
            guard kind == .array else { return [] }
            var result: [Value] = []
            var next = index + 1
            let end = Int(node.next)
            while next < end {
                result.append(Value(document: document, index: next))
                next = document.index(after: next)
            }
            return result
        }

        /// Calls `body` for each member with the node index of its name; duplicate names come in
        /// order.
        func forEachMember(_ body: (_ name: Int, _ value: Value) -> Void) {
            guard kind == .object else { return }
            var next = index + 1
            let end = Int(node.next)
            while next + 1 < end {
                body(next, Value(document: document, index: next + 1))
                next = document.index(after: next + 1)
            }
        }

        /// The value's own bytes as text, with numbers and escapes spelled as the server sent them.
        ///
        /// Only invalid JSON is repaired: `\'` and raw control characters in strings.
        package var rawText: String {
            let quotes = kind == .string ? 1 : 0
            let slice = document.bytes[(Int(node.start) - quotes)..<(Int(node.end) + quotes)]
            guard document.needsRepair else { return String(decoding: slice, as: UTF8.self) }
            return SourceJSON.repairedJSON(slice)
        }

        /// A string's text, a number's digits, or either in `{"_content": …}`; nil for anything
        /// else.
        package var text: String? {
            let content = self.content
            let node = content.node
            let slice = document.bytes[Int(node.start)..<Int(node.end)]
            switch node.kind {
            case .number: return String(decoding: slice, as: UTF8.self)
            case .string:
                guard node.isEscaped else { return String(decoding: slice, as: UTF8.self) }
                return SourceJSON.unescaping(slice)
            default: return nil
            }
        }

        /// The integer in a number, a string or `{"_content": …}`; nil for anything else.
        package var integer: Int? {
            let content = self.content
            let node = content.node
            switch node.kind {
            case .true: return 1
            case .false: return 0
            case .number, .string:
                let slice = document.bytes[Int(node.start)..<Int(node.end)]
                if let number = SourceJSON.integer(slice) { return number }
                return content.double.flatMap { Int(exactly: $0) }
            default: return nil
            }
        }

        /// The finite number in a number, a string or `{"_content": …}`; nil for anything else.
        package var double: Double? {
            guard let text, let number = Double(text), number.isFinite else { return nil }
            return number
        }

        /// The value itself, or the `_content` member of an object.
        private var content: Value {
            guard kind == .object else { return self }
            return self["_content"] ?? self
        }
    }

    /// The index of the node after a value and its content.
    func index(after index: Int) -> Int { Int(nodes[index].next) }

    /// True if the name at an index equals the given one.
    func name(at index: Int, equals name: String) -> Bool {
        let node = nodes[index]
        let slice = bytes[Int(node.start)..<Int(node.end)]
        if node.isEscaped { return SourceJSON.unescaping(slice) == name }
        return slice.elementsEqual(name.utf8)
    }

    /// Parses decimal digits with an optional minus; nil for anything else and for overflow.
    static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
        let isNegative = digits.first == UInt8(ascii: "-")
        let digits = isNegative ? digits.dropFirst() : digits
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var number = 0
        for byte in digits {
            guard SourceJSONScanner.isDigit(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return isNegative ? -number : number
    }
}

extension SourceJSON {
    /// Decodes the escapes of a string; an unpaired surrogate becomes U+FFFD.
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

    /// Rewrites the raw text of a value as valid JSON.
    static func repairedJSON(_ slice: ArraySlice<UInt8>) -> String {
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

    /// Parses the digits after `\u`, and a second escape if the first is a leading surrogate.
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

/// A document that is not JSON, or lacks the expected content.
package struct SourceJSONError: Error, Equatable {
    /// The problem, worded to follow "the answer".
    package var problem: String
    /// Offset of the problem, in bytes.
    package var offset: Int
    /// The beginning of the text, suitable for messages.
    package var beginning: String
}
