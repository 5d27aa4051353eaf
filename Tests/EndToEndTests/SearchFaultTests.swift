import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Each fault affects the first requests; the search must still return the same photos and
/// pictures.
@Suite("gallery search with faults")
struct SearchFaultTests {
    private static let impatient = [
        "GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS": "1",
        "GALLERY_TRANSPORT_CONNECT_TIMEOUT_SECONDS": "2",
    ]

    private func expectWhole(
        _ rule: FaultRule, photos: Int = 12, status: Int32 = 0,
        checks: (FlickrScene, GalleryProgram.Result) throws -> Void = { _, _ in }
    ) async throws {
        let world = FakeWorld(seed: 21, photos: photos)
        try await FlickrScene.with(world, faults: [rule], adding: Self.impatient) {
            scene async throws in
            let result = try scene.gallery.run("search", "dogs", "--format", "json")
            #expect(result.status == status, "\(result.errors)")
            #expect(Set(try scene.ids("dogs")) == Set(world.found("dogs").map(\.id)))
            #expect(
                scene.flickr.requests().contains { $0.fault != nil }, "the fault never happened")
            #expect(try scene.gallery.strayFiles() == [])
            #expect(try scene.gallery.integrity() == "ok")
            if status == 0 { #expect(try result.object().number("pictures", "failed") == 0) }
            try checks(scene, result)
        }
    }

    @Test(
        "a stall before the headers is abandoned and retried",
        arguments: [
            FakeEndpoint.rest, .picture,
        ])
    func stallBeforeHeaders(endpoint: FakeEndpoint) async throws {
        try await expectWhole(FaultRule(.stallBeforeHeaders, endpoint: endpoint, times: 1))
    }

    @Test(
        "a stall in the body is abandoned and retried",
        arguments: [
            FakeEndpoint.rest, .picture,
        ])
    func stallInBody(endpoint: FakeEndpoint) async throws {
        try await expectWhole(
            FaultRule(.stallInBody(afterBytes: 200), endpoint: endpoint, times: 1))
    }

    @Test("a reset connection is retried", arguments: [FakeEndpoint.rest, .picture])
    func reset(endpoint: FakeEndpoint) async throws {
        try await expectWhole(FaultRule(.reset(afterBytes: 150), endpoint: endpoint, times: 2))
    }

