import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Debian's nginx and tinyproxy are between the program and the fake Flickr server.
@Suite("gallery search over HTTP/2, through proxies and over IPv6", .timeLimit(.minutes(3)))
struct SearchNetworkTests {
    private func withNginx(
        _ world: FakeWorld, faults: [FaultRule] = [], latencyMilliseconds: Int = 0,
        streams: Int = 128, adding: [String: String] = [:],
        _ body: (FlickrScene, ServerProgram) throws -> Void
    ) async throws {
        try await FakeFlickrServer.with(
            world, latencyMilliseconds: latencyMilliseconds, faults: faults
        ) { flickr async throws in
            let nginx = try ServerProgram.nginx(before: flickr.baseURL, streams: streams)
            defer { nginx.remove() }
            flickr.setPublicURL("https://127.0.0.1:\(nginx.port)")
            let trust = ["CURL_CA_BUNDLE": nginx.certificate]
            let gallery = try GalleryProgram(
                environment: flickr.environment.merging(trust) { $1 }.merging(adding) { $1 })
            defer { gallery.remove() }
            try body(FlickrScene(flickr: flickr, gallery: gallery), nginx)
        }
    }

    /// The protocol and the connection of each of nginx's responses.
    private func answers(
        _ nginx: ServerProgram
    ) throws -> (protocols: Set<String>, connections: Set<String>) {
        try nginx.stop()
        let words = try nginx.lines("access.log").map { $0.split(separator: " ").map(String.init) }
        return (Set(words.map { $0[0] }), Set(words.map { $0[1] }))
    }

    private func expectWhole(_ result: GalleryProgram.Result, photos: Int) throws {
        #expect(result.status == 0, "\(result.errors)")
        let answer = try result.object()
        #expect(answer.number("listed") == photos)
        #expect(answer.number("pictures", "downloaded") == photos)
        #expect(answer["complete"] as? Bool == true)
    }

    @Test("one HTTP/2 connection carries the listing and the requested number of downloads")
    func multiplexing() async throws {
        try await withNginx(FakeWorld(seed: 51, photos: 40), latencyMilliseconds: 60) {
            scene, nginx throws in
            try expectWhole(
                try scene.gallery.run("search", "dogs", "-j", "5", "--format", "json"), photos: 40)
            let pictures = scene.flickr.requests().filter { $0.endpoint == .picture }
            let together = pictures.map(\.concurrent).max() ?? 0
            #expect((2...5).contains(together), "\(together)")
            let (protocols, connections) = try answers(nginx)
            #expect(protocols == ["HTTP/2.0"])
            #expect(connections.count == 1)
        }
    }

    @Test("a server that allows one request at a time per connection gets only one")
    func fewStreams() async throws {
        try await withNginx(
            FakeWorld(seed: 52, photos: 12), latencyMilliseconds: 30, streams: 1
        ) { scene, nginx throws in
            try expectWhole(
                try scene.gallery.run("search", "dogs", "-j", "4", "--format", "json"), photos: 12)
            #expect(scene.flickr.requests().allSatisfy { $0.concurrent <= 4 })
            #expect(try answers(nginx).protocols == ["HTTP/2.0"])
        }
    }

    @Test(
        "a response broken off over HTTP/2 is retried, and a picture is resumed",
        arguments: [
            FakeFault.truncate(afterBytes: 120_000), .reset(afterBytes: 120_000),
            .stallInBody(afterBytes: 120_000),
        ])
    func resume(fault: FakeFault) async throws {
        var world = FakeWorld(seed: 53, photos: 4)
        world.pictureBytes = 400_000
        try await withNginx(
            world, faults: [FaultRule(fault, endpoint: .picture, times: 2)],
            adding: ["GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS": "1"]
        ) { scene, nginx throws in
            try expectWhole(try scene.gallery.run("search", "dogs", "--format", "json"), photos: 4)
            let resumed = scene.flickr.requests().compactMap { $0.headers["range"] }
            #expect(!resumed.isEmpty && !resumed.contains("bytes=0-"))
            #expect(try scene.gallery.strayFiles() == [])
            #expect(try answers(nginx).protocols == ["HTTP/2.0"])
        }
    }

