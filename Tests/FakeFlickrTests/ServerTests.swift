import FakeFlickr
import Foundation
import Testing

@Suite("The fake server")
struct ServerTests {
    @Test("the log has requests and responses in order, in memory and in the file")
    func log() async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "fake-flickr-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let fakeFlickr = try await FakeFlickrServer.start(
            world: FakeWorld(seed: 1, photos: 5), logFile: file.path)
        let client = RawClient(fakeFlickr)
        _ = try await client.search(["text": "犬 & \"dogs\" 100%"])
        let photo = fakeFlickr.world.photos[0]
        let picture = try await client.send(
            photo.picturePath(PictureVariant.small),
            headers: ["Range": "bytes=5-9", "User-Agent": "test/1"])
        let log = fakeFlickr.requests()
        try await fakeFlickr.stop()
        #expect(log.map(\.sequence) == [1, 2] && log.map(\.connection) == [1, 2])
        #expect(log[0].endpoint == .rest && log[0].query["text"] == "犬 & \"dogs\" 100%")
        #expect(log[1].endpoint == .picture && log[1].status == 206 && log[1].bytes == 5)
        #expect(log[1].headers == ["range": "bytes=5-9", "user-agent": "test/1"])
        #expect(picture.body.count == 5)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let read = try lines.map {
            try JSONDecoder().decode(LoggedRequest.self, from: Data($0.utf8))
        }
        #expect(read == log)
    }

    @Test("a form is read like a query, and without nojsoncallback JSON is a call")
    func forms() async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 1, photos: 5)) { fakeFlickr in
            let answer = try await RawClient(fakeFlickr).send(
                "/services/rest/", method: "POST",
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: "method=flickr.photos.search&text=my+dogs&format=json&api_key=a1")
            #expect(answer.text.hasPrefix("jsonFlickrApi({\"photos\":{\"page\":1, "))
            #expect(fakeFlickr.requests().first?.query["text"] == "my dogs")
        }
    }

    @Test("XML responses contain the same photos, with the text escaped twice")
    func xml() async throws {
        let world = FakeWorld(seed: 1, photos: 24)
        try await FakeFlickrServer.with(world) { fakeFlickr in
            let answer = try await RawClient(fakeFlickr).send(
                "/services/rest/?method=flickr.photos.search&text=dogs&api_key=a1")
            #expect(answer.text.contains("<rsp stat=\"ok\">"))
            for photo in world.found("dogs") { #expect(answer.text.contains("id=\"\(photo.id)\"")) }
            #expect(answer.text.contains("title=\"Tom &amp;amp; Jerry's dogs\""))
        }
    }

    @Test("a connection serves many requests, and many connections are served at once")
    func connections() async throws {
        try await FakeFlickrServer.with(
            FakeWorld(seed: 1, photos: 40), latencyMilliseconds: 50
        ) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let paths = fakeFlickr.world.photos.map { $0.picturePath(PictureVariant.small) }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for path in paths { group.addTask { try await client.send(path).status } }
                for try await status in group { #expect(status == 200) }
            }
            let log = fakeFlickr.requests()
            #expect(log.count == paths.count)
            #expect((log.map(\.concurrent).max() ?? 0) > 1)
            fakeFlickr.clearLog()
            let piped = try await client.send(
                paths[0] + " HTTP/1.1\r\nHost: a\r\n\r\nGET " + paths[1], readsPastEnd: true,
                quiet: 500)
            #expect(piped.text.components(separatedBy: "HTTP/1.1 200 OK").count == 2)
            #expect(fakeFlickr.requests().map(\.path) == Array(paths.prefix(2)))
            #expect(Set(fakeFlickr.requests().map(\.connection)).count == 1)
        }
    }

    @Test("the environment has the four settings that direct gallery to the server")
    func environment() async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 1, photos: 1)) { fakeFlickr in
            let base = fakeFlickr.baseURL
            #expect(base.hasPrefix("http://127.0.0.1:"))
            #expect(
                fakeFlickr.environment == [
                    "GALLERY_FLICKR_API_KEY": FakeFlickrServer.defaultAPIKey,
                    "GALLERY_FLICKR_ENDPOINT": base + "/services/rest/",
                    "GALLERY_FLICKR_FEED_ENDPOINT": base + "/services/feeds/photos_public.gne",
                    "GALLERY_FLICKR_PHOTO_ENDPOINT": base,
                ])
        }
    }
}
