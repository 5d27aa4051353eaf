import Basics
import Foundation

/// Reads a query from left to right.
///
/// It goes by scalars, as a quote stays one before a combining accent; columns count characters.
struct QueryReader {
    /// The words that join terms, where they stand without quotes.
    static let operators = ["or", "and"]

    /// How deep parentheses and opposites may stand within each other: each level costs stack.
    private static let maximumDepth = 100
    /// How many conditions a query may have: each is a part of one statement of the database.
    private static let maximumTerms = 500
    /// How many scalars a query may have.
    private static let maximumLength = 20_000

    /// The conditions that were read.
    private(set) var terms: [QueryTerm] = []

    private let text: String
    private let scalars: [Unicode.Scalar]
    /// The column of each scalar, and that of the end.
    private let columns: [Int]
    private var index = 0
    private var depth = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        var columns: [Int] = []
        columns.reserveCapacity(scalars.count + 1)
        var column = 0
        for character in text {
            column += 1
            for _ in character.unicodeScalars { columns.append(column) }
        }
        columns.append(column + 1)
        self.columns = columns
    }

    /// Reads the whole text.
    mutating func read() throws(QueryError) -> PhotoFilter {
        guard scalars.count <= QueryReader.maximumLength else {
            throw error(QueryReader.maximumLength, .tooLong(QueryReader.maximumLength))
        }
        skipBlanks()
        if index == scalars.count { return .everything }
        let filter = try readAny(behind: nil)
        guard index == scalars.count else {
            throw error(index, .unopened)
        }
        return filter
    }

    /// Reads terms with `or` between them.
    ///
    /// - Parameter opener: where `(` stands that begins them; nil at the beginning of the text.
    private mutating func readAny(behind opener: Int?) throws(QueryError) -> PhotoFilter {
        var parts = [try readAll(behind: opener, operator: nil)]
        while let word = takeOperator("or") {
            parts.append(try readAll(behind: opener, operator: word))
        }
        return QueryReader.joined(parts, PhotoFilter.any) { filter in
            if case .any(let parts) = filter { parts } else { nil }
        }
    }

    /// Reads terms side by side, at least one.
    private mutating func readAll(
        behind opener: Int?, operator word: String?
    ) throws(QueryError) -> PhotoFilter {
        var parts: [PhotoFilter] = []
        var word = word
        skipBlanks()
        while index < scalars.count, scalars[index] != ")", operatorEnd("or") == nil {
            if operatorEnd("and") != nil {
                if parts.isEmpty || word != nil { throw missing(behind: opener, operator: word) }
                word = takeOperator("and")
            } else {
                parts.append(try readTerm())
                word = nil
            }
            skipBlanks()
        }
        if parts.isEmpty || word != nil { throw missing(behind: opener, operator: word) }
        return QueryReader.joined(parts, PhotoFilter.all) { filter in
            if case .all(let parts) = filter { parts } else { nil }
        }
    }

    /// The error that a term should stand here.
    private func missing(behind opener: Int?, operator word: String?) -> QueryError {
        if let word {
            return error(index, .nothingBehind(word))
        }
        for name in QueryReader.operators {
            guard let end = operatorEnd(name) else { continue }
            return error(index, .nothingBefore(string(index..<end)))
        }
        guard let opener else {
            return error(index, .unopened)
        }
        return index < scalars.count
            ? error(index, .nothingWithin) : unclosed(opener)
    }

    private func unclosed(_ opener: Int) -> QueryError {
        error(opener, .unclosed)
    }

    /// Reads one term with what stands before it.
    private mutating func readTerm() throws(QueryError) -> PhotoFilter {
        let start = index
        depth += 1
        defer { depth -= 1 }
        guard depth <= QueryReader.maximumDepth else {
            throw error(start, .tooDeep(QueryReader.maximumDepth))
        }
        switch scalars[start] {
        case "(":
            index += 1
            let filter = try readAny(behind: start)
            guard index < scalars.count else { throw unclosed(start) }
            index += 1
            try requireGap(behind: .parenthesis)
            return filter
        case "-":
            index += 1
            return .not(try readOpposite("-", start))
        case "\"":
            let text = try readQuoted()
            try requireGap(behind: .quote)
            return try words(text, start, start + 1)
        default: return try readWord()
        }
    }

    /// Reads the term behind `-` or `not:`.
    private mutating func readOpposite(
        _ sign: String, _ start: Int
    ) throws(QueryError) -> PhotoFilter {
        guard index < scalars.count, scalars[index] != ")", !isBlank(index) else {
            throw error(start, .noOpposite(sign))
        }
        return try readTerm()
    }

    /// Reads a word, or a key with its value.
    private mutating func readWord() throws(QueryError) -> PhotoFilter {
        let start = index
        while index < scalars.count, !isBlank(index),
            !"()\"".unicodeScalars.contains(scalars[index])
        {
            index += 1
        }
        guard let colon = scalars[start..<index].firstIndex(of: ":"), isKey(start..<colon) else {
            try requireGap(behind: .word)
            return try bareWord(string(start..<index), start)
        }
        let name = string(start..<colon)
        if name.lowercased() == "not" {
            index = colon + 1
            return .not(try readOpposite("not:", start))
        }
        guard let key = QueryKey(rawValue: name.lowercased()) else {
            throw error(start, QueryReader.unknown(name))
        }
        var value = string(colon + 1..<index)
        var valueStart = colon + 1
        if index < scalars.count, scalars[index] == "\"", value.allSatisfy("<>=".contains) {
            if value.isEmpty { valueStart += 1 }
            value += try readQuoted()
        }
        try requireGap(behind: .value)
        return try condition(key, value, start, valueStart)
    }

    /// A word without quotes; what people may take for more than a word is an error.
    private mutating func bareWord(_ word: String, _ start: Int) throws(QueryError) -> PhotoFilter {
        if word.lowercased() == "not" {
            throw error(start, .bareNot(word))
        }
        if let star = word.unicodeScalars.firstIndex(of: "*") {
            let place = word.unicodeScalars.distance(
                from: word.unicodeScalars.startIndex, to: star)
            throw error(start + place, .star)
        }
        return try words(word, start, start)
    }

    /// Reads text between quotes, in which `\"` is a quote and `\\` a backslash.
    private mutating func readQuoted() throws(QueryError) -> String {
        let start = index
        var text = String.UnicodeScalarView()
        index += 1
        while index < scalars.count, scalars[index] != "\"" {
            if scalars[index] == "\\", index + 1 < scalars.count,
                scalars[index + 1] == "\"" || scalars[index + 1] == "\\"
            {
                index += 1
            }
            text.append(scalars[index])
            index += 1
        }
        guard index < scalars.count else { throw error(start, .unclosedQuote) }
        index += 1
        return String(text)
    }

    /// What may follow a term directly.
    private func requireGap(behind term: QueryFault.Term) throws(QueryError) {
        guard index < scalars.count, scalars[index] != ")", !isBlank(index) else { return }
        throw error(index, .noBlank(behind: term, before: Character(scalars[index])))
    }

    private mutating func words(
        _ text: String, _ start: Int, _ valueStart: Int
    ) throws(QueryError) -> PhotoFilter {
        let text = QueryReader.trimmed(text)
        guard text.unicodeScalars.contains(where: QueryReader.isIndexed) else {
            throw error(
                start, text.isEmpty ? .emptyQuotes : .noLetters(QueryReader.shown(text)))
        }
        return .condition(try keep(.words(text), start, valueStart))
    }

    private mutating func condition(
        _ key: QueryKey, _ value: String, _ start: Int, _ valueStart: Int
    ) throws(QueryError) -> PhotoFilter {
        let value = QueryReader.trimmed(value)
        guard !value.isEmpty, let condition = PhotoCondition(key, value: value) else {
            throw error(valueStart, QueryReader.invalid(key, value))
        }
        let filter = PhotoFilter.condition(try keep(condition, start, valueStart))
        return key == .no ? .not(filter) : filter
    }

    private mutating func keep(
        _ condition: PhotoCondition, _ start: Int, _ valueStart: Int
    ) throws(QueryError) -> PhotoCondition {
        guard terms.count < QueryReader.maximumTerms else {
            throw error(start, .tooMany(QueryReader.maximumTerms))
        }
        terms.append(
            QueryTerm(
                condition: condition, column: columns[start], valueColumn: columns[valueStart]))
        return condition
    }

    private func isKey(_ range: Range<Int>) -> Bool {
        guard let first = scalars[range].first, first.properties.isAlphabetic else { return false }
        return scalars[range].allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == "-" || scalar == "_"
        }
    }

    /// Where an operator ends that stands here; nil where none does.
    private func operatorEnd(_ name: String) -> Int? {
        let end = index + name.unicodeScalars.count
        guard end <= scalars.count, string(index..<end).lowercased() == name,
            end == scalars.count || isBlank(end) || "()\"".unicodeScalars.contains(scalars[end])
        else { return nil }
        return end
    }

    /// Steps over an operator and returns it as it was typed; nil where none stands here.
    private mutating func takeOperator(_ name: String) -> String? {
        guard let end = operatorEnd(name) else { return nil }
        defer { index = end }
        return string(index..<end)
    }

    private mutating func skipBlanks() {
        while index < scalars.count, isBlank(index) { index += 1 }
    }

    private func isBlank(_ index: Int) -> Bool { scalars[index].properties.isWhitespace }

    private func string(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range]))
    }

    private func error(_ index: Int, _ fault: QueryFault) -> QueryError {
        QueryError(query: text, column: columns[index], fault)
    }
}

