import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Hummingbird
import HummingbirdTesting
import Testing

@Suite struct QueryRouteTests {
    /// What is answered to who types a query.
    private static func told(
        _ query: String, caret: Int? = nil, _ client: any TestClientProtocol
    ) async throws -> JSONValue {
        let place = caret.map { "&caret=\($0)" } ?? ""
        let answer = try await client.get("/api/v1/query?q=\(query.percentEncoded)\(place)")
        try #require(answer.status == 200, "\(query)")
        return answer.body
    }

    private static func texts(_ told: JSONValue) -> [String] {
        (told["completions"]?.items ?? []).compactMap { $0["text"]?.string }
    }

    @Test func spellsOutWhatItUnderstandsAndCounts() async throws {
        try await FilledGallery.with { filled, client in
            let told = try await Self.told("section:dogs  not:( is:edited )", client)
            #expect(told["query"]?.string == "section:dogs  not:( is:edited )")
            #expect(told["understood"]?.string == "section:flickr:dogs not:is:edited")
            #expect(told["photos"]?.whole == 5)
            #expect(told["error"]?.isNull == true)
            let all = try await Self.told("", client)
            #expect(all["understood"]?.isNull == true)
            #expect(try all["photos"]?.whole == filled.scene.gallery.count())
            let inside = try await client.get("/api/v1/query?q=is:edited&section=dogs")
            #expect(inside.body["photos"]?.whole == 0)
        }
    }

    @Test func saysWhereAQueryCannotBeRead() async throws {
        try await WebScene().run { client in
            let error = try await Self.told("dog taken:soon", client)["error"]
            #expect(error?["column"]?.whole == 11)
            #expect(error?["expected"]?.string?.hasPrefix("days: ") == true)
            #expect(error?["message"]?.string?.hasPrefix("Invalid 'taken:soon': ") == true)
            let lines = error?["excerpt"]?.string?.split(separator: "\n") ?? []
            #expect(lines == ["  dog taken:soon", "            ^"])
        }
    }

    @Test func completesKeysAndTheNamesBehindThem() async throws {
        try await FilledGallery.with { _, client in
            let keys = try await Self.told("not:ta", client)
            #expect(Self.texts(keys).prefix(2) == ["tag:", "taken:"])
            let first = try #require(keys["completions"]?.items?.first)
            #expect(first["from"]?.whole == 4 && first["to"]?.whole == 6)
            #expect(first["kind"]?.string == "key")
            let people = try await Self.told("e", client)
            #expect(Self.texts(people).contains("person:Eva"))
            let sections = try await Self.told("section:d", client)
            #expect(Self.texts(sections) == ["section:dogs"])
            #expect(sections["completions"]?.items?.first?["photos"]?.whole == 5)
            #expect(Self.texts(try await Self.told("no:po", client)) == ["no:position"])
            #expect(Self.texts(try await Self.told("taken:", client)) == [])
        }
    }

    @Test func completesTheTermThatTheCaretIsIn() async throws {
        try await FilledGallery.with { filled, client in
            try filled.name("Ada \"L\" (2)")
            // Within quotes, before another term; units as browsers count them.
            let text = "🐕 person:\"ada l\" cat"
            let told = try await Self.told(text, caret: 15, client)
            let found = try #require(told["completions"]?.items?.first)
            #expect(found["text"]?.string == #"person:"Ada \"L\" (2)""#)
            #expect(found["from"]?.whole == 3 && found["to"]?.whole == 17)
            // A quote that nothing closes ends at the caret: what follows is not meant.
            let open = try await Self.told("person:\"ada cat", caret: 11, client)
            #expect(open["completions"]?.items?.first?["to"]?.whole == 11)
        }
    }

    @Test(arguments: ["-1", "4", "x", "", "99999999999999999999"])
    func refusesACaretThatIsNowhere(_ caret: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/query?q=dog&caret=\(caret)")
            #expect(answer.status == 400)
            #expect(answer.body["detail"]?.string?.contains("expected 0 to 3") == true)
        }
    }

    @Test func answersWhateverIsTyped() async throws {
        try await FilledGallery.with { filled, client in
            try filled.name("\u{202E}eve\u{2066}")
            // No address may have control characters.
            let texts = HostileTexts.all.map { text in
                String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }).prefix(
                    60)
            }
            for text in texts {
                for before in ["", "tag:", "person:\"", "section:", "(-"] {
                    let query = before + text
                    for caret in [0, 1, query.utf16.count / 2, query.utf16.count] {
                        let told = try await Self.told(query, caret: caret, client)
                        #expect(told["query"]?.string == query)
                        for completion in told["completions"]?.items ?? [] {
                            let from = try #require(completion["from"]?.whole)
                            let to = try #require(completion["to"]?.whole)
                            #expect(0 <= from && from <= caret && caret <= to)
                            #expect(to <= query.utf16.count)
                        }
                    }
                }
            }
            // A name that turns the text around it is not offered.
            #expect(Self.texts(try await Self.told("person:", client)) == ["person:Eva"])
        }
    }
}

extension FilledGallery {
    /// Names another face of the plain photo.
    fileprivate func name(_ name: String) throws {
        try scene.gallery.addFace(
            FaceRectangle(x: 20, y: 20, width: 8, height: 8),
            to: try scene.gallery.photo(id: plain), name: name)
    }
}
