import HTTPTypes

/// A language that pages and their errors are told in.
enum PageLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case spanish = "es"

    /// The code, as `lang` has it: a tag of BCP 47.
    var code: String { rawValue }

    /// The language that a request is answered in: the one that was chosen, else the one that its browser likes best,
    /// else English.
    init(_ headers: HTTPFields) {
        let chosen = BrowserCookie.value(LanguageChoice.cookie, in: headers)
        self =
            chosen.flatMap(PageLanguage.init(rawValue:))
            ?? AcceptedLanguages(headers[.acceptLanguage]).best ?? .english
    }

    /// The headers that an answer in a language depends on.
    static let vary = "Accept-Language, Cookie"
}

/// What an `Accept-Language` asks for.
///
/// Source: RFC 9110, section 12.5.4; RFC 4647, section 3.4 (lookup: `es-MX` is served by `es`).
struct AcceptedLanguages: Hashable, Sendable {
    /// The language that is liked best among those there are; nil where the header names none of them.
    let best: PageLanguage?

    /// Reads the header; of equal weights the first one counts, and `*` is English.
    init(_ header: String?) {
        var found: (language: PageLanguage, weight: Double)?
        for part in (header ?? "").prefix(1000).split(separator: ",") {
            let pieces = part.split(separator: ";").map {
                $0.filter { $0 != " " && $0 != "\t" }.lowercased()
            }
            guard let range = pieces.first else { continue }
            let primary = range.prefix { $0 != "-" }
            let language = range == "*" ? .english : PageLanguage(rawValue: String(primary))
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            let weight = quality.map { Double($0) ?? 0 } ?? 1
            guard let language, weight > 0, weight > found?.weight ?? 0 else { continue }
            found = (language, weight)
        }
        best = found?.language
    }
}
