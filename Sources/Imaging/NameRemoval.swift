import Foundation

/// Takes names of people and places out of texts.
///
/// Names are compared without case and accents, whatever stands between their words: `ana_example`,
/// `AnaExample` and `Ana  Éxample` are one name. Names in scripts that part no words go wherever they
/// stand. A possessive goes with its name.
package struct NameRemoval: Sendable {
    /// Longer texts than any description go as a whole.
    private static let longestText = 100_000
    /// Names that are looked for inside of words, at most: it takes long, and no picture shows more people.
    private static let mostInside = 256

    /// The names as keys of their words, and as one word.
    private let whole: Set<String>
    /// Keys of the single words of people's names.
    private let single: Set<String>
    /// Names of several words as one word, which may stand in a longer one: `anaexamplebeach`.
    private let inside: [String]
    /// Names that are looked for letter by letter.
    private let unparted: [String]
    /// Whether there are names of people.
    private let hasPeople: Bool
    /// The words of the name that has the most.
    private let mostWords: Int

    /// - Parameters:
    ///   - people: names of people, whose words go by themselves too.
    ///   - places: names of places, which go as a whole.
    package init(people: [String], places: [String] = []) {
        var whole: Set<String> = []
        var single: Set<String> = []
        var inside: Set<String> = []
        var unparted: Set<String> = []
        var mostWords = 0
        for (name, isPerson) in people.map({ ($0, true) }) + places.map({ ($0, false) }) {
            let words = NameWord.words(of: name)
            whole.formUnion(NameWord.keys(of: words))
            mostWords = max(mostWords, words.count)
            if words.count > 1 {
                inside.formUnion(NameWord.joined(words).filter { $0.count >= 7 })
            }
            let parts = name.split { !$0.isLetter }.map(String.init)
            if words.isEmpty || NameWord.isUnparted(name) {
                let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
                if !trimmed.isEmpty { unparted.insert(trimmed) }
            }
            guard isPerson else { continue }
            for part in parts
            where part.count >= 2 && !NameWord.particles.contains(part.lowercased()) {
                single.formUnion(NameWord.keys(of: NameWord.words(of: part)))
                if NameWord.isUnparted(part) { unparted.insert(part) }
            }
        }
        self.whole = whole
        self.single = single
        self.inside = Array(inside.sorted().prefix(NameRemoval.mostInside))
        self.unparted = unparted.sorted { ($1.count, $0) < ($0.count, $1) }
        self.mostWords = mostWords
        hasPeople = !people.isEmpty
    }

    /// The text without the names, and without the blanks and separators that would be left over; empty
    /// where no word is left.
    ///
    /// - Parameter isStrict: whether names go in any case and inside of longer words, as in file names;
    ///   else single words that are ordinary ones too only where they begin with a capital: `Will`, not
    ///   `will`.
    package func applied(to text: String, isStrict: Bool = false) -> String {
        guard mostWords > 0 || !unparted.isEmpty else { return text }
        guard text.utf8.count <= NameRemoval.longestText else { return "" }
        var kept = text
        for name in unparted {
            while kept.range(of: name, options: .caseInsensitive) != nil {
                kept = kept.replacingOccurrences(of: name, with: "", options: .caseInsensitive)
            }
        }
        let parts = NameWord.parts(of: kept)
        let dropped = places(of: parts, isStrict: isStrict)
        if !dropped.isEmpty {
            kept = parts.indices.filter { !dropped.contains($0) }.map { parts[$0].text }.joined()
        }
        return kept == text ? text : NameRemoval.tidy(kept)
    }

    /// The keyword without the names; nil where it goes as a whole: it stands below one that says that
    /// it is about people, it is a name, or a level of its hierarchy has one.
    package func applied(toKeyword keyword: String) -> String? {
        guard mostWords > 0 || !unparted.isEmpty else { return keyword }
        if hasPeople, NameRemoval.isOfPeople(keyword) { return nil }
        let levels = NameRemoval.levels(of: keyword)
        if levels.count > 1 {
            return levels.allSatisfy { applied(to: $0, isStrict: true) == $0 } ? keyword : nil
        }
        let kept = applied(to: keyword, isStrict: true)
        return kept.isEmpty ? nil : kept
    }

    /// The indices of the parts that are names.
    private func places(of parts: [NameWord], isStrict: Bool) -> Set<Int> {
        var dropped: Set<Int> = []
        let words = parts.indices.filter { parts[$0].isWord }
        for (offset, start) in words.enumerated() {
            if isStrict, parts[start].isLetters, parts[start].folded.count >= 7,
                inside.contains(where: parts[start].folded.contains)
            {
                dropped.insert(start)
            }
            var (key, wide) = ("", "")
            for end in words[offset...].prefix(mostWords) {
                let separator = key.isEmpty ? "" : NameWord.separator
                key += separator + parts[end].folded
                wide += separator + parts[end].widened
                let isWhole = whole.contains(key) || whole.contains(wide)
                guard isWhole || single.contains(key) || single.contains(wide) else { continue }
                let isOrdinary =
                    start == end && !parts[start].beginsUpper
                    && (NameWord.ordinary.contains(key) || key.count < 3)
                if isStrict || !isOrdinary { dropped.formUnion(start...end) }
            }
        }
        dropPossessives(parts, &dropped)
        return dropped
    }

    /// Drops the `'s` of names.
    private func dropPossessives(_ parts: [NameWord], _ dropped: inout Set<Int>) {
        for index in dropped.sorted() where index + 2 < parts.count {
            let isMark = parts[index + 1].text == "'" || parts[index + 1].text == "\u{2019}"
            if isMark, parts[index + 2].folded == "s" {
                dropped.formUnion([index + 1, index + 2])
            }
        }
    }

    /// Without doubled blanks, and without blanks and separators that nothing stands between.
    private static func tidy(_ text: String) -> String {
        var result: [Character] = []
        for character in text {
            let isClosing = [",", ";", ".", ":", "!", "?", ")"].contains(character)
            if character == " " || isClosing, result.last == " " { result.removeLast() }
            if character == "_", result.last == "_" { continue }
            if [",", ";"].contains(character), [",", ";"].contains(result.last) { continue }
            result.append(character)
        }
        let isEdge: (Character) -> Bool = {
            $0.isWhitespace || [",", ";", "-", "&", "+", "_"].contains($0)
        }
        let body = result.drop { isEdge($0) || [".", ":", "!", "?"].contains($0) }
        let end = body.lastIndex { !isEdge($0) }.map { $0 + 1 } ?? body.startIndex
        let kept = body[..<end]
        return kept.contains { $0.isLetter || $0.isNumber || $0.isSymbol } ? String(kept) : ""
    }
}

