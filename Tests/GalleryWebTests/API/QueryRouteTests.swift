import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Hummingbird
import Testing

@Suite("Query routes")
struct QueryRouteTests {
    /// The response to a query that a user types.
    private static func reply(
        _ query: String, caret: Int? = nil, _ client: RouterClient
    ) async throws -> JSONValue {
        let place = caret.map { "&caret=\($0)" } ?? ""
        let answer = try await client.get("/api/v1/query?q=\(query.percentEncoded)\(place)")
        try #require(answer.status == 200, "\(query)")
        return answer.body
    }

    private static func texts(_ reply: JSONValue) -> [String] {
        (reply["completions"]?.items ?? []).compactMap { $0["text"]?.string }
    }

    @Test("a query is returned in full form and its photos are counted")
    func spellsOutWhatItUnderstandsAndCounts() async throws {
        try await FilledGallery.with { filled, client in
            let reply = try await Self.reply("section:dogs  not:( is:edited )", client)
            #expect(reply["query"]?.string == "section:dogs  not:( is:edited )")
            #expect(reply["understood"]?.string == "section:flickr:dogs not:is:edited")
            #expect(reply["photos"]?.whole == 5)
            #expect(reply["error"]?.isNull == true)
            let all = try await Self.reply("", client)
            #expect(all["understood"]?.isNull == true)
            #expect(try all["photos"]?.whole == filled.scene.gallery.count())
            let inside = try await client.get("/api/v1/query?q=is:edited&section=dogs")
            #expect(inside.body["photos"]?.whole == 0)
        }
    }

    @Test("an invalid query returns the position of the error")
    func saysWhereAQueryCannotBeRead() async throws {
        try await WebScene().run { client in
            let error = try await Self.reply("dog taken:soon", client)["error"]
            #expect(error?["column"]?.whole == 11)
            #expect(error?["expected"]?.string?.hasPrefix("days: ") == true)
            #expect(error?["message"]?.string?.hasPrefix("Invalid 'taken:soon': ") == true)
            let lines = error?["excerpt"]?.string?.split(separator: "\n") ?? []
            #expect(lines == ["  dog taken:soon", "            ^"])
        }
    }

    @Test("everyday words are returned with their meaning and their place in the text")
    func interpretsEverydayWords() async throws {
        try await FilledGallery.with { _, client in
            let reply = try await Self.reply("🐕 Eva in may 2024 is:edited", client)
            let chips = reply["chips"]?.items ?? []
            #expect(chips.map { $0["kind"]?.string } == ["person", "date", "filter"])
            #expect(chips.map { $0["text"]?.string } == ["Eva", "may 2024", "is:edited"])
            #expect(chips.map { $0["from"]?.whole } == [0, 7, 19])
            #expect(chips.map { $0["to"]?.whole } == [6, 18, 28])
            #expect(reply["understood"]?.string == "person:eva taken:2024-05 is:edited")
            let error = try await Self.reply("dog contry:FR", client)["error"]
            #expect(error?["correction"]?.string == "dog country:FR")
        }
    }

    @Test("keys and the names after them are completed")
    func completesKeysAndTheNamesBehindThem() async throws {
        try await FilledGallery.with { _, client in
            let keys = try await Self.reply("not:ta", client)
            #expect(Self.texts(keys).prefix(2) == ["tag:", "taken:"])
            let first = try #require(keys["completions"]?.items?.first)
            #expect(first["from"]?.whole == 4 && first["to"]?.whole == 6)
            #expect(first["kind"]?.string == "key")
            let people = try await Self.reply("e", client)
            #expect(Self.texts(people).contains("person:Eva"))
            let sections = try await Self.reply("section:d", client)
            #expect(Self.texts(sections) == ["section:dogs"])
            #expect(sections["completions"]?.items?.first?["photos"]?.whole == 5)
            #expect(Self.texts(try await Self.reply("no:po", client)) == ["no:position"])
            #expect(Self.texts(try await Self.reply("taken:", client)) == [])
        }
    }

    @Test("the term at the caret is completed")
    func completesTheTermThatTheCaretIsIn() async throws {
        try await FilledGallery.with { filled, client in
            try filled.name("Ada \"L\" (2)")
            // Within quotes, before another term; offsets are UTF-16 units, as in browsers.
            let text = "🐕 person:\"ada l\" cat"
            let reply = try await Self.reply(text, caret: 15, client)
            let found = try #require(reply["completions"]?.items?.first)
            #expect(found["text"]?.string == #"person:"Ada \"L\" (2)""#)
            #expect(found["from"]?.whole == 3 && found["to"]?.whole == 17)
            // An unclosed quote ends at the caret and does not include the following text.
            let open = try await Self.reply("person:\"ada cat", caret: 11, client)
            #expect(open["completions"]?.items?.first?["to"]?.whole == 11)
        }
    }

    @Test(
        "a caret outside the query is rejected",
        arguments: ["-1", "4", "x", "", "99999999999999999999"])
    func refusesACaretThatIsNowhere(_ caret: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/query?q=dog&caret=\(caret)")
            #expect(answer.status == 400)
            #expect(answer.body["detail"]?.string?.contains("expected 0 to 3") == true)
        }
    }

    @Test("hostile queries are answered at every caret position")
    func answersWhateverIsTyped() async throws {
        try await FilledGallery.with { filled, client in
            try filled.name("\u{202E}eve\u{2066}")
            // Addresses cannot contain control characters.
            let texts = HostileTexts.all.map { text in
                String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }).prefix(
                    60)
            }
            for text in texts {
                for before in ["", "tag:", "person:\"", "section:", "(-"] {
                    let query = before + text
                    for caret in [0, 1, query.utf16.count / 2, query.utf16.count] {
                        let reply = try await Self.reply(query, caret: caret, client)
                        #expect(reply["query"]?.string == query)
                        for completion in reply["completions"]?.items ?? [] {
                            let from = try #require(completion["from"]?.whole)
                            let to = try #require(completion["to"]?.whole)
                            #expect(0 <= from && from <= caret && caret <= to)
                            #expect(to <= query.utf16.count)
                        }
                    }
                }
            }
            // A name with bidirectional control characters is not offered.
            #expect(Self.texts(try await Self.reply("person:", client)) == ["person:Eva"])
        }
    }
}

extension FilledGallery {
    /// Adds a named face to the plain photo.
    fileprivate func name(_ name: String) throws {
        try scene.gallery.faces.add(
            FaceRectangle(x: 20, y: 20, width: 8, height: 8),
            to: try scene.gallery.photo(id: plain), name: name)
    }
}
