import Foundation

extension SourceJSON {
    /// One value in a text.
    package struct Value: Sendable {
        let document: SourceJSON
        let index: Int

        private var node: Node { document.nodes[index] }

        /// What the value is.
        package var kind: Kind { node.kind }

        /// The value of a name; nil where the value is no object or has no such name.
        package subscript(name: String) -> Value? {
            var found: Value?
            forEachMember { nameIndex, value in
                if document.name(at: nameIndex, equals: name) { found = value }
            }
            return found
        }

        /// The values of an array; none where the value is something else.
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

        /// Calls `body` with the index of each name and its value; equal names come in order.
        func forEachMember(_ body: (_ name: Int, _ value: Value) -> Void) {
            guard kind == .object else { return }
            var next = index + 1
            let end = Int(node.next)
            while next + 1 < end {
                body(next, Value(document: document, index: next + 1))
                next = document.index(after: next + 1)
            }
        }

        /// The value's own bytes as text, numbers and escapes spelled as Flickr spelled them.
        ///
        /// Only what JSON forbids is put right: `\'` and raw control characters in strings.
        package var rawText: String {
            let quotes = kind == .string ? 1 : 0
            let slice = document.bytes[(Int(node.start) - quotes)..<(Int(node.end) + quotes)]
            guard document.needsRepair else { return String(decoding: slice, as: UTF8.self) }
            return SourceJSON.repairingStrings(slice)
        }

        /// A string's text, a number's digits, or that of `{"_content": …}`; nil for anything else.
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

        /// The whole number in a number, a string or `{"_content": …}`; nil for anything else.
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

        /// The value itself, or what an object wraps as `_content`.
        private var content: Value {
            guard kind == .object else { return self }
            return self["_content"] ?? self
        }
    }

    /// The index of the value after a value and all it holds.
    func index(after index: Int) -> Int { Int(nodes[index].next) }

    /// Whether the name at an index is this one.
    func name(at index: Int, equals name: String) -> Bool {
        let node = nodes[index]
        let slice = bytes[Int(node.start)..<Int(node.end)]
        if node.isEscaped { return SourceJSON.unescaping(slice) == name }
        return slice.elementsEqual(name.utf8)
    }

    /// Reads decimal digits with an optional minus; nil for anything else and for overflow.
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
