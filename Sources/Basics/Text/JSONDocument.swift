/// A JSON text, parsed once into a list of values that refer to its bytes.
///
/// The nodes point into the text and values are converted only when read, so that a photo can be
/// stored byte for byte as it was sent.
/// Source: https://www.rfc-editor.org/rfc/rfc8259, docs/decisions/0002-flickr-json-reader.md
package final class JSONDocument: Sendable {
    /// The text as UTF-8.
    package let bytes: [UInt8]
    /// All values and names in text order.
    let nodes: [Node]
    /// True if a string contains `\'` or a raw control character, so that raw text must be
    /// repaired.
    private let needsRepair: Bool

    /// Parses a text with exactly one value, with or without a byte order mark.
    ///
    /// - Parameters:
    ///   - bytes: the text; strict parsing does not check that strings are valid UTF-8.
    ///   - depth: the maximum nesting depth of arrays and objects.
    ///   - isTolerant: true to accept a `jsonFlickrApi(…)` or `jsonFlickrFeed(…)` wrapper, bytes
    ///     that are not UTF-8 (replaced by U+FFFD), and the feed's `\'` and raw control characters
    ///     in strings.
    /// - Throws: The first syntax error.
    package init(_ bytes: [UInt8], depth: Int, isTolerant: Bool = false) throws(JSONSyntaxError) {
        var bytes = bytes
        if isTolerant, String(validating: bytes, as: UTF8.self) == nil {
            bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
        }
        (nodes, needsRepair) = try bytes.withUnsafeBufferPointer {
            buffer throws(JSONSyntaxError) in
            var scanner = JSONScanner(buffer, maximumDepth: depth, isTolerant: isTolerant)
            try scanner.scanDocument()
            return (scanner.nodes, scanner.needsRepair)
        }
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
}

extension JSONDocument {
    /// A value in a document.
    package struct Value: Sendable {
        let document: JSONDocument
        let index: Int

        var node: Node { document.nodes[index] }

        /// The bytes of the value; for strings and names, inside the quotes.
        var bytes: ArraySlice<UInt8> { document.bytes[Int(node.start)..<Int(node.end)] }

        /// The kind of the value.
        package var kind: Kind { node.kind }

        /// The member with the given name, the last of several; nil if the value is not an object
        /// or has no such member.
        package subscript(name: String) -> Value? {
            var found: Value?
            forEachMember { key, value in
                let isEqual =
                    key.node.isEscaped
                    ? JSONDocument.unescaped(key.bytes).text.elementsEqual(name.utf8)
                    : key.bytes.elementsEqual(name.utf8)
                if isEqual { found = value }
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
                next = Int(document.nodes[next].next)
            }
            return result
        }

        /// Calls `body` for each member; duplicate names come in order.
        func forEachMember<Failure>(
            _ body: (_ name: Value, _ value: Value) throws(Failure) -> Void
        ) throws(Failure) {
            guard kind == .object else { return }
            var next = index + 1
            let end = Int(node.next)
            while next + 1 < end {
                try body(
                    Value(document: document, index: next),
                    Value(document: document, index: next + 1))
                next = Int(document.nodes[next + 1].next)
            }
        }

        /// The value's own bytes as text, with numbers and escapes spelled as in the document.
        ///
        /// Only invalid JSON is repaired: `\'` and raw control characters in strings.
        package var rawText: String {
            let quotes = kind == .string ? 1 : 0
            let slice = document.bytes[(Int(node.start) - quotes)..<(Int(node.end) + quotes)]
            guard document.needsRepair else { return String(decoding: slice, as: UTF8.self) }
            return JSONDocument.repairedJSON(slice)
        }

        /// A string's text, a number's digits, or either in `{"_content": …}`; nil for anything
        /// else.
        package var text: String? {
            let content = self.content
            switch content.kind {
            case .string where content.node.isEscaped:
                return String(decoding: JSONDocument.unescaped(content.bytes).text, as: UTF8.self)
            case .string, .number: return String(decoding: content.bytes, as: UTF8.self)
            default: return nil
            }
        }

        /// The integer in a number, a string or `{"_content": …}`; nil for anything else.
        package var integer: Int? {
            let content = self.content
            switch content.kind {
            case .true: return 1
            case .false: return 0
            case .number, .string:
                return Int(decimal: content.bytes) ?? content.double.flatMap { Int(exactly: $0) }
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
}

extension JSONDocument {
    /// Known names of members, to find the values of an object in one pass.
    ///
    /// Finds a name by the hash that the scanner computed. Open addressing with 256 slots for about
    /// 50 names; matches are confirmed byte by byte.
    package struct Names: Sendable {
        private let names: [[UInt8]]
        private var slots = [UInt8](repeating: Names.free, count: 256)
        private static let free: UInt8 = 255

        /// Makes a table of at most 128 names.
        package init(_ names: [String]) {
            self.names = names.map { Array($0.utf8) }
            for (index, name) in self.names.enumerated() {
                var slot = Int(JSONScanner.hash(name) & 255)
                while slots[slot] != Names.free { slot = (slot + 1) & 255 }
                slots[slot] = UInt8(truncatingIfNeeded: index)
            }
        }

        /// Returns the values of an object for each name, the last of several; nil if the value is
        /// not an object.
        package func members(of value: Value) -> Members? {
            guard value.kind == .object else { return nil }
            let document = value.document
            var indices = [Int32](repeating: -1, count: names.count)
            value.forEachMember { name, member in
                let node = name.node
                if let found = node.isEscaped
                    ? find(JSONDocument.unescaped(name.bytes).text[...])
                    : find(name.bytes, node.next)
                {
                    indices[found] = Int32(truncatingIfNeeded: member.index)
                }
            }
            return Members(document: document, indices: indices)
        }

        private func find(_ name: ArraySlice<UInt8>, _ hash: UInt32? = nil) -> Int? {
            var slot = Int((hash ?? JSONScanner.hash(name)) & 255)
            while slots[slot] != Names.free {
                let index = Int(slots[slot])
                if names[index].elementsEqual(name) { return index }
                slot = (slot + 1) & 255
            }
            return nil
        }
    }

    /// The values of an object's known members, by the index of their name.
    package struct Members: Sendable {
        fileprivate let document: JSONDocument
        fileprivate let indices: [Int32]

        /// The value of a member; nil if missing or null.
        package subscript(name: Int) -> Value? {
            let index = indices[name]
            guard index >= 0 else { return nil }
            let member = Value(document: document, index: Int(index))
            return member.kind == .null ? nil : member
        }
    }
}

extension JSONDocument {
    /// Decodes the escapes of a string as UTF-8; an unpaired surrogate becomes U+FFFD.
    ///
    /// Also returns the position after the first unpaired surrogate; nil if there is none.
    static func unescaped(_ slice: ArraySlice<UInt8>) -> (text: [UInt8], unpaired: Int?) {
        var result: [UInt8] = []
        var unpaired: Int?
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
                if scalar == nil, unpaired == nil { unpaired = position }
                result.append(contentsOf: String(Character(scalar ?? "\u{FFFD}")).utf8)
            default: result.append(escape)
            }
        }
        return (result, unpaired)
    }

    /// Parses the digits after `\u`, and a second escape if the first is a leading surrogate; nil
    /// for an unpaired surrogate.
    private static func scalar(
        _ slice: ArraySlice<UInt8>, _ position: inout Int
    ) -> Unicode.Scalar? {
        let first = unit(slice, &position)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first),
            slice[position...].starts(with: "\\u".utf8)
        else { return nil }
        var after = position + 2
        let second = unit(slice, &after)
        guard (0xDC00..<0xE000).contains(second) else { return nil }
        position = after
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private static func unit(_ slice: ArraySlice<UInt8>, _ position: inout Int) -> UInt32 {
        let digits = slice[position...].prefix(4)
        position = digits.endIndex
        return digits.reduce(0) { $0 << 4 | UInt32($1.hexDigitValue ?? 0) }
    }

    /// Rewrites the raw text of a value as valid JSON.
    private static func repairedJSON(_ slice: ArraySlice<UInt8>) -> String {
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
                result += "\\u00".utf8
                result.append(hex: byte)
            } else {
                if byte == UInt8(ascii: "\"") { isInString.toggle() }
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// A syntax error in JSON text, with its position.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The cause for the author of the text, such as `expected ':' at line 3, column 15`.
    package let message: String
    /// The cause as a predicate of the text, such as `lacks a colon`.
    package let problem: String
    /// The offset of the cause, in bytes.
    package let offset: Int

    init(
        _ cause: String, problem: String = "", at offset: Int,
        in bytes: some RandomAccessCollection<UInt8>
    ) {
        let lines = bytes.prefix(offset).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        message = "\(cause) at line \(lines.count), column \((lines.last?.count ?? 0) + 1)"
        self.problem = problem
        self.offset = offset
    }
}
