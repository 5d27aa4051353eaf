import Foundation

/// A run of letters or of digits in a text, or what stands between two.
struct NameWord: Sendable {
    /// As the text has it.
    let text: String
    /// Whether it is letters or digits.
    let isWord: Bool
    /// Whether it is letters.
    let isLetters: Bool
    /// Without case and accents.
    let folded: String
    /// The same with German and Nordic letters spelled out: `mueller` for `Müller`.
    let widened: String
    /// Whether it begins with a letter that is not lower case.
    let beginsUpper: Bool

    private init(_ run: String, _ kind: Kind) {
        text = run
        isWord = kind != .other
        isLetters = kind == .letters
        beginsUpper = run.first?.isLowercase == false
        folded = isWord ? NameWord.fold(run) : ""
        widened = isWord ? NameWord.fold(NameWord.spelledOut(run)) : ""
    }

    private enum Kind {
        case letters, digits, other
    }

    /// Stands between the words of a key.
    static let separator = "\u{1F}"

    /// The parts of a text in order; joined they are the text.
    ///
    /// `AnaBeach` are two words.
    static func parts(of text: String) -> [NameWord] {
        var parts: [NameWord] = []
        var run = ""
        var kind = Kind.other
        for character in text {
            let next: Kind =
                character.isLetter ? .letters : character.isNumber ? .digits : .other
            let isHump =
                next == .letters && character.isUppercase && run.last?.isLowercase == true
            if next != kind || isHump {
                if !run.isEmpty { parts.append(NameWord(run, kind)) }
                run = ""
            }
            kind = next
            run.append(character)
        }
        if !run.isEmpty { parts.append(NameWord(run, kind)) }
        return parts
    }

    /// The words of a name; none for one that is longer than any name.
    static func words(of name: String) -> [NameWord] {
        guard name.utf8.count <= 400 else { return [] }
        let words = parts(of: name).filter(\.isWord)
        return words.count <= 12 ? words : []
    }

    /// What stands for a name: its words, and all of them as one word.
    static func keys(of words: [NameWord]) -> Set<String> {
        if words.isEmpty { return [] }
        let keys = [words.map(\.folded), words.map(\.widened)]
        return Set(keys.map { $0.joined(separator: separator) }).union(joined(words))
    }

    /// The words of a name as one word.
    static func joined(_ words: [NameWord]) -> Set<String> {
        [words.map(\.folded).joined(), words.map(\.widened).joined()]
    }

    /// Whether a name is in a script that parts no words, such as Chinese, or is so attached to others.
    static func isUnparted(_ name: String) -> Bool {
        name.unicodeScalars.contains { scalar in
            scalar.properties.isAlphabetic && scalar.properties.generalCategory == .otherLetter
        }
    }

    private static func fold(_ text: String) -> String {
        let folded = text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return replacing(letters, in: folded)
    }

    private static func spelledOut(_ text: String) -> String {
        replacing(umlauts, in: text.lowercased())
    }

    private static func replacing(_ table: [Character: String], in text: String) -> String {
        guard text.contains(where: { table[$0] != nil }) else { return text }
        return text.reduce(into: "") { $0 += table[$1] ?? String($1) }
    }

    /// Letters that are no others with an accent.
    private static let letters: [Character: String] = [
        "æ": "ae", "ð": "d", "đ": "d", "ı": "i", "ł": "l", "ø": "o", "œ": "oe", "ß": "ss",
        "þ": "th",
    ]

    private static let umlauts: [Character: String] = [
        "ä": "ae", "å": "aa", "ö": "oe", "ø": "oe", "ü": "ue",
    ]

    /// Words of names that name nobody by themselves.
    static let particles: Set<String> = [
        "al", "and", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos",
        "du",
        "el", "ibn", "jr", "la", "las", "le", "les", "los", "mac", "mc", "of", "san", "sr", "st",
        "ten",
        "ter", "the", "van", "vom", "von", "zu", "zum", "zur",
    ]

    /// Names that are words of everyday language as well, folded.
    static let ordinary: Set<String> = [
        "amber", "april", "art", "august", "autumn", "bill", "brook", "chase", "daisy", "dale",
        "dawn",
        "dean", "drew", "earl", "faith", "forest", "frank", "gene", "glen", "grace", "grant",
        "green",
        "guy", "hall", "hazel", "heath", "hill", "hope", "hunter", "iris", "ivy", "jack", "jay",
        "jean",
        "jewel", "joy", "june", "king", "lake", "lane", "lily", "long", "love", "mark", "max",
        "may",
        "mercy", "miles", "nick", "park", "pat", "pearl", "penny", "pierce", "ray", "rich", "river",
        "rob", "robin", "rock", "rose", "ruby", "rusty", "sandy", "sky", "star", "stone", "storm",
        "sue",
        "summer", "sunny", "violet", "wade", "white", "will", "winter", "wood", "young",
    ]
}
