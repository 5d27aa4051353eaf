import Basics
import Foundation
@testable import GalleryWeb
import HTTPTypes
import Testing

@Suite("Page languages")
struct PageLanguageTests {
    @Test(
        "the Accept-Language header is parsed",
        arguments: [
            ("es", "es"), ("es-MX, en;q=0.5", "es"), ("ES-419", "es"), ("en, es", "en"),
            ("en;q=0.3, es;q=0.8", "es"), ("de, fr;q=0.9", nil), ("de, *;q=0.5", "en"),
            ("de, *;q=0.5, es;q=0.6", "es"), ("es;q=0", nil), ("es;q=0, en;q=0.1", "en"),
            ("", nil), (";;,,", nil), ("es;q=x, en;q=0.2", "en"), ("esperanto", nil),
            ("de;q=1,es;q = 0.4", "es"),
        ])
    func readsWhatABrowserLikes(_ header: String, _ code: String?) {
        #expect(PageLanguage.preferred(header)?.code == code)
    }

    @Test(
        "the chosen language overrides the browser's",
        arguments: [
            (nil, nil, "en"), (nil, "es", "es"), ("gallery-language=en", "es", "en"),
            ("a=b; gallery-language=es", "en", "es"), ("gallery-language=xx", "es", "es"),
            ("gallery-language=", "es", "es"), ("other-gallery-language=en", "es", "es"),
        ])
    func prefersWhatWasChosen(_ cookie: String?, _ accepted: String?, _ code: String) {
        var headers = HTTPFields()
        headers[.cookie] = cookie
        headers[.acceptLanguage] = accepted
        #expect(PageLanguage(headers).code == code)
    }

    @Test(
        "counts are formatted in both languages",
        arguments: [
            (0, "0 photos", "0 fotos"), (1, "1 photo", "1 foto"), (2, "2 photos", "2 fotos"),
            (1204, "1,204 photos", "1204 fotos"), (12_040, "12,040 photos", "12.040 fotos"),
            (1_000_000, "1,000,000 photos", "1.000.000 de fotos"),
            (1_000_001, "1,000,001 photos", "1.000.001 fotos"),
        ])
    func countsInBothLanguages(_ count: Int, _ english: String, _ spanish: String) {
        #expect(PageLanguage.english.say("count.photos", count: count) == english)
        #expect(PageLanguage.spanish.say("count.photos", count: count) == spanish)
    }

    @Test("days are formatted in both languages")
    func tellsDaysInBothLanguages() {
        let date = CivilDate(year: 2024, month: 5, day: 17)
        #expect(PageLanguage.english.day(date) == "17 May 2024")
        #expect(PageLanguage.spanish.day(date) == "17 de mayo de 2024")
        #expect(PageLanguage.english.weekday(date) == "Friday")
        #expect(PageLanguage.spanish.weekday(date) == "viernes")
    }

    @Test(
        "byte counts are formatted in both languages",
        arguments: [
            (1, "1 byte", "1 byte"), (512, "512 bytes", "512 bytes"), (1400, "1.4 kB", "1,4 kB"),
            (245_000, "245 kB", "245 kB"),
        ])
    func tellsBytesInBothLanguages(_ count: Int64, _ english: String, _ spanish: String) {
        #expect(PageLanguage.english.bytes(count) == english)
        #expect(PageLanguage.spanish.bytes(count) == spanish)
    }

    @Test(
        "lists are formatted in both languages",
        arguments: [
            ([], "", ""), (["a"], "a", "a"), (["a", "b", "c"], "a, b and c", "a, b y c"),
            (["Ana", "Inés"], "Ana and Inés", "Ana e Inés"),
            (["Ana", "hielo"], "Ana and hielo", "Ana y hielo"),
        ])
    func listsInBothLanguages(_ texts: [String], _ english: String, _ spanish: String) {
        #expect(PageLanguage.english.list(texts) == english)
        #expect(PageLanguage.spanish.list(texts) == spanish)
    }

    /// The countries of the place index, with their English names.
    private static func countries() throws -> [(code: String, name: String)] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../tools/places/countries.csv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
            .map { line in
                let parts = line.split(separator: ",", maxSplits: 1).map(String.init)
                return (parts[0], parts[1])
            }
    }

    @Test("each country has a name in both languages")
    func namesEachCountryInBothLanguages() throws {
        let countries = try PageLanguageTests.countries()
        #expect(countries.count == 250)
        var met: Set<String> = []
        for (code, name) in countries {
            #expect(PageLanguage.english.country(code, name) == name)
            let localized = try #require(PageLanguage.spanish.country(code, name))
            #expect(met.insert(localized).inserted, "\(localized)")
            let isName =
                localized != code && !localized.contains("RAE")
                && !localized.contains("continental")
            #expect(isName && localized.first?.isUppercase == true, "\(code) \(localized)")
        }
    }

    @Test(
        "countries have their common names",
        arguments: [
            ("DE", "Alemania"), ("US", "Estados Unidos"), ("GB", "Reino Unido"), ("XK", "Kosovo"),
            ("CI", "Costa de Marfil"), ("CN", "China"), ("HK", "Hong Kong"), ("MO", "Macao"),
            ("PS", "Palestina"), ("TL", "Timor Oriental"),
            ("IO", "Territorio Británico del Océano Índico"), ("ZZ", "Nowhere"), ("X1", "Nowhere"),
            (nil, "Nowhere"),
        ])
    func callsCountriesAsPeopleDo(_ code: String?, _ name: String) {
        #expect(PageLanguage.spanish.country(code, "Nowhere") == name)
        #expect(PageLanguage.spanish.country(nil, nil) == nil)
    }

    @Test("placeholders in values are not replaced")
    func leavesValuesAsTheyAre() {
        let said = PageLanguage.spanish.say("flickr.coming", ["term": "{term} [[x]] {count}"])
        #expect(said == "Añadiendo fotos de «{term} [[x]] {count}»")
        #expect(PageLanguage.english.say("no.such") == "no.such")
    }
}
