import Basics
import GalleryModel

/// An entry of a text table: a single text, or one per plural form.
enum TableText: Hashable, Sendable {
    /// A text without plural forms.
    case plain(String)
    /// One text per plural form of the language; the number replaces `{count}`.
    case plural([PluralForm: String])

    /// The names of the placeholders.
    var placeholders: Set<String> {
        switch self {
        case .plain(let text): TableText.placeholders(of: text)
        case .plural(let forms):
            forms.values.reduce(into: []) { $0.formUnion(TableText.placeholders(of: $1)) }
        }
    }

    /// Returns the text for a plural form, with placeholders.
    func template(_ form: PluralForm) -> String {
        switch self {
        case .plain(let text): text
        case .plural(let forms): forms[form] ?? forms[.other] ?? ""
        }
    }

    /// Returns the text for a plural form with its placeholders replaced.
    func filled(_ values: [String: String], _ form: PluralForm) -> String {
        Message.filled(template(form), values)
    }

    /// The text as a JavaScript literal: a string, or an object of plural forms.
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
        Set(text.matches(of: #/\{(\w+)\}/#).map { String($0.output.1) })
    }
}

/// The plural forms of the supported languages.
///
/// Source: Unicode CLDR, Language Plural Rules.
enum PluralForm: String, CaseIterable, Sendable {
    case one
    /// Millions in Spanish, which are followed by `de`: 1.000.000 de fotos.
    case many
    case other
}

/// The texts of a language by key.
struct TextTable: Sendable {
    let texts: [String: TableText]

    /// Parses a table: an object with strings and with objects of plural forms.
    ///
    /// - Throws: if it is not valid JSON; other values are ignored.
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

    /// Returns the table of a language.
    static func of(_ language: PageLanguage) -> TextTable { all[language] ?? TextTable() }

    private init() { texts = [:] }

    private static let all: [PageLanguage: TextTable] = PageLanguage.allCases.reduce(into: [:]) {
        guard let file = EmbeddedFiles.file("Texts/\($1.code).json") else { return }
        $0[$1] = try? TextTable(file.bytes)
    }
}
