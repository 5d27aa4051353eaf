import Basics
import Foundation
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite("Languages of pages and scripts")
struct LanguageRouteTests {
    private static let spanish: HTTPFields = [.acceptLanguage: "es-MX,es;q=0.9,en;q=0.5"]

    @Test("pages are in the browser's language")
    func answersInTheLanguageOfTheBrowser() async throws {
        try await WebScene().run { client in
            try await client.execute(
                uri: "/", method: .get, headers: LanguageRouteTests.spanish
            ) { answer in
                let page = String(buffer: answer.body)
                #expect(page.contains("<html lang=\"es\">"))
                #expect(page.contains("Añade tus primeras fotos"))
                #expect(page.contains(".es/gallery.css\""))
                #expect(
                    answer.headers[.vary] == "Accept-Encoding, Accept-Language, Cookie")
            }
            try await client.execute(uri: "/", method: .get) { answer in
                #expect(String(buffer: answer.body).contains("<html lang=\"en\">"))
            }
        }
    }

    @Test("a cached page is not reused in another language")
    func neverTakesOneLanguageForTheOther() async throws {
        try await WebScene().run { client in
            let tag = try await client.execute(uri: "/trash", method: .get) { answer in
                answer.headers[.eTag]
            }
            var headers = LanguageRouteTests.spanish
            headers[.ifNoneMatch] = tag
            try await client.execute(uri: "/trash", method: .get, headers: headers) { answer in
                #expect(answer.status == .ok)
                #expect(answer.headers[.eTag] != tag)
            }
        }
    }

    @Test(
        "the chosen language is stored in a cookie",
        arguments: [
            ("/photos/1?from=camera", "/photos/1?from=camera"), ("/sign-in?next=%2Ftrash", nil),
            ("//evil.example", "/"), ("", "/"),
        ])
    func keepsWhatIsChosen(_ next: String, _ place: String?) async throws {
        try await WebScene().run { client in
            let form = "language=es&next=\(PercentEncoding.encoded(next))"
            try await client.execute(
                uri: "/language", method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: form)
            ) { answer in
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location] == place ?? next)
                #expect(
                    answer.headers[.setCookie]
                        == "gallery-language=es; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
            }
            try await client.execute(
                uri: "/sign-in", method: .get, headers: [.cookie: "gallery-language=es"]
            ) { _ in }
        }
    }

    @Test("unknown languages are rejected")
    func refusesLanguagesThatThereAreNot() async throws {
        try await WebScene().run { client in
            try await client.execute(
                uri: "/language", method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "language=xx")
            ) { answer in
                #expect(answer.status == .badRequest)
                #expect(answer.headers[.setCookie] == nil)
            }
        }
    }

    @Test("scripts are in the language of their address")
    func sendsScriptsInTheLanguageOfTheirAddress() async throws {
        try await WebScene().run { client in
            for language in PageLanguage.allCases {
                let address = Assets.address("scripts/batch.js", language)
                try await client.execute(uri: address, method: .get) { answer in
                    let script = String(buffer: answer.body)
                    #expect(
                        script.contains(language.say("word.undo")) && !script.contains("word.undo"))
                    #expect(
                        answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
                }
                try await client.execute(
                    uri: address, method: .get, headers: [.acceptEncoding: "gzip"]
                ) { answer in
                    #expect(answer.headers[.contentEncoding] == "gzip")
                }
            }
            // Pages from before an update request this address.
            let old = "/assets/\(Assets.version)/scripts/batch.js"
            try await client.execute(uri: old, method: .get) { answer in
                #expect(answer.headers[.cacheControl] == "no-cache")
                #expect(String(buffer: answer.body).contains("Undo"))
            }
        }
    }
}