extension QueryReader {
    /// Parts as one filter: what is joined alike is one list.
    fileprivate static func joined(
        _ parts: [PhotoFilter], _ join: ([PhotoFilter]) -> PhotoFilter,
        _ inner: (PhotoFilter) -> [PhotoFilter]?
    ) -> PhotoFilter {
        parts.count == 1 ? parts[0] : join(parts.flatMap { inner($0) ?? [$0] })
    }

    /// Whether an index of words keeps a character.
    ///
    /// Source: https://sqlite.org/fts5.html, "Unicode61 Tokenizer"
    fileprivate static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    fileprivate static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let front = scalars.drop { $0.properties.isWhitespace }
        let back = front.reversed().drop { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(back.reversed()))
    }

    /// A piece of the query as a message names it.
    private static func shown(_ text: String) -> String { DisplayText.truncated(text, to: 60) }

    /// Says that there is no such key, and what may be meant.
    fileprivate static func unknown(_ name: String) -> QueryFault {
        let keys = QueryKey.allCases.map(\.rawValue) + ["not"]
        let lowered = name.lowercased()
        let likely =
            SectionKind(rawValue: lowered) != nil
            ? "section:\(lowered):"
            : NearestName.likely(for: lowered, among: keys).map { "\($0):" }
        return .unknownKey(shown(name), likely: likely)
    }

    /// Says that a value does not fit its key, and what does.
    fileprivate static func invalid(_ key: QueryKey, _ value: String) -> QueryFault {
        let names: [String] =
            switch key {
            case .is: PhotoCondition.State.allCases.map(\.rawValue)
            case .has, .no: PhotoCondition.Property.allCases.map(\.rawValue)
            default: []
            }
        return .invalidValue(
            key, shown(value), likely: NearestName.likely(for: value, among: names))
    }
}
