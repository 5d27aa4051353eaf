import Basics

/// A text for users with its values, created where its cause is known and rendered once, in the
/// language of its reader.
///
/// The key is the English text with numbered placeholders, such as `no photo '{0}' in the catalog`;
/// the tables of other languages contain their text for it. Texts that only pages show have a short
/// key, which the English table contains as well.
package struct Message: Hashable, Codable, Sendable {
    /// The value of a placeholder.
    package enum Value: Hashable, Codable, Sendable {
        /// A name or another text that is the same in all languages.
        case text(String)
        /// A number, which each language formats.
        case number(Int)
        /// A text with a translation of its own.
        case message(Message)
    }

    /// The English text, or the short key of a text of the tables.
    package var key: String
    /// The values of the placeholders by name.
    package var values: [String: Value]
    /// The number that replaces `{count}` and selects the plural form; nil for other texts.
    package var count: Int?

    /// Creates a message; without values, the text is in English only unless a table contains it.
    package init(key: String, _ values: [String: Value] = [:], count: Int? = nil) {
        self.key = key
        self.values = values
        self.count = count
    }

    /// Creates a number with its noun, such as `1,204 photos`.
    ///
    /// - Parameter plural: nil if it only has an additional `s`.
    package static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> Message {
        Message(key: "{count} " + (number == 1 ? noun : plural ?? noun + "s"), count: number)
    }

    /// Creates the nonzero counts with their labels, such as `2 new` and `1 failed`.
    package static func counts(_ counts: [(Int, String)]) -> [Message] {
        counts.filter { $0.0 > 0 }.map { Message(key: "{count} \($0.1)", count: $0.0) }
    }

    /// Joins messages with a separator, which is the same in all languages.
    package static func list(_ parts: [Message], _ separator: String = ", ") -> Message {
        if parts.count == 1 { return parts[0] }
        let names = parts.indices.map(String.init)
        return Message(
            key: names.map { "{\($0)}" }.joined(separator: separator),
            Dictionary(uniqueKeysWithValues: zip(names, parts.map(Value.message))))
    }

    /// Returns the text in a language; nil if a part of it has no translation.
    ///
    /// - Parameters:
    ///   - number: formats a number.
    ///   - template: returns the text with placeholders for a key and a count.
    package func text(
        _ number: (Int) -> String, _ template: (_ key: String, _ count: Int?) -> String?
    ) -> String? {
        guard let found = template(key, count) else { return nil }
        var texts = count.map { ["count": number($0)] } ?? [:]
        for (name, value) in values {
            switch value {
            case .text(let text): texts[name] = text
            case .number(let value): texts[name] = number(value)
            case .message(let part):
                guard let text = part.text(number, template) else { return nil }
                texts[name] = text
            }
        }
        return Message.filled(found, texts)
    }

    /// Replaces the placeholders of a text; values are not scanned for placeholders.
    package static func filled(_ text: String, _ values: [String: String]) -> String {
        guard text.contains("{") else { return text }
        var filled = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            filled += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(of: "}"),
                let value = values[String(inside[..<close])]
            else {
                filled += "{"
                rest = inside
                continue
            }
            filled += value
            rest = inside[inside.index(after: close)...]
        }
        return filled + rest
    }
}

extension Message: CustomStringConvertible {
    /// The text in English; the key of a text of pages.
    package var description: String { text(Count.text) { key, _ in key } ?? key }
}

extension Message: ExpressibleByStringInterpolation {
    /// Creates a message without values.
    package init(stringLiteral text: String) { self.init(key: text) }

    /// Creates a message from a literal, whose interpolated values become numbered values.
    package init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, stringInterpolation.values)
    }

    /// The key and the values of a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var values: [String: Value] = [:]

        /// Creates an empty literal.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a part of the English text.
        package mutating func appendLiteral(_ text: String) { key += text }

        /// Appends a value that is the same in all languages.
        package mutating func appendInterpolation(_ value: some Any) { append(.text("\(value)")) }

        /// Appends a number, which each language formats.
        package mutating func appendInterpolation(number: Int) { append(.number(number)) }

        /// Appends a text with a translation of its own.
        package mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

        private mutating func append(_ value: Message.Value) {
            key += "{\(values.count)}"
            values["\(values.count)"] = value
        }
    }
}
