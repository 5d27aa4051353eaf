import Basics
import Foundation
import GalleryModel
import HTTPTypes
import Hummingbird

/// A language of pages and their error messages.
enum PageLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case spanish = "es"

    /// The language tag (BCP 47), for the attribute `lang`.
    var code: String { rawValue }

    /// Determines the language of a response: the language chosen by the user, or else the
    /// browser's preferred one, or else English.
    init(_ headers: HTTPFields) {
        let chosen = BrowserCookie.value(PageLanguage.cookie, in: headers)
        self =
            chosen.flatMap(PageLanguage.init(rawValue:))
            ?? PageLanguage.preferred(headers[.acceptLanguage]) ?? .english
    }

    /// Returns the preferred available language of an `Accept-Language` header; nil if it contains
    /// none.
    ///
    /// The first of equally weighted languages is used, and `*` means English.
    ///
    /// Source: RFC 9110, section 12.5.4; RFC 4647, section 3.4 (lookup: `es-MX` is served by `es`).
    static func preferred(_ header: String?) -> PageLanguage? {
        var best: (language: PageLanguage?, weight: Double) = (nil, 0)
        for (range, weight) in WeightedList.items(header) where weight > best.weight {
            let primary = String(range.prefix { $0 != "-" })
            let language = range == "*" ? .english : PageLanguage(rawValue: primary)
            if let language { best = (language, weight) }
        }
        return best.language
    }

    /// The name of the cookie with the code of the language chosen by the user.
    static let cookie = "gallery-language"

    /// The request headers that translated responses depend on.
    static let vary = "Accept-Language, Cookie"
}

extension PageLanguage {
    /// Returns a text from the tables, or the key if it does not exist.
    ///
    /// - Parameters:
    ///   - values: the values of the placeholders, which are inserted verbatim.
    ///   - count: the number that selects the plural form and replaces `{count}`.
    func say(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        text(Message(say: key, values, count: count))
    }

    /// Returns the text for a value of a group, such as `country.CI`; nil if the tables contain none.
    func text(of value: String, in group: String) -> String? { texts["\(group).\(value)"]?.plain }

    /// Returns a message in the language, or else in English.
    func text(_ message: Message) -> String {
        translation(of: message) ?? PageLanguage.english.translation(of: message) ?? message.key
    }

    /// Returns a message in the language; nil if a part of it has no translation.
    func translation(of message: Message) -> String? {
        let texts = texts
        return message.text(number) { key, count in
            if let text = texts[key] { return text.template(count.map(form) ?? .other) }
            // English texts are their own keys; without letters, they are the same everywhere.
            return self == .english || !key.contains(where: \.isLetter) ? key : nil
        }
    }

    /// Returns the plural form for a number.
    ///
    /// Source: Unicode CLDR, Language Plural Rules: whole numbers in English and Spanish.
    func form(of count: Int) -> PluralForm {
        switch self {
        case _ where count.magnitude == 1: .one
        case .spanish where count != 0 && count.isMultiple(of: 1_000_000): .many
        case .english, .spanish: .other
        }
    }

    /// Formats a number with thousands separators: `12,345`, `12.345`; Spanish does not separate
    /// four digits.
    ///
    /// Source: Unicode CLDR, `minimumGroupingDigits` of es.
    func number(_ number: Int) -> String {
        switch self {
        case .english: Count.text(number)
        case .spanish where number.magnitude < 10_000: String(number)
        case .spanish: Count.text(number).replacing(",", with: ".")
        }
    }

    /// Formats a position in a list: `3 of 12`.
    func position(_ position: Int, of count: Int) -> String {
        say("word.of", ["position": number(position), "count": number(count)])
    }

    /// Formats a decimal fraction: `2.8`, `2,8`.
    func decimal(_ text: String) -> String {
        self == .spanish ? text.replacing(".", with: ",") : text
    }

