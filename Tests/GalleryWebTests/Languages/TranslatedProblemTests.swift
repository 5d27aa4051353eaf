import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Translated problems")
struct TranslatedProblemTests {
    /// Queries with one fault each, and the start of the reason in Spanish.
    private static let faults: [(String, String)] = [
        ("tag:", "«tag:» no vale: se espera una etiqueta entera"),
        ("(dog", "«(» sin el «)» correspondiente"), ("dog)", "«)» sin el «(» correspondiente"),
        ("()", "paréntesis vacíos"), ("dog or", "falta un término después de «or»"),
        ("or dog", "falta un término antes de «or»"), ("not dog", "usa not:perro o not:(perro"),
        ("-", "«-» debe ir justo antes"), ("d*g", "«*» no se admite"),
        ("\"dog", "falta la comilla de cierre"), ("\"\"", "comillas vacías"),
        ("(dog)cat", "falta un espacio después de «)»"), ("!!", "«!!» no contiene ninguna letra"),
        ("tga:dog", "clave desconocida «tga:»; ¿querías decir «tag:»?"),
        ("zzzzzz:dog", "clave desconocida «zzzzzz:»."), ("is:edite", "«is:edite» no vale"),
        ("license:zz", "no existe la licencia «zz»"), ("type:doc", "no existe el formato «doc»"),
        ("section:none", "no existe la sección «none»"),
        ("rating:9", "«rating:9» no vale: se espera de -1 a 5 estrellas"),
    ]

    @Test("faults of queries are described in each language")
    func tellsWhatIsWrongWithAQueryInEachLanguage() async throws {
        try await WebScene().run { client in
            for (query, reason) in TranslatedProblemTests.faults {
                let uri = "/api/v1/query?q=\(PercentEncoding.encoded(query))"
                let spanish = try await client.execute(
                    uri: uri, method: .get, headers: [.acceptLanguage: "es"]
                ) { String(buffer: $0.body) }
                let sentence = Pages.capitalized(reason)
                #expect(spanish.contains("\"message\":\"\(sentence)"), "\(spanish)")
                let english = try await client.execute(uri: uri, method: .get) {
                    String(buffer: $0.body)
                }
                #expect(english.contains("\"error\":{"), "\(english)")
                #expect(!english.contains(sentence), "\(english)")
            }
        }
    }

    /// The library's messages and the table's English texts must be the same.
    @Test("English texts for faults of queries match the library's messages")
    func saysInEnglishWhatTheLibrarySays() throws {
        let faults: [QueryFault] = [
            .tooLong(4000), .tooMany(9), .tooDeep(9), .unopened, .unclosed, .emptyParentheses,
            .nothingAfter("OR"), .nothingBefore("or"), .nothingToNegate("-"),
            .nothingToNegate("not:"),
            .notWithoutColon("Not"), .star, .unclosedQuote, .emptyQuotes,
            .missingSpace(after: .parenthesis, before: "x"),
            .missingSpace(after: .quote, before: "x"),
            .missingSpace(after: .word, before: "("), .missingSpace(after: .value, before: "("),
            .noLetters("!!"), .unknownKey("tga", likely: "tag:"), .unknownKey("zz", likely: nil),
            .unknownName(.section, "a", likely: "b", names: []),
            .unknownName(.section, "a", likely: nil, names: []),
            .unknownName(.country, "a", likely: "b", names: []),
            .unknownName(.country, "a", likely: nil, names: []),
            .unknownName(.license, "a", likely: "b", names: []),
            .unknownName(.license, "a", likely: nil, names: []),
            .unknownName(.format, "a", likely: "b", names: ["c", "d"]),
            .unknownName(.format, "a", likely: nil, names: ["c", "d"]),
        ]
        let values = QueryKey.allCases.flatMap { key in
            [nil, "x"].map { QueryFault.invalidValue(key, "v", likely: $0) }
        }
        for fault in faults + values {
            let message = try #require(TextMessage(fault))
            #expect(message.text(in: .english) == fault.reason)
            #expect(message.text(in: .spanish) != fault.reason)
        }
        #expect(TextMessage(QueryFault.other("why")) == nil)
    }

