import Mustache

/// The templates of all pages, loaded when the first page is rendered.
enum PageTemplates {
    /// Renders a page.
    ///
    /// - Parameters:
    ///   - name: the template, such as `home` for `Views/home.mustache`.
    ///   - values: the values; those of list items shadow outer ones.
    ///   - language: the language of the template's texts.
    /// - Throws: if the template is invalid or does not exist.
    static func render(_ name: String, _ values: Any, in language: PageLanguage) throws -> String {
        guard let page = try libraries.get()[language]?.render(values, withTemplate: name) else {
            throw Missing(name: name)
        }
        return page
    }

    /// A template that does not exist.
    struct Missing: Error {
        let name: String
    }

    /// The templates per language, with texts inserted by `TranslatedText`.
    ///
    /// Each template starts with its content type, since partial templates do not inherit it.
    private static let libraries = Result {
        MustacheContentTypes.register(PageText(), named: PageText.name)
        var libraries: [PageLanguage: MustacheLibrary] = [:]
        for language in PageLanguage.allCases {
            let translated = TranslatedText(language)
            var library = MustacheLibrary()
            for file in EmbeddedFiles.all.values where file.path.hasSuffix(".mustache") {
                try library.register(
                    "{{% CONTENT_TYPE: \(PageText.name) }}" + translated.template(file.text),
                    named: String(file.name.prefix { $0 != "." }))
            }
            libraries[language] = library
        }
        return libraries
    }
}

/// Returns values of a template without those that are nil, for which it renders nothing.
func templateValues(_ values: KeyValuePairs<String, Any?>) -> [String: Any] {
    values.reduce(into: [:]) { $0[$1.key] = $1.value }
}

/// Escapes text in pages, between tags and in double-quoted attributes.
///
/// Mustache's own escaping processes grapheme clusters and misses a quotation mark followed by a
/// combining mark; browsers process code points. Templates are only loaded with this content type;
/// see `PageTemplates`.
///
/// Source: HTML, section 13.1.2.3 (attributes) and 13.2.3.5 (forbidden characters).
struct PageText: MustacheContentType {
    /// The name in `{{% CONTENT_TYPE: … }}`.
    static let name = "PAGE"

    func escapeText(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\r": escaped += "\n"
            case let other where PageText.isForbidden(other): escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns true for control characters and noncharacters.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
