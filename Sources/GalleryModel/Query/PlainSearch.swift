package import Basics

/// A query in everyday words, without the query language: `Ana last summer`, `dos personas`.
///
/// Terms in the syntax of the query language keep their meaning; a text with `or` is a query as a
/// whole. Other words are periods, numbers of people, stars, names in the catalog, or else words
/// that match by their beginning. Case and accents are ignored; English and Spanish words are
/// understood in both languages.
package struct PlainSearch: Sendable {
    /// The maximum number of words of a name.
    private static let longestName = 5
    /// The maximum number of words that are compared with names; a longer text has no names.
    private static let comparedWords = 40

    /// The text.
    package let text: String
    /// The conditions in the syntax of the query language, for errors about their values.
    package let syntax: QueryText
    /// The words and terms in the order of the text.
    private var pieces: [PlainPiece] = []

    /// Splits a text into words and terms.
    ///
    /// - Throws: `QueryError` for invalid terms.
    package init(_ text: String) throws(QueryError) {
        self.text = text
        var reader = QueryReader(text, skipsWords: true)
        let filter = try reader.read()
        let scalars = text.unicodeScalars
        if reader.hasAlternatives {
            pieces = [PlainPiece(text[...], isWord: false)]
        } else {
            var (index, offset) = (scalars.startIndex, 0)
            func place(_ target: Int) -> String.Index {
                index = scalars.index(index, offsetBy: target - offset)
                offset = target
                return index
            }
            for (range, isWord) in reader.pieces {
                let start = place(range.lowerBound)
                pieces.append(PlainPiece(text[start..<place(range.upperBound)], isWord: isWord))
            }
        }
        // Signs are ignored beside words; without any, the error names them.
        let isWhole =
            reader.hasAlternatives
            || pieces.allSatisfy { $0.isSign && PlainReader.stars($0.text) == nil }
        syntax = isWhole ? try QueryText(text) : QueryText(text, filter, reader.terms)
    }

    /// The sequences of words that may be names, as keys of ``Place/key(_:)``.
    package var phrases: Set<String> {
        guard pieces.count <= Self.comparedWords else { return [] }
        return Set(pieces.indices.flatMap { possibleNames(from: $0).map(\.key) })
    }

    /// The possible names that begin with a word, the longest last.
    private func possibleNames(from start: Int) -> [(key: String, count: Int)] {
        let words = pieces[start...].prefix(Self.longestName).prefix(while: \.isWord)
        return words.indices.compactMap { end in
            let part = words[...end].filter { !$0.isSign }
            let key = part.map(\.key).joined(separator: " ")
            guard !words[start].isSign, key.count > 1, part.contains(where: { !$0.isConnector }),
                key.contains(where: \.isLetter)
            else { return nil }
            return (key, end - start + 1)
        }
    }

    /// Interprets the text.
    ///
    /// The longest meaning is used; among equally long ones, periods and numbers come before names,
    /// but a name before a month without a year.
    ///
    /// - Parameters:
    ///   - today: the current day.
    ///   - isSouthern: true for the seasons of the southern hemisphere.
    ///   - names: the meanings of those ``phrases`` that are names.
    package func query(
        today: CivilDate, isSouthern: Bool = false, names: [String: PlainQuery.Meaning]
    ) -> PlainQuery {
        let reader = PlainReader(today: today, isSouthern: isSouthern)
        var query = PlainQuery(text: text)
        var index = 0
        /// The connectors before the next part.
        var skipped: Int?
        let isOnlyConnectors = pieces.allSatisfy(\.isConnector)
        while index < pieces.count {
            let piece = pieces[index]
            var (count, meaning): (Int, PlainQuery.Meaning?) = (1, nil)
            if !piece.isWord {
                meaning = .init(kind: .filter, query: String(piece.text))
            } else {
                let name = possibleNames(from: index).last { names[$0.key] != nil }
                let found = reader.read(pieces[index...].prefix(8).prefix(while: \.isWord))
                if let found, found.count > (name?.count ?? 0) - (found.isMonth ? 0 : 1) {
                    (count, meaning) = (found.count, found.meaning)
                } else if let name {
                    (count, meaning) = (name.count, names[name.key])
                } else if !piece.isSign, !piece.isConnector || isOnlyConnectors {
                    meaning = .init(kind: .word, .prefix(String(piece.word)))
                }
            }
            if let meaning {
                let last = pieces[index + count - 1]
                let start = pieces[skipped ?? index].text.startIndex
                query.parts.append(
                    PlainQuery.Part(
                        meaning: meaning,
                        text: String(text[piece.text.startIndex..<last.text.endIndex]),
                        range: start..<last.text.endIndex))
                skipped = nil
            } else {
                skipped = skipped ?? index
            }
            index += count
        }
        if skipped != nil, let last = pieces.last, let part = query.parts.indices.last {
            let start = query.parts[part].range.lowerBound
            query.parts[part].range = start..<last.text.endIndex
        }
        return query
    }
}