extension NameRemoval {
    /// Whether a keyword stands below one that says that it is about people, as `People/Ana` does.
    package static func isOfPeople(_ keyword: String) -> Bool {
        let levels = levels(of: keyword)
        guard levels.count > 1, let first = levels.first?.lowercased() else { return false }
        return ofPeople.contains(first)
    }

    /// The people that a keyword names below one about people, on whatever level; none for other keywords,
    /// and not the words for groups and for faces without a name.
    package static func people(inKeyword keyword: String) -> [String] {
        guard isOfPeople(keyword) else { return [] }
        return levels(of: keyword).dropFirst().filter { !groups.contains($0.lowercased()) }
    }

    /// The levels of a keyword: Lightroom's `a|b`, digiKam's and Microsoft's `a/b`.
    static func levels(of keyword: String) -> [String] {
        keyword.split { $0 == "|" || $0 == "/" }.map(String.init).compactMap(MetadataText.line)
    }

    private static let ofPeople: Set<String> = [
        "faces", "gente", "leute", "människor", "people", "person", "persona", "personas",
        "personen",
        "persone", "personer", "personnes", "persons", "pessoas", "visages", "люди", "人物",
    ]

    private static let groups: Set<String> = [
        "children", "colleagues", "familie", "familia", "famille", "family", "freunde", "friends",
        "group", "groups", "ignored", "kids", "kinder", "others", "relatives", "unconfirmed",
        "unknown",
    ]
}
