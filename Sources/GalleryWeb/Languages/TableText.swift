import Basics

/// An entry of a text table: a single text, or one per plural form.
struct TableText: Hashable, Sendable {
    /// The texts by plural form, in which the number replaces `{count}`; only `other` for a text
    /// without plural forms.
    let forms: [PluralForm: String]

    /// The text without plural forms; nil if it has several.
    var plain: String? { forms.count == 1 ? forms[.other] : nil }

    /// The names of the placeholders.
    var placeholders: Set<String> {
        let matches = forms.values.flatMap { $0.matches(of: #/\{(\w+)\}/#) }
        return Set(matches.map { String($0.output.1) })
    }

    /// Returns the text for a plural form, with placeholders.
    func template(_ form: PluralForm) -> String { forms[form] ?? forms[.other] ?? "" }

    /// The text as a JavaScript literal: a string, or an object of plural forms.
    var json: String {
        let value =
            plain.map(JSONValue.text)
            ?? .object(
                PluralForm.allCases.compactMap { form in
                    forms[form].map { (form.rawValue, .text($0)) }
                })
        return String(decoding: value.compact, as: UTF8.self)
    }
}

extension TableText: Decodable {
    /// Decodes a string or an object of plural forms.
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try? value.decode(String.self)
        forms = try text.map { [.other: $0] } ?? value.decode([PluralForm: String].self)
    }
}

/// The plural forms of the supported languages.
///
/// Source: Unicode CLDR, Language Plural Rules.
enum PluralForm: String, CaseIterable, CodingKeyRepresentable, Decodable, Sendable {
    case one
    /// Millions in Spanish, which are followed by `de`: 1.000.000 de fotos.
    case many
    case other
}

extension PageLanguage {
    /// The texts of the language by key.
    var texts: [String: TableText] { PageLanguage.tables[self] ?? [:] }

    private static let tables: [PageLanguage: [String: TableText]] = allCases.reduce(into: [:]) {
        guard let file = EmbeddedFiles.file("Texts/\($1.code).json") else { return }
        $0[$1] = try? JSONText.decode(from: file.bytes)
    }
}