/// An interpreted ``PlainSearch``: the conjunction of its parts.
package struct PlainQuery: Hashable, Sendable {
    /// The kinds of parts.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A period in which photos were taken.
        case date
        /// The number of people.
        case faces
        /// Favorites.
        case favorite
        /// A rating.
        case rating
        /// A person with a name.
        case person
        /// A country, region or city.
        case place
        /// A camera.
        case camera
        /// A lens.
        case lens
        /// An album.
        case album
        /// A word, by its beginning.
        case word
        /// A term in the query language.
        case filter
    }

    /// The meaning of a part of the text.
    package struct Meaning: Hashable, Sendable {
        /// The kind.
        package var kind: Kind
        /// The meaning in the query language: a single term.
        package var query: String
        /// The period of a date; nil for other kinds.
        package var span: DateSpan?

        init(kind: Kind, query: String) { (self.kind, self.query) = (kind, query) }

        /// Creates a meaning: photos that satisfy one of the conditions.
        package init(kind: Kind, _ conditions: PhotoCondition...) {
            self.init(kind: kind, any: conditions)
        }

        /// Creates a meaning: photos that satisfy one of the conditions.
        package init(kind: Kind, any conditions: [PhotoCondition]) {
            let text = PhotoFilter.any(conditions.map(PhotoFilter.condition)).text
            self.init(kind: kind, query: conditions.count == 1 ? text : "(\(text))")
            if case .taken(let span) = conditions.first { self.span = span }
        }
    }

    /// A part of the text.
    package struct Part: Hashable, Sendable {
        /// The meaning.
        package var meaning: Meaning
        /// The words as typed.
        package var text: String
        /// The range of the words, including connectors such as `in`.
        package var range: Range<String.Index>
    }

    /// The text.
    package var text: String
    /// The parts in the order of the text.
    package var parts: [Part] = []

    /// Creates a query without parts.
    package init(text: String) { self.text = text }

    /// The text in the query language.
    package var query: String { parts.map(\.meaning.query).joined(separator: " ") }

    /// Returns the text without a part.
    package func text(without part: Int) -> String {
        let range = parts[part].range
        return [text[..<range.lowerBound], text[range.upperBound...]].map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the query without a part.
    package func query(without part: Int) -> String {
        var others = self
        others.parts.remove(at: part)
        return others.query
    }
}

/// A word or a term of a ``PlainSearch``.
struct PlainPiece: Sendable {
    /// The text.
    let text: Substring
    /// True for a word without the syntax of the query language.
    let isWord: Bool
    /// The word without signs around it, such as a comma; a word of signs is empty.
    let word: Substring
    /// The word without case and accents.
    let key: String

    init(_ text: Substring, isWord: Bool) {
        func isPart(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory.isIndexed
        }
        (self.text, self.isWord) = (text, isWord)
        let scalars = text.unicodeScalars
        let end = scalars.lastIndex(where: isPart).map { scalars.index(after: $0) }
        word = text[(scalars.firstIndex(where: isPart) ?? text.endIndex)..<(end ?? text.endIndex)]
        key = isWord ? Place.key(String(word)) : ""
    }

    /// True for a word without letters and digits.
    var isSign: Bool { isWord && word.isEmpty }
    /// True for a word that only connects others, and for signs.
    var isConnector: Bool { isWord && (word.isEmpty || Self.connectors.contains(key)) }

    private static let connectors: Set<String> = Set(
        """
        a al an and at by con de del during e el en from in la las los my mis of on photo photos \
        picture pictures foto fotos shot taken the una un with y
        """.split(separator: " ").map(String.init))
}
