import Basics

/// A text of a table: one, or one for each plural form.
enum TableText: Hashable, Sendable {
    /// The same for every number.
    case plain(String)
    /// One for each form that the language has; the number stands for `{count}`.
    case plural([PluralForm: String])

    /// The names in braces that values stand for.
    var placeholders: Set<String> {
        switch self {
        case .plain(let text): TableText.placeholders(of: text)
        case .plural(let forms):
            forms.values.reduce(into: []) { $0.formUnion(TableText.placeholders(of: $1)) }
        }
    }

    /// The text for a number, with values in place of its placeholders.
    func filled(_ values: [String: String], _ form: PluralForm) -> String {
        switch self {
        case .plain(let text): TableText.filled(text, values)
        case .plural(let forms): TableText.filled(forms[form] ?? forms[.other] ?? "", values)
        }
    }

    /// The text as scripts read it: a string, or an object of forms.
    var json: String {
        let value: JSONValue =
            switch self {
            case .plain(let text): .text(text)
            case .plural(let forms):
                .object(
                    PluralForm.allCases.compactMap { form in
                        forms[form].map { (form.rawValue, .text($0)) }
                    })
            }
        return String(decoding: value.compact, as: UTF8.self)
    }

    private static func placeholders(of text: String) -> Set<String> {
        Set(text.matches(of: #/\{([a-z]\w*)\}/#.ignoresCase()).map { String($0.output.1) })
    }

    /// What values hold is not looked at again.
    private static func filled(_ text: String, _ values: [String: String]) -> String {
        guard text.contains("{") else { return text }
        var filled = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            filled += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(of: "}"),
                let value = values[String(inside[..<close])]
            else {
                filled += "{"
                rest = inside
                continue
            }
            filled += value
            rest = inside[inside.index(after: close)...]
        }
        return filled + rest
    }
}

/// The forms of plurals of the languages there are.
///
/// Source: Unicode CLDR, Language Plural Rules.
enum PluralForm: String, CaseIterable, Sendable {
    case one
    /// Millions in Spanish, which take `de`: 1.000.000 de fotos.
    case many
    case other
}

/// The texts of a language, by their keys.
struct TextTable: Sendable {
    /// The texts.
    let texts: [String: TableText]

    /// Reads a table: an object of texts, and of objects of plural forms.
    ///
    /// - Throws: where it is no JSON; what is neither a text nor forms is left out.
    init(_ bytes: [UInt8]) throws {
        guard case .object(let members) = try JSONValue(bytes) else {
            texts = [:]
            return
        }
        texts = members.reduce(into: [:]) { texts, member in
            switch member.value {
            case .text(let text): texts[member.key] = .plain(text)
            case .object(let forms):
                texts[member.key] = .plural(
                    forms.reduce(into: [:]) { found, form in
                        if let name = PluralForm(rawValue: form.key) {
                            found[name] = form.value.string
                        }
                    })
            default: break
            }
        }
    }

    /// The table of a language.
    static func of(_ language: PageLanguage) -> TextTable { all[language] ?? TextTable() }

    private init() { texts = [:] }

    private static let all: [PageLanguage: TextTable] = PageLanguage.allCases.reduce(into: [:]) {
        guard let file = EmbeddedFiles.file("Texts/\($1.code).json") else { return }
        $0[$1] = try? TextTable(file.bytes)
    }
}
