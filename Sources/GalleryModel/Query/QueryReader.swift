import Basics

/// A parser for queries.
///
/// It works on scalars, because a quote before a combining accent must remain a quote; columns
/// count characters.
struct QueryReader {
    /// The operators, if not quoted.
    static let operators = ["or", "and"]

    /// The maximum nesting depth of parentheses and negations; each level uses stack space.
    private static let maximumDepth = 100
    /// The maximum number of conditions; each becomes part of one SQL statement.
    private static let maximumTerms = 500
    /// The maximum length of a query in scalars.
    private static let maximumLength = 20_000

    /// The conditions parsed so far.
    private(set) var terms: [QueryTerm] = []
    /// The top-level terms in scalars, with true for skipped words.
    private(set) var pieces: [(range: Range<Int>, isWord: Bool)] = []
    /// True if `or` joins top-level terms.
    private(set) var hasAlternatives = false

    private let text: String
    private let scalars: [Unicode.Scalar]
    /// The column of each scalar, and of the end.
    private let columns: [Int]
    /// True to leave top-level words out of the filter, for ``PlainSearch``.
    private let skipsWords: Bool
    private var index = 0
    private var depth = 0

    /// - Parameter skipsWords: true to leave top-level words out of the filter.
    init(_ text: String, skipsWords: Bool = false) {
        self.text = text
        self.skipsWords = skipsWords
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

    /// Parses the whole text.
    mutating func read() throws(QueryError) -> PhotoFilter {
        guard scalars.count <= QueryReader.maximumLength else {
            let maximum = Count.text(QueryReader.maximumLength)
            throw error(QueryReader.maximumLength, "a query can have at most \(maximum) characters")
        }
        skipBlanks()
        if index == scalars.count { return .everything }
        let filter = try readAny(after: nil)
        guard index == scalars.count else { throw unopened }
        return filter
    }

    /// Parses terms joined by `or`.
    ///
    /// - Parameter opener: the index of the opening `(`; nil at the start of the text.
    private mutating func readAny(after opener: Int?) throws(QueryError) -> PhotoFilter {
        var parts = [try readAll(after: opener, operator: nil)]
        while let word = takeOperator("or") {
            if opener == nil { hasAlternatives = true }
            parts.append(try readAll(after: opener, operator: word))
        }
        return .either(parts)
    }

    /// Parses one or more adjacent terms.
    private mutating func readAll(
        after opener: Int?, operator word: String?
    ) throws(QueryError) -> PhotoFilter {
        var parts: [PhotoFilter] = []
        var word = word
        skipBlanks()
        while index < scalars.count, scalars[index] != ")", operatorEnd("or") == nil {
            if operatorEnd("and") != nil, opener != nil || !skipsWords {
                if parts.isEmpty || word != nil { throw missing(after: opener, operator: word) }
                word = takeOperator("and")
            } else {
                let (start, count) = (index, terms.count)
                parts.append(try readTerm())
                // Only skipped words add no condition.
                if opener == nil { pieces.append((start..<index, terms.count == count)) }
                word = nil
            }
            skipBlanks()
        }
        if parts.isEmpty || word != nil { throw missing(after: opener, operator: word) }
        return .every(parts)
    }

    /// Returns the error for a missing term.
    private func missing(after opener: Int?, operator word: String?) -> QueryError {
        if let word {
            return error(
                expecting:
                    "a term after '\(word)'; quote it to search for the word: \"\(word)\"")
        }
        for name in QueryReader.operators {
            guard let end = operatorEnd(name) else { continue }
            let word = string(index..<end)
            return error(
                expecting:
                    "a term before '\(word)'; quote it to search for the word: \"\(word)\"")
        }
        guard let opener else { return unopened }
        return index < scalars.count ? error(index, "empty parentheses") : unclosed(opener)
    }

    private func unclosed(_ opener: Int) -> QueryError {
        error(opener, "'(' without a matching ')'; \(QueryReader.quoting)")
    }

    private var unopened: QueryError {
        error(index, "')' without a matching '('; \(QueryReader.quoting)")
    }

    /// The advice to quote words with special characters.
    private static let quoting: Message = "quote it to search for it: \"IMG (1)\""

    /// Parses one term with any prefix.
    private mutating func readTerm() throws(QueryError) -> PhotoFilter {
        let start = index
        depth += 1
        defer { depth -= 1 }
        guard depth <= QueryReader.maximumDepth else {
            throw error(start, "terms are nested more than \(QueryReader.maximumDepth) levels deep")
        }
        switch scalars[start] {
        case "(":
            index += 1
            let filter = try readAny(after: start)
            guard index < scalars.count else { throw unclosed(start) }
            index += 1
            try requireGap("a space after ')'")
            return filter
        case "-":
            index += 1
            return .not(try readNegated("-", start))
        case "\"":
            let text = try readQuoted()
            try requireGap("a space after the quote")
            return try words(text, start, start + 1)
        default: return try readWord()
        }
    }

    /// Parses the term after `-` or `not:`.
    private mutating func readNegated(
        _ sign: String, _ start: Int
    ) throws(QueryError) -> PhotoFilter {
        guard index < scalars.count, scalars[index] != ")", !isBlank(index) else {
            throw error(
                start,
                """
                '\(sign)' must directly precede the term it negates: \(sign)dog or \
                \(sign)(dog or cat)
                """)
        }
        return try readTerm()
    }

    /// Parses a word, or a key with its value.
    private mutating func readWord() throws(QueryError) -> PhotoFilter {
        let start = index
        while index < scalars.count, !isBlank(index),
            !"()\"".unicodeScalars.contains(scalars[index])
        {
            index += 1
        }
        guard let colon = scalars[start..<index].firstIndex(of: ":"), isKey(start..<colon) else {
            try requireGap("a space after the word")
            return try bareWord(string(start..<index), start)
        }
        let name = string(start..<colon)
        if name.lowercased() == "not" {
            index = colon + 1
            return .not(try readNegated("not:", start))
        }
        guard let key = QueryKey(rawValue: name.lowercased()) else {
            throw unknown(name, start)
        }
        var value = string(colon + 1..<index)
        var valueStart = colon + 1
        if index < scalars.count, scalars[index] == "\"", value.allSatisfy("<>=".contains) {
            if value.isEmpty { valueStart += 1 }
            value += try readQuoted()
        }
        try requireGap("a space after the value")
        return try condition(key, value, start, valueStart)
    }

    /// Parses an unquoted word; words that look like operators or patterns are errors.
    private mutating func bareWord(_ word: String, _ start: Int) throws(QueryError) -> PhotoFilter {
        if word.lowercased() == "not" {
            throw error(
                start,
                """
                use not:dog or not:(dog or cat) instead of '\(word)'; quote it to search for the \
                word: "\(word)"
                """)
        }
        guard let star = word.unicodeScalars.firstIndex(of: "*") else {
            if skipsWords, depth == 1 { return .everything }
            return try words(word, start, start)
        }
        let beginning = String(word[..<star])
        guard word.unicodeScalars.index(after: star) == word.endIndex,
            beginning.unicodeScalars.contains(where: \.properties.generalCategory.isIndexed)
        else {
            throw error(
                start + beginning.unicodeScalars.count,
                "'*' is only allowed at the end of a word: dog*")
        }
        return try keep(.prefix(beginning), start, start)
    }

    /// Parses quoted text, in which `\"` is a quote and `\\` a backslash.
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
        guard index < scalars.count else { throw error(start, "unterminated quote") }
        index += 1
        return String(text)
    }

