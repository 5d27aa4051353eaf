import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite struct SpokenProblemTests {
    /// Queries with a fault each, and how the reason begins in Spanish.
    private static let faults: [(String, String)] = [
        ("tag:", "«tag:» no vale: se espera una etiqueta entera"),
        ("(dog", "ningún «)» cierra este «(»"), ("dog)", "ningún «(» abre este «)»"),
        ("()", "no hay nada entre «(» y «)»"), ("dog or", "no hay nada detrás de «or»"),
        ("or dog", "no hay nada delante de «or»"), ("not dog", "«not» se escribe not:perro"),
        ("-", "«-» busca lo contrario"), ("d*g", "«*» aquí no significa nada"),
        ("\"dog", "ninguna otra comilla"), ("\"\"", "no hay nada entre las comillas"),
        ("(dog)cat", "falta un espacio detrás de «)»"), ("!!", "«!!» no tiene ninguna letra"),
        ("tga:dog", "no existe la clave «tga:»; ¿será «tag:»?"),
        ("zzzzzz:dog", "no existe la clave «zzzzzz:»."), ("is:edite", "«is:edite» no vale"),
        ("license:zz", "no existe la licencia «zz»"), ("type:doc", "no existe el formato «doc»"),
        ("section:none", "no existe la sección «none»"),
        ("rating:9", "«rating:9» no vale: se espera de -1 a 5 estrellas"),
    ]

    @Test func tellsWhatIsWrongWithAQueryInEachLanguage() async throws {
        try await WebScene().run { client in
            for (query, reason) in SpokenProblemTests.faults {
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

    /// The library's words and those of the table are the same in English.
    @Test func saysInEnglishWhatTheLibrarySays() throws {
        let faults: [QueryFault] = [
            .tooLong(4000), .tooMany(9), .tooDeep(9), .unopened, .unclosed, .nothingWithin,
            .nothingBehind("OR"), .nothingBefore("or"), .noOpposite("-"), .noOpposite("not:"),
            .bareNot("Not"), .star, .unclosedQuote, .emptyQuotes,
            .noBlank(behind: .parenthesis, before: "x"), .noBlank(behind: .quote, before: "x"),
            .noBlank(behind: .word, before: "("), .noBlank(behind: .value, before: "("),
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

    @Test(arguments: [
        ("/photos/99", "No hay ninguna foto «99» en el catálogo."),
        ("/sections/none", "No hay ninguna sección «none»"), ("/nothing", "No hay nada en esta"),
        ("/?position=x", "Position «x» no vale: se espera un número a partir de 1."),
        ("/?a=1&a=2", "El parámetro «a» está dos veces."),
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

    @Test func tellsProgramsInEnglishUnlessTheyAsk() async throws {
        try await WebScene().run { client in
            for (headers, detail) in [
                (HTTPFields(), "there is no photo '99' in the catalog"),
                ([.acceptLanguage: "es"], "no hay ninguna foto «99» en el catálogo"),
                ([.cookie: "gallery-language=es"], "no hay ninguna foto «99» en el catálogo"),
            ] as [(HTTPFields, String)] {
                try await client.execute(
                    uri: "/api/v1/photos/99", method: .get, headers: headers
                ) { answer in
                    #expect(String(buffer: answer.body).contains("\"detail\":\"\(detail)\""))
                    #expect(answer.headers[.vary] == "Accept-Language, Cookie")
                    let isEnglish = detail.hasPrefix("there")
                    #expect(answer.headers[.contentLanguage] == (isEnglish ? "en" : "es"))
                }
            }
        }
    }

    @Test(arguments: [
        ("shares", #"{"photos":[999]}"#, "no hay ninguna foto «999» en el catálogo"),
        ("shares", #"{"q":""}"#, "no hay ninguna foto que dar"),
        ("shares", "{}", "no se ha elegido ninguna foto"),
        ("shares", #"{"photos":{}}"#, "photos «{}» no vale: se espera una lista"),
        ("shares", #"{"photos":["x"]}"#, "photo «x» no vale: se espera un identificador"),
        ("shares", #"{"q":"","originals":1}"#, "originals «1» no vale: se espera true o false"),
        ("shares", #"{"q":"","expires":"soon"}"#, "expires «soon» no vale: se espera un instante"),
        (
            "shares", #"{"q":"","expires":"2001-01-01T00:00:00Z"}"#,
            "el enlace ya habría caducado"
        ),
        ("shares", #"{"qq":""}"#, "no se conoce el miembro «qq» del cuerpo"),
        ("trash", #"{"photos":[999]}"#, "no hay ninguna foto «999» en el catálogo"),
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

    @Test func saysWhichLanguageItIsWhereThereIsEnglishAlone() async throws {
        try await WebScene().run { client in
            try await client.execute(
                uri: "/api/v1/shares", method: .post,
                headers: [.acceptLanguage: "es", .contentType: "application/json"],
                body: ByteBuffer(string: "{")
            ) { answer in
                #expect(String(buffer: answer.body).contains("the body is no JSON"))
                #expect(answer.headers[.contentLanguage] == "en")
            }
        }
    }

    /// The library's words and those of the table are the same in English.
    @Test func saysInEnglishWhatTheLibrarySaysOfFaults() {
        let faults: [GalleryFault] = [
            .noPhoto("dogs/1"), .trashedPhoto(PhotoID(rawValue: 7)), .nothingToGive,
            .tooManyToGive(10_000), .linkOver, .noShareLink(7), .revokedShareLink(7),
        ]
        for fault in faults {
            #expect(TextMessage(fault).text(in: .english) == fault.message)
            #expect(TextMessage(fault).text(in: .spanish) != fault.message)
        }
    }
}
