import Basics

/// What can be wrong with a query.
public enum QueryFault: Hashable, Sendable {
    /// It has more characters than this.
    case tooLong(Int)
    /// It has more conditions than this.
    case tooMany(Int)
    /// More terms than this stand in each other.
    case tooDeep(Int)
    /// No `(` stands before a `)`.
    case unopened
    /// No `)` closes a `(`.
    case unclosed
    /// Nothing stands between `(` and `)`.
    case nothingWithin
    /// Nothing follows an operator, as it was typed.
    case nothingBehind(String)
    /// Nothing stands before an operator, as it was typed.
    case nothingBefore(String)
    /// Nothing to take the opposite of stands behind `-` or `not:`.
    case noOpposite(String)
    /// `not` stands alone, as it was typed.
    case bareNot(String)
    /// `*` stands in a word.
    case star
    /// No other quote closes one.
    case unclosedQuote
    /// Nothing stands between quotes.
    case emptyQuotes
    /// No blank stands behind something, before a character.
    case noBlank(behind: Term, before: Character)
    /// A text has no letter or digit to look for.
    case noLetters(String)
    /// There is no such key; what is meant probably, with its colon.
    case unknownKey(String, likely: String?)
    /// A value does not fit its key; which one is meant probably.
    case invalidValue(QueryKey, String, likely: String?)
    /// There is no such thing; what is meant probably, and the names there are where they are few.
    case unknownName(Noun, String, likely: String?, names: [String])
    /// Anything else, in words.
    case other(String)

    /// What a blank should follow.
    public enum Term: Hashable, Sendable {
        /// A `)`.
        case parenthesis
        /// A text in quotes.
        case quote
        /// A word.
        case word
        /// The value of a key.
        case value
    }

    /// What has a name.
    public enum Noun: String, Hashable, Sendable {
        case section, country, format
        /// A licence.
        case license = "licence"
    }

    /// The names of keys, as messages list them.
    public static let keys = (QueryKey.allCases.map(\.rawValue) + ["not"]).joined(separator: ", ")

    /// The value, the cause, and what could be written instead.
    public var reason: String {
        switch self {
        case .tooLong(let most): "a query has at most \(Count.text(most)) characters"
        case .tooMany(let most): "a query has at most \(most) conditions"
        case .tooDeep(let most): "more than \(most) terms stand in each other"
        case .unopened: "no '(' stands before this ')'; \(QueryFault.quoting)"
        case .unclosed: "no ')' closes this '('; \(QueryFault.quoting)"
        case .nothingWithin: "nothing stands between '(' and ')'"
        case .nothingBehind(let word):
            "nothing follows '\(word)'; as a word it stands in quotes: \"\(word)\""
        case .nothingBefore(let word):
            "nothing stands before '\(word)'; as a word it stands in quotes: \"\(word)\""
        case .noOpposite(let sign):
            "'\(sign)' takes the opposite of the term right behind it: \(sign)dog or "
                + "\(sign)(dog or cat)"
        case .bareNot(let word):
            "'\(word)' is written not:dog or not:(dog or cat); as a word it stands in quotes: "
                + "\"\(word)\""
        case .star: "'*' stands for nothing here: words are looked for whole"
        case .unclosedQuote: "no other quote closes this one"
        case .emptyQuotes: "nothing stands between the quotes"
        case .noBlank(let term, let character):
            "a blank should stand behind \(QueryFault.name(term)), before '\(character)'; "
                + QueryFault.quoting
        case .noLetters(let text): "'\(text)' has no letter or digit to look for"
        case .unknownKey(let name, let likely):
            "there is no key '\(name):'\(likely.map { "; did you mean '\($0)'?" } ?? ".") Keys are "
                + "\(QueryFault.keys); a word with a colon stands in quotes"
        case .invalidValue(let key, let value, let likely):
            "invalid '\(key.rawValue):\(value)': expected \(key.expected)"
                + (likely.map { "; did you mean '\(key.rawValue):\($0)'?" } ?? "")
        case .unknownName(let noun, let name, let likely, let names):
            "there is no \(noun.rawValue) '\(name)': "
                + (likely.map { "did you mean '\($0)'? " } ?? "") + QueryFault.advice(noun, names)
        case .other(let reason): reason
        }
    }

    /// How parts that stand in a word are written.
    private static let quoting = "in a word it stands in quotes: \"IMG (1)\""

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
        case .country: "a code such as FR, or an English name"
        case .license: "'CC BY 2.0' or 4"
        case .format: names.joined(separator: ", ")
        }
    }
}