    @Test(
        "a truncated response is retried, and a picture is resumed",
        arguments: [
            FakeEndpoint.rest, .picture,
        ])
    func truncation(endpoint: FakeEndpoint) async throws {
        try await expectWhole(FaultRule(.truncate(afterBytes: 300), endpoint: endpoint, times: 1)) {
            scene, _ throws in
            guard endpoint == .picture else { return }
            #expect(
                scene.flickr.requests().contains { $0.headers["range"] == "bytes=300-" },
                "nothing was resumed")
        }
    }

    @Test("429 with Retry-After is waited for", arguments: [FakeEndpoint.rest, .picture])
    func rateLimit(endpoint: FakeEndpoint) async throws {
        try await expectWhole(
            FaultRule(.status(429, retryAfter: "1"), endpoint: endpoint, times: 1)
        ) { scene, _ throws in
            let times = scene.flickr.requests().filter { $0.endpoint == endpoint }
            let limited = try #require(times.first { $0.status == 429 })
            // Requests already sent before the response do not count.
            let later = times.map(\.time).filter { $0 > limited.time + 0.1 }.min()
            #expect(try #require(later) - limited.time >= 0.9)
        }
    }

    @Test("429 with a delay over the limit ends with 75 at once")
    func longRateLimit() async throws {
        let world = FakeWorld(seed: 21, photos: 3)
        let rule = FaultRule(.status(429, retryAfter: "86400"), endpoint: .rest)
        try await FlickrScene.with(world, faults: [rule]) { scene async throws in
            let result = try scene.gallery.run("search", "dogs")
            #expect(result.status == 75, "\(result.errors)")
            #expect(scene.count(.rest) == 1)
        }
    }

    @Test("503 is retried", arguments: [FakeEndpoint.rest, .picture])
    func unavailable(endpoint: FakeEndpoint) async throws {
        try await expectWhole(
            FaultRule(.status(503, retryAfter: nil), endpoint: endpoint, times: 2))
    }

    @Test("repeated 503 ends with 69 and keeps stored photos")
    func unavailableForEver() async throws {
        try await FlickrScene.with(
            FakeWorld(seed: 21, photos: 5), adding: ["GALLERY_TRANSPORT_RETRIES": "1"]
        ) { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            scene.flickr.setFaults([FaultRule(.status(503, retryAfter: nil))])
            let result = try scene.gallery.run("refresh", "dogs")
            #expect(result.status == 69, "\(result.errors)")
            #expect(result.errors.contains("503"))
            #expect(try scene.ids("dogs").count == 5)
        }
    }

    @Test(
        "HTML with status 200 is not accepted as a response",
        arguments: [
            FakeEndpoint.rest, .picture,
        ])
    func html(endpoint: FakeEndpoint) async throws {
        try await expectWhole(FaultRule(.html200, endpoint: endpoint, times: 1))
    }

    @Test("invalid JSON is requested again, and repeated it ends with 69")
    func invalidJSON() async throws {
        try await expectWhole(FaultRule(.invalidJSON, endpoint: .rest, times: 1))
        let rule = FaultRule(.invalidJSON, endpoint: .rest)
        try await FlickrScene.with(
            FakeWorld(seed: 21, photos: 3), faults: [rule],
            adding: ["GALLERY_TRANSPORT_RETRIES": "1"]
        ) { scene async throws in
            let result = try scene.gallery.run("search", "dogs")
            #expect(result.status == 69, "\(result.errors)")
        }
    }

    @Test("a placeholder is not stored as a picture, and the photo stays")
    func placeholder() async throws {
        try await expectWhole(
            FaultRule(.placeholderRedirect, endpoint: .picture, times: 1)
        ) { scene, result throws in
            #expect(try result.object().number("pictures", "unavailable") ?? 0 >= 1)
            let gifs = try scene.gallery.storedFiles().filter { $0.hasSuffix(".gif") }
            #expect(gifs == [])
        }
    }

    @Test(
        "pages that repeat, shift, are short or empty lose and double nothing",
        arguments: [
            FakeFault.duplicatePages, .shiftedPages(insert: 3, remove: 0),
            .shiftedPages(insert: 0, remove: 3), .emptyPage(2), .shortPages(7), .emptyTotal,
        ])
    func pages(fault: FakeFault) async throws {
        let world = FakeWorld(seed: 22, photos: 1_300)
        // A page that is empty in every pass cannot be fetched.
        let rule = FaultRule(fault, endpoint: .rest, times: fault == .emptyPage(2) ? 2 : 3)
        try await FlickrScene.with(world, faults: [rule]) { scene async throws in
            let result = try scene.gallery.run("search", "dogs", "--all", "--size", "none")
            #expect(result.status == 0, "\(result.errors)")
            let ids = try scene.ids("dogs")
            #expect(ids.count == Set(ids).count)
            #expect(Set(ids) == Set(world.found("dogs").map(\.id)))
            #expect(scene.count(.rest) < 20)
        }
    }

    @Test("a truncated picture is retried, then reported as a failed picture with status 1")
    func missingEnd() async throws {
        try await expectWhole(FaultRule(.missingEnd, endpoint: .picture, times: 1))
        let world = FakeWorld(seed: 21, photos: 3)
        try await FlickrScene.with(
            world, faults: [FaultRule(.missingEnd, endpoint: .picture)],
            adding: ["GALLERY_TRANSPORT_RETRIES": "1"]
        ) { scene async throws in
            let result = try scene.gallery.run("search", "dogs")
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("gallery problems"))
            #expect(try scene.gallery.storedFiles() == [])
            #expect(try scene.gallery.strayFiles() == [])
            let problems = try scene.gallery.run("problems", "--format", "jsonl").lines()
            #expect(!problems.isEmpty)
            scene.flickr.setFaults([])
            #expect(try scene.gallery.run("search", "dogs").status == 0)
            #expect(try scene.gallery.run("problems", "--format", "jsonl").lines().isEmpty)
        }
    }
}
