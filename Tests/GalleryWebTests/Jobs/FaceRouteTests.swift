import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import NIOCore
import Testing

@Suite("Faces of a photo by the API")
struct FaceRouteTests {
    /// Sends a JSON body.
    private func send(
        _ client: RouterClient, _ method: HTTPRequest.Method, _ uri: String, _ body: String = "{}"
    ) async throws -> (status: Int, body: JSONValue) {
        try await client.execute(
            uri: "/api/v1/\(uri)", method: method, headers: [.contentType: "application/json"],
            body: ByteBuffer(string: body)
        ) { answer in
            let bytes = Array(answer.body.readableBytesView)
            return (answer.status.code, (try? JSONValue(bytes, depth: 64)) ?? .null)
        }
    }

    private func box(_ face: JSONValue) -> [Int?] {
        ["x", "y", "width", "height"].map { face[$0]?.double.map { Int($0.rounded()) } }
    }

    @Test("a drawn face is added where it was drawn, and keeps its number when it is moved")
    func addsAndMoves() async throws {
        try await FilledGallery.with { filled, client in
            let faces = "photos/\(filled.plain)/faces"
            let added = try await send(
                client, .post, faces, #"{"x":30,"y":20,"width":10,"height":12,"name":"Ada"}"#)
            #expect(added.status == 200)
            let face = try #require(added.body.page.first { $0["name"]?.string == "Ada" })
            let number = try #require(face["face"]?.whole)
            #expect(number == 2)
            #expect(box(face) == [30, 20, 10, 12])
            // Far from its old place.
            let moved = try await send(
                client, .patch, "\(faces)/2", #"{"x":60,"y":40,"width":14,"height":14}"#)
            #expect(moved.status == 200)
            let now = try #require(moved.body.page.first { $0["face"]?.whole == 2 })
            #expect(box(now) == [60, 40, 14, 14])
            #expect(now["name"]?.string == "Ada")
            #expect(moved.body.page.count == 2)
            // A change is one step.
            let both = try await send(
                client, .patch, "\(faces)/2",
                #"{"x":60,"y":40,"width":14,"height":14,"name":"Eva"}"#)
            #expect(both.status == 400)
            // Undone, it is back with the same number; a new face has another one.
            let step = try #require(moved.body["entry"]?.whole)
            #expect(try await send(client, .post, "undo", "{\"step\":\(step)}").status == 200)
            let back = try await client.get("/api/v1/\(faces)").body.page
            let again = try #require(back.first { $0["face"]?.whole == 2 })
            #expect(box(again) == [30, 20, 10, 12])
            let third = try await send(
                client, .post, faces, #"{"x":70,"y":50,"width":10,"height":12}"#)
            #expect(third.body.page.compactMap { $0["face"]?.whole }.sorted() == [1, 2, 3])
        }
    }

    @Test("rectangles are in pixels of the picture as edited")
    func followsTheEdit() async throws {
        try await FilledGallery.with { filled, client in
            let faces = "photos/\(filled.edited)/faces"
            let added = try await send(
                client, .post, faces, #"{"x":31,"y":30,"width":16,"height":20}"#)
            #expect(added.status == 200)
            let face = try #require(added.body.page.last)
            let shown = box(face).compactMap(\.self)
            #expect(zip(shown, [31, 30, 16, 20]).allSatisfy { abs($0 - $1) <= 1 }, "\(shown)")
        }
    }

    @Test("wrong rectangles and faces are refused")
    func refuses() async throws {
        try await FilledGallery.with { filled, client in
            let faces = "photos/\(filled.plain)/faces"
            for (method, uri, body, status) in [
                (.post, faces, #"{"x":1,"y":1,"width":0,"height":4}"#, 400),
                (.post, faces, #"{"x":1,"y":1,"width":4000,"height":4}"#, 422),
                (.post, faces, #"{"x":1,"y":1,"width":4}"#, 400),
                (.post, faces, #"{"x":1,"y":1,"width":4,"height":4,"detector":{}}"#, 400),
                (.post, faces, #"{"x":1,"y":1,"width":4,"height":4,"again":1}"#, 400),
                (.post, faces, #"{"name":1}"#, 400),
                (.patch, "\(faces)/1", "{}", 422), (.patch, "\(faces)/1", "", 422),
                (.patch, "\(faces)/9", #"{"x":1,"y":1,"width":4,"height":4}"#, 404),
                (.patch, "\(faces)/x", #"{"name":"Ada"}"#, 404),
                (.post, "photos/4711/faces/detect", "{}", 404),
                (.patch, "people/Nobody", #"{"name":"Ada"}"#, 404),
                (.patch, "people/Eva", #"{}"#, 400),
            ] as [(HTTPRequest.Method, String, String, Int)] {
                let answer = try await send(client, method, uri, body)
                #expect(answer.status == status, "\(uri) \(body)")
            }
        }
    }

    @Test("faces are detected at once")
    func detects() async throws {
        try await FilledGallery.with { filled, client in
            let found = try await send(client, .post, "photos/\(filled.plain)/faces/detect")
            #expect(found.status == 200)
            #expect(found.body["isExamined"]?.isTrue == true)
            // The drawn one stays.
            #expect(found.body.page.contains { $0["face"]?.whole == 1 })
        }
    }

    @Test("detections beyond the queue are rejected, and possible when others have ended")
    func limitsDetections() async throws {
        try await FilledGallery.with { filled, _ in
            let server = filled.scene.server
            let turns = server.site.detections
            try await RouterClient.run(server) { client in
                try await withThrowingTaskGroup { group in
                    for _ in 0..<18 { group.addTask { try await turns.begin(for: "test") } }
                    while await turns.held["test", default: 0] < 18 { await Task.yield() }
                    let uri = "/api/v1/photos/\(filled.plain)/faces/detect"
                    let refused = try await client.execute(uri: uri, method: .post)
                    #expect(refused.status == .serviceUnavailable)
                    #expect(refused.headers[.retryAfter] == "2")
                    for _ in 0..<18 { await turns.end(for: "test") }
                    try await group.waitForAll()
                }
                let found = try await send(client, .post, "photos/\(filled.plain)/faces/detect")
                #expect(found.status == 200)
            }
        }
    }

    @Test("the picture of a face is small, and cached while it is current")
    func showsFaces() async throws {
        try await FilledGallery.with { filled, client in
            let (_, page) = try await client.page("/people")
            let address = try #require(
                MarkupReader.tags(page).compactMap { $0["src"] }.first {
                    $0.contains("/photos/\(filled.plain)/faces/1/picture?v=")
                })
            let (status, headers, size) = try await client.execute(uri: address, method: .get) {
                ($0.status, $0.headers, $0.body.readableBytes)
            }
            #expect(status == .ok && headers[.contentType] == "image/jpeg")
            #expect(headers[.cacheControl]?.contains("immutable") == true)
            #expect((500..<20_000).contains(size))
            let other = try await client.execute(uri: address + "0", method: .get) { $0.headers }
            #expect(other[.cacheControl]?.contains("immutable") == false)
            let missing = "/api/v1/photos/\(filled.plain)/faces/7/picture"
            #expect(try await client.get(missing).status == 404)
        }
    }

    @Test("a person is renamed in all photos, as one step")
    func renames() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            try gallery.faces.name(1, of: gallery.photo(id: filled.plain), as: "eva")
            let renamed = try await send(client, .patch, "people/EVA", #"{"name":" Eva  Luna "}"#)
            #expect(renamed.status == 200)
            #expect(renamed.body["photos"]?.whole == 2)
            func names() throws -> [String] {
                try [filled.edited, filled.plain].flatMap {
                    try gallery.photo(id: $0).faces?.compactMap(\.name) ?? []
                }
            }
            #expect(try names() == ["Eva Luna", "Eva Luna"])
            let step = try #require(renamed.body["undo"]?.whole)
            #expect(try await send(client, .post, "undo", "{\"step\":\(step)}").status == 200)
            #expect(try names() == ["Eva", "eva"])
            #expect(try await send(client, .post, "redo", "{}").status == 200)
            #expect(try names() == ["Eva Luna", "Eva Luna"])
        }
    }
}
