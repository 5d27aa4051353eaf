/// Finds and takes out people's names.
struct MetadataNames: Sendable {
    /// Words in lower case; longer names come first, so that none is left over of them.
    private let names: [[Character]]

    /// Characters of a text that is looked through.
    private static let longest = 20_000

    init(_ names: [String]) {
        let clean = names.compactMap(MetadataText.line).map { Array($0.lowercased()) }
        self.names = Set(clean).sorted {
            ($1.count, String($0)) < ($0.count, String($1))
        }
    }

    /// Whether a keyword is a name, or has one as a level of its hierarchy.
    func isNamed(inKeyword keyword: String) -> Bool {
        MetadataNames.levels(of: keyword).contains { names.contains(Array($0.lowercased())) }
    }

    /// Whether a keyword stands below one that says that it is about people.
    static func isOfPeople(_ keyword: String) -> Bool {
        let levels = levels(of: keyword)
        guard levels.count > 1, let first = levels.first?.lowercased() else { return false }
        return ["people", "person", "persons", "faces", "personen", "personnes"].contains(first)
    }

    /// The levels of a keyword: Lightroom's `a|b`, digiKam's and Microsoft's `a/b`.
    static func levels(of keyword: String) -> [String] {
        keyword.split { $0 == "|" || $0 == "/" }.map(String.init).compactMap(MetadataText.line)
    }

    /// The text without the names that stand in it as whole words.
    ///
    /// An English possessive goes with its name, and so do the blanks that would be left over.
    /// A text longer than any description goes as a whole.
    func removed(from text: String) -> String {
        guard !names.isEmpty else { return text }
        var result = Array(text)
        guard result.count <= MetadataNames.longest else { return "" }
        var hasChanged = false
        for name in names {
            var offset = 0
            while let match = MetadataNames.match(name, in: result, from: offset) {
                result.removeSubrange(match)
                offset = match.lowerBound
                hasChanged = true
            }
        }
        return hasChanged ? MetadataNames.tidied(result) : text
    }

    /// The first place of a name, with no letter or digit beside it.
    private static func match(
        _ name: [Character], in text: [Character], from start: Int
    ) -> Range<Int>? {
        guard !name.isEmpty, text.count >= name.count, start <= text.count - name.count else {
            return nil
        }
        func isWord(_ index: Int) -> Bool {
            text.indices.contains(index) && (text[index].isLetter || text[index].isNumber)
        }
        for first in start...(text.count - name.count) where !isWord(first - 1) {
            var end = first + name.count
            let isSame = zip(text[first..<end], name).allSatisfy {
                $0 == $1 || Array($0.lowercased()) == [$1]
            }
            guard isSame, !isWord(end) else { continue }
            if text.indices.contains(end + 1), text[end] == "'" || text[end] == "\u{2019}",
                text[end + 1].lowercased() == "s", !isWord(end + 2)
            {
                end += 2
            }
            return first..<end
        }
        return nil
    }

    /// Without doubled blanks, and without blanks and separators that nothing stands between.
    private static func tidied(_ text: [Character]) -> String {
        var result: [Character] = []
        for character in text {
            let isClosing = [",", ";", ".", ":", "!", "?", ")"].contains(character)
            if character == " " || isClosing, result.last == " " { result.removeLast() }
            if [",", ";"].contains(character), [",", ";"].contains(result.last) { continue }
            result.append(character)
        }
        let isEdge: (Character) -> Bool = {
            $0.isWhitespace || [",", ";", "-", "&", "+"].contains($0)
        }
        let body = result.drop(while: isEdge)
        let end = body.lastIndex { !isEdge($0) }.map { $0 + 1 } ?? body.startIndex
        let kept = body[..<end]
        return kept.contains { $0.isLetter || $0.isNumber || $0.isSymbol } ? String(kept) : ""
    }
}
