/// Reads JSON strictly, so that a mistake is named with its line and column.
///
/// Source: RFC 8259. Foundation's decoder does not say where the mistake is.
struct JSONReader {
    private let bytes: [UInt8]
    private let deepest: Int
    private var index = 0

    /// Reads the one value of a text.
    static func read(_ bytes: [UInt8], depth: Int) throws(JSONMistake) -> JSONValue {
        var reader = JSONReader(bytes: bytes, deepest: depth)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        if reader.index < bytes.count { throw reader.failure("expected the end of the file") }
        return value
    }

    private init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func value(depth: Int) throws(JSONMistake) -> JSONValue {
        skipSpace()
        guard depth < deepest else { throw failure("values are nested too deeply") }
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

    private mutating func object(depth: Int) throws(JSONMistake) -> JSONValue {
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
                throw failure("the key '\(key)' stands here again")
            }
            skipSpace()
            guard take(":") else { throw failure("expected ':' after the key '\(key)'") }
            members.append((key, try value(depth: depth + 1)))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw failure("expected ',' or '}'") }
        }
    }

    private mutating func list(depth: Int) throws(JSONMistake) -> JSONValue {
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

    private mutating func string() throws(JSONMistake) -> String {
        let start = index
        index += 1
        var units: [UInt8] = []
        while let byte = current, byte >= 0x20 {
            index += 1
            if byte == UInt8(ascii: "\"") {
                guard let text = String(validating: units, as: UTF8.self) else {
                    index = start
                    throw failure("text that is not UTF-8")
                }
                return text
            }
            if byte == UInt8(ascii: "\\") { try escape(into: &units) } else { units.append(byte) }
        }
        throw failure("a text that does not end")
    }

    private mutating func escape(into units: inout [UInt8]) throws(JSONMistake) {
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
            throw failure("an escape that JSON does not know")
        }
        index += 5
        if (0xD800..<0xDC00).contains(value), bytes[index...].starts(with: "\\u".utf8),
            let low = hexadecimal(at: index + 2), (0xDC00..<0xE000).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            index += 6
        }
        guard let scalar = Unicode.Scalar(value) else { throw failure("half a surrogate pair") }
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

    private func failure(_ cause: String) -> JSONMistake {
        let before = bytes[..<index]
        let line = before.count { $0 == 0x0A } + 1
        let column = index - ((before.lastIndex(of: 0x0A) ?? -1) + 1) + 1
        return JSONMistake(message: "\(cause) at line \(line), column \(column)")
    }
}
