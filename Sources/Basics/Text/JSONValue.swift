/// A JSON value.
package enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number, as near as a double comes to it; infinite beyond its range.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([JSONValue])
    /// The members in the order of the text, no key twice.
    case object([(key: String, value: JSONValue)])

    /// Reads a text strictly.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with a byte order mark or not.
    ///   - depth: how many levels values may be nested.
    /// - Throws: the first mistake, with its line and column.
    package init(_ bytes: [UInt8], depth: Int = 16) throws(JSONMistake) {
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

/// Says what is wrong with a JSON text, and where.
package struct JSONMistake: Error, Hashable, Sendable {
    /// The cause, such as `expected ':' at line 3, column 15`.
    package let message: String
}