    /// Checks that a term is followed by a space, a `)` or the end.
    private func requireGap(_ gap: Message) throws(QueryError) {
        guard index < scalars.count, scalars[index] != ")", !isBlank(index) else { return }
        throw error(expecting: "\(gap), before '\(scalars[index])'; \(QueryReader.quoting)")
    }

    private mutating func words(
        _ text: String, _ start: Int, _ valueStart: Int
    ) throws(QueryError) -> PhotoFilter {
        let text = QueryReader.trimmed(text)
        guard text.unicodeScalars.contains(where: \.properties.generalCategory.isIndexed) else {
            throw error(
                start,
                text.isEmpty
                    ? "empty quotes"
                    : "'\(QueryReader.shown(text))' contains no letter or digit to search for")
        }
        return try keep(.words(text), start, valueStart)
    }

    private mutating func condition(
        _ key: QueryKey, _ value: String, _ start: Int, _ valueStart: Int
    ) throws(QueryError) -> PhotoFilter {
        let value = QueryReader.trimmed(value)
        guard !value.isEmpty, let condition = PhotoCondition.parsed(key, value) else {
            throw invalid(key, value, valueStart)
        }
        let filter = try keep(condition, start, valueStart)
        return key == .no ? .not(filter) : filter
    }

    private mutating func keep(
        _ condition: PhotoCondition, _ start: Int, _ valueStart: Int
    ) throws(QueryError) -> PhotoFilter {
        guard terms.count < QueryReader.maximumTerms else {
            throw error(start, "a query can have at most \(QueryReader.maximumTerms) conditions")
        }
        terms.append(
            QueryTerm(
                condition: condition, column: columns[start], valueColumn: columns[valueStart]))
        return .condition(condition)
    }

