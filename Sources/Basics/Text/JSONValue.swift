package import Foundation

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
    /// Valid JSON text, which is written unchanged; parsing never creates it.
    case raw([UInt8])

    /// Parses a text strictly.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - depth: the maximum nesting depth.
    /// - Throws: The first syntax error, with its line and column; a duplicate key, an unpaired
    ///   surrogate and invalid UTF-8 are also errors.
    package init(_ bytes: [UInt8], depth: Int = 16) throws(JSONSyntaxError) {
        try self.init(JSONDocument(bytes, depth: depth).root)
    }

    private init(_ value: JSONDocument.Value) throws(JSONSyntaxError) {
        switch value.kind {
        case .null: self = .null
        case .true: self = .flag(true)
        case .false: self = .flag(false)
        case .number: self = .number(Double(value.rawText) ?? .nan)
        case .string, .name: self = .text(try value.validText)
        case .array:
            var items: [JSONValue] = []
            for element in value.elements { items.append(try JSONValue(element)) }
            self = .list(items)
        case .object:
            var members: [(key: String, value: JSONValue)] = []
            var keys: Set<String> = []
            try value.forEachMember { name, member throws(JSONSyntaxError) in
                let key = try name.validText
                if !keys.insert(key).inserted { throw name.error("duplicate key '\(key)'") }
                members.append((key, try JSONValue(member)))
            }
            self = .object(members)
        }
    }

    /// The items of an array; nil for anything else.
    package var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }

    /// The string; nil for anything else.
    package var string: String? { if case .text(let text) = self { text } else { nil } }

    /// The number; nil for anything else.
    package var double: Double? { if case .number(let number) = self { number } else { nil } }

    /// The integer; nil if it is not one, or if it exceeds 2^53 and a double may have rounded it.
    package var whole: Int? {
        double.flatMap(Int.init(exactly:)).flatMap { $0.magnitude <= 1 << 53 ? $0 : nil }
    }

    /// True or false; nil for anything else.
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    /// The value of a member; nil if missing or if the value is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

extension JSONValue: Codable {
    /// Decodes a value of any kind.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([JSONValue].self) {
            self = .list(items)
        } else {
            self = .object(try value.decode([String: JSONValue].self).map { ($0, $1) })
        }
    }

    /// Encodes the value.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null: try Bool?.none.encode(to: encoder)
        case .flag(let flag): try flag.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .text(let text): try text.encode(to: encoder)
        case .list(let items): try items.encode(to: encoder)
        case .object(let members):
            try Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
                .encode(to: encoder)
        case .raw(let text): try JSONValue(text).encode(to: encoder)
        }
    }
}

/// A member of an object.
package typealias JSONMember = (key: String, value: any JSONConvertible)

/// A value with a JSON form.
package protocol JSONConvertible: Sendable {
    /// The JSON form.
    var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
    /// The value itself.
    package var json: JSONValue { self }

    /// Creates the JSON form of a value.
    package init(_ value: some JSONConvertible) { self = value.json }

    /// Creates an object.
    package init(_ members: [JSONMember]) {
        self = .object(members.map { ($0.key, $0.value.json) })
    }
}

extension Int: JSONConvertible {
    /// A number.
    package var json: JSONValue { .number(Double(self)) }
}

extension Int64: JSONConvertible {
    /// A number.
    package var json: JSONValue { .number(Double(self)) }
}

extension Double: JSONConvertible {
    /// A number; null if it is not finite.
    package var json: JSONValue { isFinite ? .number(self) : .null }
}

extension Bool: JSONConvertible {
    /// True or false.
    package var json: JSONValue { .flag(self) }
}

extension String: JSONConvertible {
    /// A string.
    package var json: JSONValue { .text(self) }
}

extension Date: JSONConvertible {
    /// The date and time in UTC in ISO 8601, with `Z`.
    package var json: JSONValue { .text(isoText) }
}

extension BytePath: JSONConvertible {
    /// The path; escaped if it is not UTF-8.
    package var json: JSONValue { .text(escaped) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    /// The JSON form of the value; null if nil.
    package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    /// An array.
    package var json: JSONValue { .list(map(\.json)) }
}

extension JSONValue {
    /// The value as UTF-8 without whitespace, for exchange between programs.
    package var compact: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The value formatted for editing: one member per line, indented by two spaces per level,
    /// arrays on one line, with a final newline.
    package var document: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, margin: 0)
        return bytes + [0x0A]
    }

    /// Appends the value.
    ///
    /// - Parameter margin: the indentation of the document in spaces; nil for the compact form.
    package func append(to bytes: inout [UInt8], margin: Int? = nil) {
        switch self {
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                if index > 0, margin != nil { bytes.append(UInt8(ascii: " ")) }
                item.append(to: &bytes, margin: margin.map { $0 + 2 })
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            let line = margin.map { "\n" + String(repeating: " ", count: $0) }
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                if let line { bytes += (line + "  ").utf8 }
                JSONText.append(quoted: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                if margin != nil { bytes.append(UInt8(ascii: " ")) }
                member.value.append(to: &bytes, margin: margin.map { $0 + 2 })
            }
            if let line, !members.isEmpty { bytes += line.utf8 }
            bytes.append(UInt8(ascii: "}"))
        case .text(let text): JSONText.append(quoted: text, to: &bytes)
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        // A number parses to the same value, without a needless fraction. JSON has no infinity; a
        // number out of the range of doubles parses as infinite.
        case .number(let number) where !number.isFinite:
            bytes += (number < 0 ? "-1e999" : "1e999").utf8
        case .number(let number): bytes += number.plainText.utf8
        case .raw(let text): bytes += text
        }
    }
}

extension JSONDocument.Value {
    /// The text of a string or name.
    ///
    /// - Throws: an error for an unpaired surrogate or invalid UTF-8.
    fileprivate var validText: String {
        get throws(JSONSyntaxError) {
            let (text, unpaired) =
                node.isEscaped ? JSONDocument.unescaped(bytes) : (Array(bytes), nil)
            if let unpaired {
                throw JSONSyntaxError("unpaired surrogate", at: unpaired, in: document.bytes)
            }
            guard let text = String(validating: text, as: UTF8.self) else {
                throw error("string is not valid UTF-8")
            }
            return text
        }
    }

    /// Returns an error at the opening quote.
    fileprivate func error(_ cause: String) -> JSONSyntaxError {
        JSONSyntaxError(cause, at: Int(node.start) - 1, in: document.bytes)
    }
}