    @Test(
        "error pages are in the page's language",
        arguments: [
            ("/photos/99", "No existe la foto «99» en el catálogo."),
            ("/sections/none", "No existe la sección «none»"),
            ("/nothing", "No hay nada en esta"),
            ("/?position=x", "Position «x» no vale: se espera un número a partir de 1."),
        ])
    func tellsErrorsInTheLanguageOfThePage(_ path: String, _ detail: String) async throws {
        try await WebScene().run { client in
            try await client.execute(
                uri: path, method: .get, headers: [.accept: "text/html", .acceptLanguage: "es"]
            ) { answer in
                let page = String(buffer: answer.body)
                #expect(page.contains("<p dir=\"auto\">\(detail)"), "\(page)")
            }
        }
    }

    @Test("programs get English messages unless they request another language")
    func tellsProgramsInEnglishUnlessTheyAsk() async throws {
        try await WebScene().run { client in
            for (headers, detail) in [
                (HTTPFields(), "no photo '99' in the catalog"),
                ([.acceptLanguage: "es"], "no existe la foto «99» en el catálogo"),
                ([.cookie: "gallery-language=es"], "no existe la foto «99» en el catálogo"),
            ] as [(HTTPFields, String)] {
                try await client.execute(
                    uri: "/api/v1/photos/99", method: .get, headers: headers
                ) { answer in
                    #expect(String(buffer: answer.body).contains("\"detail\":\"\(detail)\""))
                    #expect(answer.headers[.vary] == "Accept-Language, Cookie")
                    let isEnglish = detail.hasPrefix("no photo")
                    #expect(answer.headers[.contentLanguage] == (isEnglish ? "en" : "es"))
                }
            }
        }
    }

    @Test(
        "faults of request bodies are described in each language",
        arguments: [
            ("shares", #"{"photos":[999]}"#, "no existe la foto «999» en el catálogo"),
            ("shares", #"{"q":""}"#, "no hay fotos que compartir"),
            ("shares", "{}", "no hay fotos elegidas"),
            ("shares", #"{"photos":{}}"#, "photos «{}» no vale: se espera una lista"),
            ("shares", #"{"photos":["x"]}"#, "photo «x» no vale: se espera un identificador"),
            ("shares", #"{"q":"","originals":1}"#, "originals «1» no vale: se espera true o false"),
            (
                "shares", #"{"q":"","expires":"soon"}"#,
                "expires «soon» no vale: se espera un momento"
            ),
            (
                "shares", #"{"q":"","expires":"2001-01-01T00:00:00Z"}"#,
                "el enlace ya habría caducado"
            ),
            ("shares", #"{"qq":""}"#, "miembro desconocido «qq» en el cuerpo"),
            ("trash", #"{"photos":[999]}"#, "no existe la foto «999» en el catálogo"),
            ("search", "{}", "no hay nada que buscar"),
            (
                "search", #"{"term":"a","limit":0}"#,
                "limit «0» no vale: se espera un número entero, 1 o más"
            ),
        ])
    func tellsWhatIsWrongWithABodyInEachLanguage(
        _ path: String, _ body: String, _ detail: String
    ) async throws {
        try await WebScene().run { client in
            try await client.execute(
                uri: "/api/v1/\(path)", method: .post,
                headers: [.acceptLanguage: "es", .contentType: "application/json"],
                body: ByteBuffer(string: body)
            ) { answer in
                let text = String(buffer: answer.body)
                #expect(text.contains("\"detail\":\"\(detail)"), "\(text)")
                #expect(answer.headers[.contentLanguage] == "es")
            }
        }
    }

    @Test("messages without a translation are marked as English")
    func saysWhichLanguageItIsWhereThereIsEnglishAlone() async throws {
        try await WebScene().run { client in
            try await client.execute(
                uri: "/api/v1/shares", method: .post,
                headers: [.acceptLanguage: "es", .contentType: "application/json"],
                body: ByteBuffer(string: "{")
            ) { answer in
                #expect(String(buffer: answer.body).contains("the body is not valid JSON"))
                #expect(answer.headers[.contentLanguage] == "en")
            }
        }
    }

    /// The library's messages and the table's English texts must be the same.
    @Test("English texts for faults of requests match the library's messages")
    func saysInEnglishWhatTheLibrarySaysOfFaults() {
        let faults: [GalleryFault] = [
            .noPhoto("dogs/1"), .trashedPhoto(PhotoID(rawValue: 7)), .nothingToShare,
            .tooManyToShare(10_000), .linkExpired, .noShareLink(7), .revokedShareLink(7),
        ]
        for fault in faults {
            #expect(TextMessage(fault).text(in: .english) == fault.message)
            #expect(TextMessage(fault).text(in: .spanish) != fault.message)
        }
    }
}
