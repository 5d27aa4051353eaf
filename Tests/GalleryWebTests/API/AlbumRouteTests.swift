import Basics
import FakeFlickr
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Changes of albums")
struct AlbumRouteTests {
    @Test("each change of an album is one step, which undo reverts")
    func changesAreSteps() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let (first, second) = (filled.edited, filled.plain)
            func steps() throws -> Int { try gallery.journal.entries(limit: 100).count }
            let before = try steps()
            let made = try await client.change(.post, "albums", #"{"name":" Summer "}"#)
            #expect(made.status == 201)
            #expect(made.body["section"]?.string == "album:Summer")
            #expect(made.body["photos"]?.whole == 0 && made.body["query"]?.isNull == true)
            #expect(made.body["undo"]?.whole == Int(try gallery.journal.entries(limit: 1)[0].id))
            _ = try await client.change(
                .post, "batch", #"{"photos":[\#(first),\#(second)],"addToAlbum":"Summer"}"#)
            let album = try gallery.sections.find(SectionReference(text: "album:Summer"))
            func listed() throws -> [PhotoID] {
                try gallery.photos(.section(album)).map(\.photo.id)
            }
            let moved = try await client.change(
                .post, "albums/summer/move", #"{"photo":\#(second),"to":1}"#)
            #expect(moved.status == 200)
            #expect(try listed() == [second, first])
            let cover = try await client.change(
                .patch, "albums/album:Summer", #"{"cover":\#(first)}"#)
            #expect(cover.status == 200 && cover.body["cover"]?.whole == Int(first.rawValue))
            let again = try await client.change(.patch, "albums/Summer", #"{"cover":\#(first)}"#)
            #expect(again.status == 200 && again.body["undo"]?.isNull == true)
            let renamed = try await client.change(.patch, "albums/Summer", #"{"name":"Sea"}"#)
            #expect(renamed.body["section"]?.string == "album:Sea")
            let deleted = try await client.change(.delete, "albums/Sea", "")
            let last = try #require(deleted.body["undo"]?.whole)
            #expect(deleted.status == 200)
            #expect(try steps() == before + 6)
            #expect(last > renamed.body["undo"]?.whole ?? .max)
            for step in [deleted, renamed, cover, moved].map({ $0.body["undo"]?.whole }) {
                let step = try #require(step)
                let answer = try await client.change(.post, "undo", #"{"step":\#(step)}"#)
                #expect(answer.status == 200)
            }
            #expect(try listed() == [first, second])
        }
    }

    @Test("an album with a query lists its photos and cannot be ordered by hand")
    func queryAlbum() async throws {
        try await FilledGallery.with { filled, client in
            let made = try await client.change(
                .post, "albums", #"{"name":"edited","query":"is:edited"}"#)
            #expect(made.status == 201 && made.body["photos"]?.whole == 1)
            #expect(made.body["query"]?.string == "is:edited")
            #expect(made.body["cover"]?.whole == Int(filled.edited.rawValue))
            let moved = try await client.change(
                .post, "albums/edited/move", #"{"photo":\#(filled.edited),"to":1}"#)
            #expect(moved.status == 422)
        }
    }

    @Test(
        "wrong requests are refused and change nothing",
        arguments: [
            ("POST", "albums", "{}", 422), ("POST", "albums", #"{"name":"7"}"#, 422),
            ("POST", "albums", #"{"name":"BEST"}"#, 409),
            ("POST", "albums", #"{"name":"x","query":"contry:FR"}"#, 400),
            ("POST", "albums", #"{"name":"x","query":""}"#, 422),
            ("POST", "albums", #"{"name":"x","sort":"taken"}"#, 422),
            ("PATCH", "albums/none", #"{"name":"x"}"#, 404),
            ("PATCH", "albums/best", "{}", 422),
            ("PATCH", "albums/best", #"{"name":"x","cover":null}"#, 422),
            ("PATCH", "albums/best", #"{"name":"./x"}"#, 422),
            ("PATCH", "albums/best", #"{"cover":4711}"#, 404),
            ("PATCH", "albums/camera", #"{"name":"x"}"#, 404),
            ("POST", "albums/best/move", #"{"photo":1}"#, 422),
            ("DELETE", "albums/flickr:dogs", "", 404),
        ])
    func refuses(_ method: String, _ uri: String, _ body: String, _ status: Int) async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let before = try gallery.journal.entries(limit: 1)
            let method = try #require(HTTPRequest.Method(method))
            #expect(try await client.change(method, uri, body).status == status)
            #expect(try gallery.journal.entries(limit: 1) == before)
        }
    }
}
