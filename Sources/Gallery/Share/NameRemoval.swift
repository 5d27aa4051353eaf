import Foundation

/// Takes names of people and places out of texts.
///
/// Names are compared without case and accents, whatever stands between their words: `ana_example`,
/// `AnaExample` and `Ana  Éxample` are one name.
struct NameRemoval: Sendable {
    /// The names, each as its folded words.
    private let names: [[String]]
    /// Single words of people's names, folded.
    private let words: Set<String>
    /// Whole names in scripts that do not part words, such as Chinese.
    private let unparted: [String]

    /// - Parameters:
    ///   - people: names of people, whose words go by themselves too.
    ///   - places: names of places, which go as a whole.
    init(people: [String], places: [String] = []) {
        // Longer names first: one may begin with another.
        names = (people + places).map { NameRemoval.parts(of: $0).filter(\.isWord).map(\.folded) }
            .filter { !$0.isEmpty }.sorted { $0.count > $1.count }
        words = Set(
            people.flatMap { NameRemoval.parts(of: $0).filter(\.isWord).map(\.folded) }
                .filter { $0.count >= 3 })
        unparted = (people + places).filter { name in
            name.unicodeScalars.contains { scalar in
                scalar.properties.isAlphabetic
                    && scalar.properties.generalCategory == .otherLetter
            }
        }
    }

    /// The text without the names; blanks around them become one.
    ///
    /// - Parameter isStrict: whether single words of people's names go in any case; else only where they
    ///   begin with a capital, as `Will` and not `will`.
    func applied(to text: String, isStrict: Bool = false) -> String {
        guard !names.isEmpty else { return text }
        let original = text
        var text = text
        for name in unparted {
            while let range = text.range(of: name, options: [.caseInsensitive]) {
                text.removeSubrange(range)
            }
        }
        let parts = NameRemoval.parts(of: text)
        var dropped = Set<Int>()
        let places = parts.indices.filter { parts[$0].isWord }
        for start in places.indices {
            for name in names { drop(name, at: start, parts, places, &dropped) }
            let part = parts[places[start]]
            if words.contains(part.folded), isStrict || part.beginsUpper {
                dropped.insert(places[start])
            }
        }
        let kept = parts.indices.filter { !dropped.contains($0) }.map { parts[$0].text }.joined()
        return NameRemoval.tidy(kept, original: original)
    }

    private func drop(
        _ name: [String], at start: Int, _ parts: [Part], _ places: [Int],
        _ dropped: inout Set<Int>
    ) {
        if parts[places[start]].folded == name.joined() {
            dropped.insert(places[start])
            return
        }
        let end = start + name.count
        guard end <= places.count,
            zip(places[start..<end], name).allSatisfy({ parts[$0].folded == $1 })
        else { return }
        for index in places[start]...places[end - 1] { dropped.insert(index) }
    }

    /// A run of letters, or what stands between two.
    private struct Part {
        var text: String
        var isWord: Bool
        var folded: String
        var beginsUpper: Bool
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var run = ""
        var isWord = false
        func flush() {
            if run.isEmpty { return }
            parts.append(
                Part(
                    text: run, isWord: isWord,
                    folded: run.folding(
                        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
                        locale: nil),
                    beginsUpper: run.first?.isLowercase == false))
            run = ""
        }
        for character in text {
            let isLetter = character.isLetter
            // `AnaBeach` are two words.
            let isHump = isLetter && character.isUppercase && run.last?.isLowercase == true
            if isLetter != isWord || isHump { flush() }
            isWord = isLetter
            run.append(character)
        }
        flush()
        return parts
    }

    /// Joins the blanks that were around a name; a text without any word left is empty.
    private static func tidy(_ text: String, original: String) -> String {
        if text == original { return text }
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return "" }
        var result = ""
        for character in text {
            if character == " " || character == "_", result.last == character { continue }
            result.append(character)
        }
        return result.trimmingCharacters(in: CharacterSet(charactersIn: " _-,;&+"))
    }
}