    private func isKey(_ range: Range<Int>) -> Bool {
        guard let first = scalars[range].first, first.properties.isAlphabetic else { return false }
        return scalars[range].allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == "-" || scalar == "_"
        }
    }

    /// Returns the end of an operator at the current position; nil if it is not one.
    private func operatorEnd(_ name: String) -> Int? {
        let end = index + name.unicodeScalars.count
        guard end <= scalars.count, string(index..<end).lowercased() == name,
            end == scalars.count || isBlank(end) || "()\"".unicodeScalars.contains(scalars[end])
        else { return nil }
        return end
    }

    /// Consumes an operator and returns it as typed; nil if the current position is not one.
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

    private func error(_ index: Int, _ message: Message) -> QueryError {
        QueryError(query: text, column: columns[index], message)
    }

    /// Returns the error for missing input at the current position.
    private func error(expecting input: Message) -> QueryError {
        QueryError(query: text, column: columns[index], "expected \(input)", expected: input)
    }

    /// Returns the error for an unknown key, with the nearest known one.
    private func unknown(_ name: String, _ start: Int) -> QueryError {
        let keys = QueryKey.names
        let lowered = name.lowercased()
        let likely =
            SectionKind(rawValue: lowered) != nil
            ? "section:\(lowered):"
            : NearestName.likely(for: lowered, among: keys).map { "\($0):" }
        let shown = QueryReader.shown(name)
        let list = keys.joined(separator: ", ")
        let suggestion: Message = likely == nil ? "." : QueryError.suggestion(likely)
        return QueryError(
            query: text, column: columns[start],
            """
            unknown key '\(shown):'\(suggestion) Keys are \(list); quote words that contain a colon
            """,
            correction: likely.map {
                corrected(start..<start + name.unicodeScalars.count + 1, as: $0)
            })
    }

    /// Returns the error for an invalid value, with the nearest valid one.
    private func invalid(_ key: QueryKey, _ value: String, _ start: Int) -> QueryError {
        let likely = NearestName.likely(for: value, among: key.choices)
        let suggestion = QueryError.suggestion(likely.map { "\(key.rawValue):\($0)" })
        let valid: Message = "\(key.expected)\(suggestion)"
        return QueryError(
            query: text, column: columns[start],
            "invalid '\(key.rawValue):\(QueryReader.shown(value))': expected \(valid)",
            expected: valid,
            advice: value.isEmpty && key.takesRanges
                ? "; quote it where the shell takes > and <: '\(key.rawValue):>0'" : "",
            correction: likely.map {
                corrected(start..<start + value.unicodeScalars.count, as: $0)
            })
    }

    /// Returns the text with another part.
    private func corrected(_ range: Range<Int>, as part: String) -> QueryCorrection {
        let range = range.clamped(to: 0..<scalars.count)
        return QueryCorrection(
            wrong: string(range),
            query: string(0..<range.lowerBound) + part + string(range.upperBound..<scalars.count))
    }
}

