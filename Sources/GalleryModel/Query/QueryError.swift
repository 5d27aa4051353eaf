import Basics
public import Foundation

/// A syntax or value error in a query, with its position.
public struct QueryError: Error, Hashable, Sendable {
    /// The query text.
    public let query: String
    /// The column of the error in characters, from 1; the end of the text is one past the last.
    public let column: Int
    /// The value, the cause and the alternatives.
    package let message: Message
    /// The valid input, if the message describes it.
    private let valid: Message?
    /// The advice that only command lines need, after the message.
    private let advice: String
    /// A likely correction; nil if none is known.
    package let correction: QueryCorrection?

    /// The value, the cause and the alternatives.
    public var reason: String { "\(message)\(advice)" }
    /// The input expected at the position of the error.
    package var expected: String { "\(valid ?? message)\(advice)" }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - valid: the valid input, if the message describes it.
    ///   - advice: the advice that only command lines need, after the message.
    ///   - correction: a likely correction.
    package init(
        query: String, column: Int, _ message: Message, expected valid: Message? = nil,
        advice: String = "", correction: QueryCorrection? = nil
    ) {
        self.query = query
        self.column = column
        self.message = message
        self.valid = valid
        self.advice = advice
        self.correction = correction
    }

    /// The end of a message that suggests a name; empty without one.
    package static func suggestion(_ name: String?) -> Message {
        name.map { "; did you mean '\($0)'?" } ?? ""
    }
}

/// A query with a likely name in place of an unknown one.
package struct QueryCorrection: Hashable, Sendable {
    /// The unknown key with its colon, or the unknown value.
    package let wrong: String
    /// The whole query.
    package let query: String
}

/// A condition with its position in a query.
package struct QueryTerm: Hashable, Sendable {
    /// The condition.
    package var condition: PhotoCondition
    /// The column in which the condition starts, in characters from 1.
    package var column: Int
    /// The column in which its value starts, after the colon and inside quotes.
    package var valueColumn: Int
}

extension QueryError: LocalizedError {
    /// The reason, the query and a caret under the error.
    public var errorDescription: String? { description }
}

extension QueryError: CustomStringConvertible {
    /// The message in three lines: the column with the reason, the query, and a caret under the
    /// error.
    public var description: String {
        "invalid query at column \(column): \(DisplayText.escaped(reason))\n\(excerpt)"
    }

    /// The maximum number of terminal columns for the query.
    private static let width = 76
    /// The number of columns kept before the error if the query is longer.
    private static let widthBefore = 48

    /// The part of the query around the error, and a caret on the next line.
    package var excerpt: String {
        let signs = query.map(QueryError.sign)
        let widths = signs.map(DisplayText.width)
        let fault = min(max(column - 1, 0), signs.count)
        var (first, before) = (0, widths[..<fault].reduce(0, +))
        if before + widths[fault...].reduce(0, +) > QueryError.width {
            while before > QueryError.widthBefore {
                before -= widths[first]
                first += 1
            }
        }
        var (last, used) = (first, 0)
        while last < signs.count, used + widths[last] <= QueryError.width {
            used += widths[last]
            last += 1
        }
        let front = first > 0 ? "…" : ""
        let line = front + signs[first..<last].joined() + (last < signs.count ? "…" : "")
        let caret = String(repeating: " ", count: before + front.count) + "^"
        return "  \(line)\n  \(caret)"
    }

    /// Returns a character for display; whitespace becomes a space, and control characters become
    /// U+FFFD.
    private static func sign(_ character: Character) -> String {
        if character.isWhitespace { return " " }
        let text = String(character)
        return DisplayText.escaped(text) == text ? text : "\u{FFFD}"
    }
}
