import Basics
import Foundation

extension PageLanguage {
    /// A text of the tables; its key where there is none.
    ///
    /// - Parameters:
    ///   - values: what its placeholders stand for; they stay as they are.
    ///   - count: the number that chooses the plural form, and stands for `{count}`.
    func say(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        guard let text = TextTable.of(self).texts[key] else { return key }
        guard let count else { return text.filled(values, .other) }
        let all = values.merging(["count": number(count)]) { own, _ in own }
        return text.filled(all, form(of: count))
    }

    /// The plural form that a number takes.
    ///
    /// Source: Unicode CLDR, Language Plural Rules: whole numbers in English and Spanish.
    func form(of count: Int) -> PluralForm {
        switch self {
        case _ where count.magnitude == 1: .one
        case .spanish where count != 0 && count.isMultiple(of: 1_000_000): .many
        case .english, .spanish: .other
        }
    }

    /// A number with its thousands apart: `12,345`, `12.345`; four digits stay together in Spanish.
    ///
    /// Source: Unicode CLDR, `minimumGroupingDigits` of es.
    func number(_ number: Int) -> String {
        switch self {
        case .english: Count.text(number)
        case .spanish where number.magnitude < 10_000: String(number)
        case .spanish: Count.text(number).replacing(",", with: ".")
        }
    }

    /// A number with a fraction as the language writes it: `2.8`, `2,8`.
    func decimal(_ text: String) -> String {
        self == .spanish ? text.replacing(".", with: ",") : text
    }

    /// A number of bytes with a decimal unit: `1.4 MB`, `1,4 MB`.
    func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return say("word.bytes", count: Int(count)) }
        return decimal(ByteCount.text(count))
    }

    /// Texts one after the other, the last one joined by a word: `a, b and c`.
    ///
    /// In Spanish `y` is `e` before the sound of an i.
    func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        let isBeforeI =
            self == .spanish && last.lowercased().firstMatch(of: #/^(i|hi(?![aeou]))/#) != nil
        return texts.dropLast().joined(separator: ", ") + (isBeforeI ? " e " : say("word.and"))
            + last
    }

    /// A day: `17 May 2024`, `17 de mayo de 2024`.
    func day(_ date: CivilDate) -> String {
        say(
            "calendar.day",
            [
                "day": String(date.day), "month": name(date.month - 1, in: "calendar.months"),
                "year": String(date.year),
            ])
    }

    /// The day of the week: `Friday`, `viernes`.
    func weekday(_ date: CivilDate) -> String { name(date.weekday, in: "calendar.weekdays") }

    /// A country; nil where neither its code nor its name is known.
    ///
    /// In English it is called as the index of places has it, otherwise by Unicode CLDR, which Foundation has a copy of:
    /// the locale is the language's, whatever the machine's is. Where that copy has an odd name or none that people use,
    /// the tables have one; `countries.js` names them, too.
    ///
    /// - Parameters:
    ///   - code: ISO 3166-1 alpha-2, or `XK`.
    ///   - name: what it is called in English.
    func country(_ code: String?, _ name: String?) -> String? {
        guard self != .english, let code else { return name ?? code }
        switch code {
        case "CI": return say("country.ivory-coast")
        case "CN": return say("country.china")
        case "HK": return say("country.hong-kong")
        case "IO": return say("country.indian-ocean")
        case "MO": return say("country.macao")
        case "PS": return say("country.palestine")
        case "TL": return say("country.timor")
        default:
            let told = Locale(identifier: self.code).localizedString(forRegionCode: code)
            // Of a code that it does not know it gives the code, or says so in words.
            return told == nil || told == code || code == "ZZ" ? name ?? code : told
        }
    }

    private func name(_ index: Int, in key: String) -> String {
        let names = say(key).split(separator: " ")
        return names.indices.contains(index) ? String(names[index]) : ""
    }
}