    /// Formats a number of bytes with a decimal unit: `1.4 MB`, `1,4 MB`.
    func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return say("word.bytes", count: Int(count)) }
        return decimal(ByteCount.text(count))
    }

    /// Formats a list of texts: `a, b and c`.
    ///
    /// In Spanish, `y` becomes `e` before an i sound.
    func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        let isBeforeI =
            self == .spanish && last.lowercased().firstMatch(of: #/^(i|hi(?![aeou]))/#) != nil
        return texts.dropLast().joined(separator: ", ") + (isBeforeI ? " e " : say("word.and"))
            + last
    }

    /// Formats a date: `17 May 2024`, `17 de mayo de 2024`; without the year, `17 May`.
    func day(_ date: CivilDate, hasYear: Bool = true) -> String {
        say(
            hasYear ? "calendar.day" : "calendar.day-of-year",
            [
                "day": String(date.day), "month": name(date.month - 1, in: "calendar.months"),
                "year": String(date.year),
            ])
    }

    /// Formats a month: `May 2024`, `mayo de 2024`.
    func month(_ date: CivilDate) -> String {
        say(
            "calendar.month",
            ["month": name(date.month - 1, in: "calendar.months"), "year": String(date.year)])
    }

    /// Returns the day of the week: `Friday`, `viernes`.
    func weekday(_ date: CivilDate) -> String { name(date.weekday, in: "calendar.weekdays") }

    /// Returns the name of a country; nil if neither its code nor its name is known.
    ///
    /// English names come from the place index, others from Unicode CLDR as included in Foundation,
    /// independently of the system's locale. The text tables contain names for countries whose CLDR
    /// name is missing or uncommon; `words.js` has the same list.
    ///
    /// - Parameters:
    ///   - code: ISO 3166-1 alpha-2, or `XK`.
    ///   - name: the English name.
    func country(_ code: String?, _ name: String?) -> String? {
        guard self != .english, let code else { return name ?? code }
        if let own = text(of: code, in: "country") { return own }
        let localized = Locale(identifier: self.code).localizedString(forRegionCode: code)
        // For unknown codes, Foundation returns the code or a description.
        return localized == nil || localized == code || code == "ZZ" ? name ?? code : localized
    }

    private func name(_ index: Int, in key: String) -> String {
        let names = say(key).split(separator: " ")
        return names.indices.contains(index) ? String(names[index]) : ""
    }
}

extension Message {
    /// Creates a message of the text tables.
    ///
    /// - Parameters:
    ///   - key: the key of the text.
    ///   - count: the number that selects its plural form.
    ///   - parts: messages that replace further placeholders.
    init(
        say key: String, _ values: [String: String] = [:], count: Int? = nil,
        parts: [String: Message] = [:]
    ) {
        let values = values.mapValues(Value.text)
        self.init(
            key: key, values.merging(parts.mapValues(Value.message)) { _, part in part },
            count: count)
    }
}

extension Message.Value {
    /// Returns a message of the text tables.
    static func say(_ key: String, _ values: [String: String] = [:]) -> Message.Value {
        .message(Message(say: key, values))
    }
}

extension PictureSize {
    /// The name of the size.
    var message: Message { Message(say: "picture-size.\(rawValue)") }
}

/// The route for choosing the language of pages.
enum LanguageRoutes {
    static let all = [
        // Pages of share links also use it.
        // Stores the form's `language` in a cookie and redirects to its `next`.
        Route(.post, "/language", for: .anyone, acceptsOpaqueOrigins: true) { request, site in
            let form = try await request.form()
            let code = form["language"] ?? ""
            guard let language = PageLanguage(rawValue: code) else {
                let codes = PageLanguage.allCases.map(\.code).joined(separator: ", ")
                throw request.invalid("language", code, .text(codes))
            }
            var answer = Response.seeOther(ReturnAddress.here(form["next"]))
            // The cookie is valid for a year.
            answer.headers[.setCookie] = BrowserCookie.header(
                PageLanguage.cookie, language.code, seconds: 31_536_000, request.client)
            return answer
        }
    ]
}
