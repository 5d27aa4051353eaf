import Foundation

/// Puts the texts of a language into templates and scripts as they are loaded.
struct SpokenText {
    /// What cannot be put in: a mistake of the program.
    struct Mistake: Error, Hashable {
        /// What is wrong.
        let reason: String
    }

    /// The language.
    let language: PageLanguage
    private let table: [String: TableText]

    /// Makes what speaks a language.
    init(_ language: PageLanguage) {
        self.language = language
        table = TextTable.of(language).texts
    }

    /// A template with a text in place of each `[[key]]`, and of `[[key name=TEMPLATE other=TEMPLATE]]`, whose parts of
    /// the template stand for the text's placeholders.
    ///
    /// - Throws: for a key that there is none of, one of plural forms, and placeholders that are not given.
    func template(_ text: String) throws(Mistake) -> String {
        var made = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "[[") {
            made += rest[..<open.lowerBound]
            let inside = rest[open.upperBound...]
            guard let close = inside.firstRange(of: "]]") else {
                throw Mistake(reason: "'[[' without ']]'")
            }
            made += try markup(inside[..<close.lowerBound])
            rest = inside[close.upperBound...]
        }
        return made + rest
    }

    /// A script with a text in place of the key of each `say('key'…)`.
    ///
    /// The text is a literal, of a string or of an object of plural forms. What is no key stays as it is.
    func script(_ text: String) -> String {
        let pieces = text.components(separatedBy: SpokenText.call)
        var made = pieces[0]
        for piece in pieces.dropFirst() {
            let isCall = made.unicodeScalars.last.map { !SpokenText.isPartOfName($0) } ?? true
            if isCall, let end = piece.firstIndex(of: "'"), let text = table[String(piece[..<end])]
            {
                made += SpokenText.call.dropLast() + text.json + piece[piece.index(after: end)...]
            } else {
                made += SpokenText.call + piece
            }
        }
        return made
    }

    /// How scripts ask for a text.
    private static let call = "say('"

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "_$.".unicodeScalars.contains(scalar)
    }

    /// The text of a key and what stands for its placeholders.
    private func markup(_ inside: Substring) throws(Mistake) -> String {
        let key = String(inside.prefix { !$0.isWhitespace })
        guard case .plain(let text)? = table[key] else {
            throw Mistake(reason: "there is no text '\(key)' without plural forms")
        }
        let given = inside.dropFirst(key.count)
        let names = TableText.plain(text).placeholders
        let starts = names.compactMap { name in
            given.firstRange(of: " \(name)=").map { (name, $0) }
        }.sorted { $0.1.lowerBound < $1.1.lowerBound }
        guard starts.count == names.count,
            starts.first?.1.lowerBound ?? given.endIndex == given.startIndex
        else { throw Mistake(reason: "'\(key)' needs \(names.sorted())") }
        var values: [String: String] = [:]
        for (place, (name, range)) in starts.enumerated() {
            let end = place + 1 < starts.count ? starts[place + 1].1.lowerBound : given.endIndex
            values[name] = String(given[range.upperBound..<end])
        }
        return TableText.plain(PageText().escapeText(text)).filled(values, .other)
    }
}
