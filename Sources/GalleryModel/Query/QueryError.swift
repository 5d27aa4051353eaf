import Basics
public import Foundation

/// A syntax or value error in a query, with its position.
public struct QueryError: Error, Hashable, Sendable {
    /// The query text.
    public let query: String
    /// The column of the error in characters, from 1; the end of the text is one past the last.
    public let column: Int
    /// The error at that position.
    package let fault: QueryFault

    /// The value, the cause and the alternatives.
    public var reason: String { fault.reason }

    /// Creates an error.
    package init(query: String, column: Int, _ fault: QueryFault) {
        self.query = query
        self.column = column
        self.fault = fault
    }
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

/// An error in a query.
package enum QueryFault: Hashable, Sendable {
    /// The query exceeds this number of characters.
    case tooLong(Int)
    /// The query exceeds this number of conditions.
    case tooMany(Int)
    /// The nesting of terms exceeds this depth.
    case tooDeep(Int)
    /// A `)` without a matching `(`.
    case unopened
    /// A `(` without a matching `)`.
    case unclosed
    /// Empty parentheses.
    case emptyParentheses
    /// Nothing follows an operator, given as typed.
    case nothingAfter(String)
    /// Nothing precedes an operator, given as typed.
    case nothingBefore(String)
    /// No term follows `-` or `not:`.
    case nothingToNegate(String)
    /// `not` without a colon, given as typed.
    case notWithoutColon(String)
    /// A word contains `*`.
    case star
    /// A quote is not closed.
    case unclosedQuote
    /// Empty quotes.
    case emptyQuotes
    /// A space is missing between a term and a character.
    case missingSpace(after: Term, before: Character)
    /// A text without a letter or digit.
    case noLetters(String)
    /// An unknown key, with the nearest known key and its colon.
    case unknownKey(String, likely: String?)
    /// A value that is invalid for its key, with the nearest valid one.
    case invalidValue(QueryKey, String, likely: String?)
    /// A name that does not exist, with the nearest existing one, and all names if they are few.
    case unknownName(Noun, String, likely: String?, names: [String])
    /// Any other error, as text.
    case other(String)

    /// An element that a space must follow.
    package enum Term: Hashable, Sendable {
        /// A `)`.
        case parenthesis
        /// A text in quotes.
        case quote
        /// A word.
        case word
        /// The value of a key.
        case value
    }

    /// A kind of name.
    package enum Noun: String, Hashable, Sendable {
        case section, country, format, license
    }

    /// The keys, as listed in messages.
    package static let keys = (QueryKey.allCases.map(\.rawValue) + ["not"]).joined(separator: ", ")

    /// The value, the cause and the alternatives.
    package var reason: String {
        switch self {
        case .tooLong(let maximum): "a query can have at most \(Count.text(maximum)) characters"
        case .tooMany(let maximum): "a query can have at most \(maximum) conditions"
        case .tooDeep(let maximum): "terms are nested more than \(maximum) levels deep"
        case .unopened: "')' without a matching '('; \(QueryFault.quoting)"
        case .unclosed: "'(' without a matching ')'; \(QueryFault.quoting)"
        case .emptyParentheses: "empty parentheses"
        case .nothingAfter(let word):
            "expected a term after '\(word)'; quote it to search for the word: \"\(word)\""
        case .nothingBefore(let word):
            "expected a term before '\(word)'; quote it to search for the word: \"\(word)\""
        case .nothingToNegate(let sign):
            "'\(sign)' must directly precede the term it negates: \(sign)dog or "
                + "\(sign)(dog or cat)"
        case .notWithoutColon(let word):
            "use not:dog or not:(dog or cat) instead of '\(word)'; quote it to search for the "
                + "word: \"\(word)\""
        case .star: "'*' is not supported: only whole words match"
        case .unclosedQuote: "unterminated quote"
        case .emptyQuotes: "empty quotes"
        case .missingSpace(let term, let character):
            "expected a space after \(QueryFault.name(term)), before '\(character)'; "
                + QueryFault.quoting
        case .noLetters(let text): "'\(text)' contains no letter or digit to search for"
        case .unknownKey(let name, let likely):
            "unknown key '\(name):'\(likely.map { "; did you mean '\($0)'?" } ?? ".") Keys are "
                + "\(QueryFault.keys); quote words that contain a colon"
        case .invalidValue(let key, let value, let likely):
            "invalid '\(key.rawValue):\(value)': expected \(key.expected)"
                + (likely.map { "; did you mean '\(key.rawValue):\($0)'?" } ?? "")
                + (value.isEmpty && key.takesRanges
                    ? "; quote it where the shell takes > and <: '\(key.rawValue):>0'" : "")
        case .unknownName(let noun, let name, let likely, let names):
            "unknown \(noun.rawValue) '\(name)': \(QueryFault.advice(noun, names))"
                + (likely.map { "; did you mean '\($0)'?" } ?? "")
        case .other(let reason): reason
        }
    }

    /// The advice to quote words with special characters.
    private static let quoting = "quote it to search for it: \"IMG (1)\""

    private static func name(_ term: Term) -> String {
        switch term {
        case .parenthesis: "')'"
        case .quote: "the quote"
        case .word: "the word"
        case .value: "the value"
        }
    }

    private static func advice(_ noun: Noun, _ names: [String]) -> String {
        switch noun {
        case .section: "'gallery sections' lists them"
        case .country: "expected a code such as FR, or an English name"
        case .license:
            "expected a name such as 'CC BY 2.0' or cc-by, a number from 0 to 16, cc or commercial"
        case .format: "expected " + names.joined(separator: ", ")
        }
    }
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