extension QueryReader {
    fileprivate static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let front = scalars.drop { $0.properties.isWhitespace }
        let back = front.reversed().drop { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(back.reversed()))
    }

    /// Truncates a part of the query for a message.
    private static func shown(_ text: String) -> String { DisplayText.truncated(text, to: 60) }
}

extension Unicode.GeneralCategory {
    /// True if the full-text index includes such characters on their own.
    ///
    /// Source: https://sqlite.org/fts5.html, "Unicode61 Tokenizer"
    package var isIndexed: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

/// The part of a condition before the colon.
package enum QueryKey: String, Hashable, Sendable, CaseIterable {
    /// A whole tag.
    case tag
    /// A circle around a position.
    case near
    /// A box of positions.
    case bbox
    /// A box of fallback homes.
    case home
    /// The country.
    case country
    /// The region.
    case region
    /// The city or district.
    case city
    /// The number of faces.
    case faces
    /// A person in the photo.
    case person
    /// The day taken.
    case taken
    /// The day added to the catalog.
    case added
    /// The license.
    case license
    /// The maker and model of the camera.
    case camera
    /// The lens.
    case lens
    /// The rating in stars.
    case rating
    /// The picture format.
    case type
    /// The picture size in bytes.
    case size
    /// A section that lists the photo.
    case section
    /// The owner at the origin.
    case owner
    /// A state of the photo.
    case `is`
    /// A property that the photo has.
    case has
    /// A property that the photo does not have.
    case no

    /// The valid values, with examples.
    var expected: Message {
        switch self {
        case .tag: "a whole tag: tag:dog or tag:\"my dog\""
        case .near:
            """
            near:LAT,LON,KM in decimal degrees (latitude -90...90, longitude -180...180) and a \
            radius in kilometers above 0: near:48.39,-4.49,10
            """
        case .bbox:
            """
            bbox:WEST,SOUTH,EAST,NORTH in decimal degrees, with SOUTH not above NORTH: \
            bbox:-5.2,47.2,-1.0,48.9
            """
        case .home: "home:WEST,SOUTH,EAST,NORTH as for bbox: home:-5.2,47.2,-1.0,48.9"
        case .country: "a code or a name: country:FR or country:France"
        case .region: "a name: region:Brittany"
        case .city: "a name: city:Brest or city:\"Buenos Aires\""
        case .faces: "a number of faces: faces:2, faces:>2, faces:>=2, faces:<2 or faces:2..4"
        case .person:
            "a name or words of it: person:Ana or person:\"Ana María\"; the whole name: person:=Ana"
        case .taken, .added:
            """
            days: \(rawValue):2024, 2024-05, 2024-05-17, 2024-05..2024-06, >=2024, today, \
            yesterday or "last 30 days"
            """
        case .license:
            """
            a name, Flickr's number or a group: license:"CC BY 2.0", license:cc-by, license:4, \
            license:cc or license:commercial
            """
        case .camera: "words of its maker or model: camera:Canon"
        case .lens: "words of its name: lens:50mm"
        case .rating: "-1 to 5 stars: rating:4, rating:>3 or rating:2..4"
        case .type: "a format: type:jpeg"
        case .size:
            "bytes, or kB, MB, GB, KiB, MiB, GiB: size:>5MB, size:<=200kB or size:1MiB..2MiB"
        case .section: "a section: section:dogs or section:flickr:dogs"
        case .owner: "an ID or words of a name: owner:Ana"
        case .is, .has, .no:
            "\(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? "")"
        }
    }

    /// The fixed values; empty for keys with other values.
    package var choices: [String] {
        switch self {
        case .is: PhotoCondition.State.allCases.map(\.rawValue)
        case .has, .no: PhotoCondition.Property.allCases.map(\.rawValue)
        default: []
        }
    }

    /// True if the values are names that photos have, such as tags or cities.
    package var hasNames: Bool {
        switch self {
        case .tag, .person, .camera, .lens, .license, .owner, .type, .country, .region, .city: true
        default: false
        }
    }

    /// The names of all keys, and `not`.
    package static let names = allCases.map(\.rawValue) + ["not"]
}

extension QueryKey {
    /// Indicates whether values can start with `>` or `<`.
    var takesRanges: Bool { [.faces, .rating, .size, .taken, .added].contains(self) }
}
