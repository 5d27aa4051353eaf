import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Translated problems")
struct TranslatedProblemTests {
    /// Queries with one fault each, and the start of the reason in Spanish.
    private static let faults: [(String, String)] = [
        ("tag:", "«tag:» no vale: se espera una etiqueta entera"),
        ("(dog", "«(» sin el «)» correspondiente"), ("dog)", "«)» sin el «(» correspondiente"),
        ("()", "paréntesis vacíos"), ("dog or", "falta un término después de «or»"),
        ("or dog", "falta un término antes de «or»"), ("not dog", "usa not:perro o not:(perro"),
        ("-", "«-» debe ir justo antes"), ("d*g", "«*» solo puede ir al final"),
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

    @Test("each fault of a query has a translation")
    func translatesEachFaultOfAQuery() throws {
        let web = try WebScene()
        let queries =
            [
                String(repeating: "a", count: 20_001), String(repeating: "a ", count: 501),
                String(repeating: "(", count: 101), ")", "(", "()", "dog OR", "or dog", "-",
                "not: x", "Not dog", "d*g", "\"dog", "\"\"", "(dog)x", "\"dog\"x", "dog(x",
                "tag:a(x", "!!",
                "tga:dog", "zz:dog", "is:edit", "section:none", "license:zz", "type:doc",
                "type:jpge",
            ] + QueryKey.allCases.map { "\($0.rawValue):" }
        for query in queries {
            let error = #expect(throws: GalleryError.self) { try web.gallery.filter(query) }
            let fault = try #require(error?.query, "\(query.prefix(60))")
            #expect(PageLanguage.english.text(fault.message) == "\(fault.message)")
            let spanish = PageLanguage.spanish.translation(of: fault.message)
            #expect(spanish != nil && spanish != "\(fault.message)", "\(fault.message)")
        }
    }

    @Test(
        "error pages are in the page's language",
        arguments: [
            ("/photos/99", "No existe la foto «99» en el catálogo."),
            ("/sections/none", "No hay ningún álbum ni búsqueda que se llame «none»."),
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

    @Test("the library's errors about requests have translations")
    func translatesTheLibrarysErrors() throws {
        let web = try WebScene()
        let gallery = web.gallery
        var expired = ShareLinkOptions()
        expired.expires = Date(timeIntervalSince1970: 0)
        let faults: [() throws -> Void] = [
            { _ = try gallery.photoIDs(of: [.id(PhotoID(rawValue: 99))]) },
            { _ = try gallery.shareLinks.make(.photos([PhotoID]())) },
            { _ = try gallery.shareLinks.make(.photos([PhotoID]()), options: expired) },
            { _ = try gallery.shareLinks.link(7) }, { try gallery.shareLinks.revoke(7) },
        ]
        for fault in faults {
            let thrown = #expect(throws: GalleryError.self) { try fault() }
            let error = try #require(thrown)
            #expect(PageLanguage.english.text(error.text) == error.message)
            let spanish = PageLanguage.spanish.translation(of: error.text)
            #expect(spanish != nil && spanish != error.message, "\(error.message)")
        }
    }
}
