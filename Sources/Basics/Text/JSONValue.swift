/// A JSON value.
package enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number as the nearest double; infinite if out of range.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([JSONValue])
    /// The members in the order of the text; keys are unique.
    case object([(key: String, value: JSONValue)])

    /// Parses a text strictly.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - depth: the maximum nesting depth.
    /// - Throws: The first syntax error, with its line and column.
    package init(_ bytes: [UInt8], depth: Int = 16) throws(JSONSyntaxError) {
        self = try JSONReader.read(bytes, depth: depth)
    }

    /// The items of an array; nil for anything else.
    package var items: [JSONValue]? {
        if case .list(let items) = self { items } else { nil }
    }

    /// The string; nil for anything else.
    package var string: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number; nil for anything else.
    package var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}

/// A syntax error in JSON text, with its position.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The cause, such as `expected ':' at line 3, column 15`.
    package let message: String
}

extension JSONValue {
    /// The value as UTF-8 without whitespace, for exchange between programs.
    package var compact: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Appends the compact form of the value.
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                item.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(quoted: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .text(let text): JSONText.append(quoted: text, to: &bytes)
        case .null: bytes.append(contentsOf: "null".utf8)
        case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let number):
            bytes.append(contentsOf: JSONValue.text(of: number).utf8)
        }
    }
}

extension JSONValue {
    /// The value formatted for editing: one member per line, indented by two spaces per level,
    /// arrays on one line, with a final newline.
    package var document: [UInt8] { spelled(depth: 0) + [0x0A] }

    func spelled(depth: Int) -> [UInt8] {
        switch self {
        case .null: return Array("null".utf8)
        case .flag(let flag): return Array("\(flag)".utf8)
        case .number(let number): return Array(JSONValue.text(of: number).utf8)
        case .text(let text): return JSONText.quoted(text)
        case .list(let items):
            let parts = items.map { $0.spelled(depth: depth + 1) }
            return [0x5B] + parts.joined(separator: Array(", ".utf8)) + [0x5D]
        case .object(let members):
            if members.isEmpty { return Array("{}".utf8) }
            let margin = Array(repeating: UInt8(ascii: " "), count: 2 * depth)
            let lines = members.map { key, value in
                margin + Array("  ".utf8) + JSONText.quoted(key) + Array(": ".utf8)
                    + value.spelled(depth: depth + 1)
            }
            return Array("{\n".utf8) + lines.joined(separator: Array(",\n".utf8)) + [0x0A]
                + margin + Array("}".utf8)
        }
    }

    /// Formats a number so that it parses to the same value, without a needless fraction.
    static func text(of number: Double) -> String {
        // JSON has no infinity; a number out of the range of doubles parses as infinite.
        guard number.isFinite else { return number < 0 ? "-1e999" : "1e999" }
        return Int(exactly: number).map(String.init) ?? String(number)
    }
}

/// Parses JSON strictly and reports errors with line and column.
///
/// Source: RFC 8259. Foundation's decoder does not report the position of a syntax error.
struct JSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0

    /// Parses a text that contains exactly one value.
    static func read(_ bytes: [UInt8], depth: Int) throws(JSONSyntaxError) -> JSONValue {
        var reader = JSONReader(bytes: bytes, maximumDepth: depth)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        if reader.index < bytes.count { throw reader.failure("expected the end of the file") }
        return value
    }

    private init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard depth < maximumDepth else { throw failure("values are nested too deeply") }
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try string())
        default: break
        }
        for (word, value) in [
            ("null", JSONValue.null), ("true", .flag(true)), ("false", .flag(false)),
        ] where bytes[index...].starts(with: word.utf8) {
            index += word.utf8.count
            return value
        }
        let start = index
        while let byte = current, "+-.0123456789eE".utf8.contains(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let first = text.first, first == "-" || first.isNumber, let number = Double(text)
        else {
            index = start
            throw failure("expected a value")
        }
        return .number(number)
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        index += 1
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("expected a key in quotes") }
            let start = index
            let key = try string()
            if members.contains(where: { $0.key == key }) {
                index = start
                throw failure("duplicate key '\(key)'")
            }
            skipSpace()
            guard take(":") else { throw failure("expected ':' after the key '\(key)'") }
            members.append((key, try value(depth: depth + 1)))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw failure("expected ',' or '}'") }
        }
    }

    private mutating func list(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        var items: [JSONValue] = []
        index += 1
        skipSpace()
        if take("]") { return .list([]) }
        while true {
            items.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return .list(items) }
            guard take(",") else { throw failure("expected ',' or ']'") }
        }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        let start = index
        index += 1
        var units: [UInt8] = []
        while let byte = current, byte >= 0x20 {
            index += 1
            if byte == UInt8(ascii: "\"") {
                guard let text = String(validating: units, as: UTF8.self) else {
                    index = start
                    throw failure("string is not valid UTF-8")
                }
                return text
            }
            if byte == UInt8(ascii: "\\") { try escape(into: &units) } else { units.append(byte) }
        }
        throw failure("unterminated string")
    }

    private mutating func escape(into units: inout [UInt8]) throws(JSONSyntaxError) {
        let plain: [Character: UInt8] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        let name = current.map { Character(Unicode.Scalar($0)) }
        if let name, let byte = plain[name] {
            index += 1
            units.append(byte)
            return
        }
        guard name == "u", var value = hexadecimal(at: index + 1) else {
            throw failure("unknown escape sequence")
        }
        index += 5
        if (0xD800..<0xDC00).contains(value), bytes[index...].starts(with: "\\u".utf8),
            let low = hexadecimal(at: index + 2), (0xDC00..<0xE000).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            index += 6
        }
        guard let scalar = Unicode.Scalar(value) else { throw failure("unpaired surrogate") }
        units += Array(String(Character(scalar)).utf8)
    }

    private func hexadecimal(at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        let digits = bytes[start..<(start + 4)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D {
            index += 1
        }
    }

    private func failure(_ cause: String) -> JSONSyntaxError {
        let before = bytes[..<index]
        let line = before.count { $0 == 0x0A } + 1
        let column = index - ((before.lastIndex(of: 0x0A) ?? -1) + 1) + 1
        return JSONSyntaxError(message: "\(cause) at line \(line), column \(column)")
    }
}