    @Test(
        "statuses with a retry delay are respected over HTTP/2",
        arguments: [
            FakeFault.status(429, retryAfter: "1"), .status(503, retryAfter: nil), .html200,
        ])
    func retries(fault: FakeFault) async throws {
        try await withNginx(
            FakeWorld(seed: 54, photos: 4),
            faults: [
                FaultRule(fault, endpoint: .rest, times: 1),
                FaultRule(fault, endpoint: .picture, times: 1),
            ]
        ) { scene, nginx throws in
            try expectWhole(try scene.gallery.run("search", "dogs", "--format", "json"), photos: 4)
            #expect(scene.flickr.requests().count { $0.fault != nil } == 2)
            #expect(try answers(nginx).protocols == ["HTTP/2.0"])
        }
    }

    @Test("limits and certificates are checked over HTTP/2")
    func bounds() async throws {
        try await withNginx(FakeWorld(seed: 55, photos: 4)) { scene, nginx throws in
            let large = try scene.gallery.run(
                "search", "dogs", adding: ["GALLERY_TRANSPORT_MAXIMUM_ANSWER_BYTES": "1024"])
            #expect(large.status != 0)
            #expect(large.errors.contains("larger than allowed"), "\(large.errors)")
            let wary = try scene.gallery.run("search", "dogs", adding: ["CURL_CA_BUNDLE": ""])
            #expect(wary.status == 69, "\(wary.errors)")
            #expect(wary.errors.contains("CURL_CA_BUNDLE"), "\(wary.errors)")
            #expect(scene.count(.rest) == 1)
        }
    }

    @Test("https uses a tunnel of https_proxy, with HTTP/2 inside, unless no_proxy excludes it")
    func tunnel() async throws {
        let proxy = try ServerProgram.tinyproxy()
        defer { proxy.remove() }
        let variables = ["https_proxy": "http://127.0.0.1:\(proxy.port)"]
        try await withNginx(FakeWorld(seed: 56, photos: 8), adding: variables) {
            scene, nginx throws in
            try expectWhole(
                try scene.gallery.run("search", "dogs", "--format", "json"), photos: 8)
            let direct = try scene.gallery.run("refresh", adding: ["no_proxy": "127.0.0.1"])
            #expect(direct.status == 0, "\(direct.errors)")
            let said = try proxy.stop()
            let tunnels = said.components(separatedBy: "CONNECT 127.0.0.1:\(nginx.port) HTTP").count
            #expect(tunnels - 1 == 1, "\(said)")
            let (protocols, connections) = try answers(nginx)
            #expect(protocols == ["HTTP/2.0"])
            #expect(connections.count == 2)
        }
    }

    @Test("http uses http_proxy, and an unreachable proxy ends with 69")
    func plainProxy() async throws {
        let proxy = try ServerProgram.tinyproxy()
        defer { proxy.remove() }
        let variables = ["http_proxy": "http://127.0.0.1:\(proxy.port)"]
        try await FlickrScene.with(FakeWorld(seed: 57, photos: 4), adding: variables) {
            scene async throws in
            try expectWhole(
                try scene.gallery.run("search", "dogs", "--format", "json"), photos: 4)
            let said = try proxy.stop()
            #expect(said.contains("GET \(scene.flickr.baseURL)/services/rest/"), "\(said)")
            scene.flickr.clearLog()
            let away = try scene.gallery.run(
                "refresh", "dogs", adding: ["GALLERY_TRANSPORT_RETRIES": "0"])
            #expect(away.status == 69, "\(away.errors)")
            #expect(scene.flickr.requests().isEmpty)
        }
    }

    @Test("a server on [::1] works like any other: listing, pictures and redirects")
    func addressOfIPv6() async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 58, photos: 6), host: "::1") {
            flickr async throws in
            #expect(flickr.baseURL.hasPrefix("http://[::1]:"))
            let gallery = try GalleryProgram(environment: flickr.environment)
            defer { gallery.remove() }
            try expectWhole(try gallery.run("search", "dogs", "--format", "json"), photos: 6)
            // A redirect on the same host is followed, one to another host is not.
            flickr.setFaults([FaultRule(.placeholderRedirect, endpoint: .picture)])
            let placeholder = try gallery.run(
                "fetch", "dogs", "--size", "large", "--format", "json")
            #expect(
                try placeholder.object().number("pictures", "unavailable") == 6,
                "\(placeholder.errors)")
            flickr.setFaults([FaultRule(.redirect(to: "http://[::2]/x.jpg"), endpoint: .picture)])
            let foreign = try gallery.run("fetch", "dogs/1", "--size", "large")
            #expect(foreign.status == 1)
            #expect(foreign.errors.contains("[::2]"), "\(foreign.errors)")
        }
    }
}
