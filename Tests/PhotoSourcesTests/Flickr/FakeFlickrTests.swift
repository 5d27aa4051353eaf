import Basics
import FakeFlickr
import Foundation
import GalleryModel
import Glibc
import Testing
import Transport

@testable import PhotoSources

/// Runs the client over real HTTP against the fake Flickr server.
@Suite("The Flickr client and the fake server")
struct FakeFlickrTests {
    private static func client(_ flickr: FakeFlickrServer, _ transport: HTTPTransport)
        -> FlickrClient
    {
        var settings = FlickrSettings()
        settings.apiKey = flickr.apiKey
        settings.endpoint = flickr.baseURL + "/services/rest/"
        settings.feedEndpoint = flickr.baseURL + "/services/feeds/photos_public.gne"
        settings.photoEndpoint = flickr.baseURL
        let requests = SourceRequests(
            limits: TransferLimits(), integrity: { try wholePicture($0, $1, $2) }
        ) { request, willAttempt, check in
            try await transport.response(for: request, willAttempt: willAttempt, check: check)
        }
        return FlickrClient(settings: settings, requests: requests, reserveQuery: {})
    }

    /// Accepts a file as complete if it starts and ends like a JPEG or PNG, or starts like a GIF.
    private static func wholePicture(
        _ path: BytePath, _ digest: FileDigest, _ byteCount: Int64
    ) throws -> PictureFile {
        func file(_ type: String) -> PictureFile {
            PictureFile(
                digest: digest, byteCount: byteCount, fileType: type, fileExtension: "",
                width: nil, height: nil)
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string ?? "")))
        if bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] {
            return file("JPEG")
        }
        if bytes.starts(with: [0x89, 0x50]), bytes.suffix(8).prefix(4) == Array("IEND".utf8)[...] {
            return file("PNG")
        }
        if bytes.starts(with: Array("GIF8".utf8)) { return file("GIF") }
        throw ScriptedFlickr.NotWhole()
    }

    private static func with<Result>(
        _ world: FakeWorld, faults: [FaultRule] = [],
        _ body: (FakeFlickrServer, FlickrClient) async throws -> Result
    ) async throws -> Result {
        try await FakeFlickrServer.with(world, faults: faults) { flickr in
            var configuration = TransportConfiguration()
            configuration.limits.retries = 2
            configuration.retryBaseSeconds = 0.01
            configuration.environment = [:]
            let transport = HTTPTransport(configuration: configuration)
            let result = try await body(flickr, client(flickr, transport))
            await transport.close()
            return result
        }
    }

    @Test(
        "a search lists every photo once, regardless of page faults",
        arguments: [
            [], [FaultRule(.duplicatePages)], [FaultRule(.shiftedPages(insert: 2, remove: 0))],
            [FaultRule(.shiftedPages(insert: 0, remove: 2))], [FaultRule(.emptyPage(2), times: 1)],
            [FaultRule(.shortPages(7))], [FaultRule(.emptyTotal)],
            [FaultRule(.invalidJSON, times: 1)],
            [FaultRule(.html200, times: 1)], [FaultRule(.status(503, retryAfter: nil), times: 1)],
            [FaultRule(.failCode(105, "Service currently unavailable"), after: 1, times: 1)],
        ])
    func pages(faults: [FaultRule]) async throws {
        let world = FakeWorld(seed: 3, photos: 1_300)
        try await Self.with(world, faults: faults) { _, client in
            let delivered = DeliveredPhotos()
            let query = FlickrQuery(term: "dogs", limit: nil)
            let listing = try await client.list(query) { delivered.take($0) }
            #expect(Set(delivered.ids).count == delivered.ids.count)
            #expect(Set(delivered.ids) == Set(world.found("dogs").map(\.id)))
            #expect(listing.failure == nil && listing.listed == 1_300)
        }
    }

    @Test("all of 9,000 photos are listed beyond the limit of 4,000, also if counts are estimates")
    func cap() async throws {
        var world = FakeWorld(seed: 4, photos: 9_000)
        world.totalNoise = 15
        try await Self.with(world) { _, client in
            let delivered = DeliveredPhotos()
            _ = try await client.list(FlickrQuery(term: "dogs", limit: nil)) { delivered.take($0) }
            #expect(delivered.ids.count == 9_000 && Set(delivered.ids).count == 9_000)
        }
    }

    @Test(
        "drifting totals cost few requests: at most 1.5 per page plus ten",
        arguments: [0, 2, 10, 30, 50])
    func driftingTotals(percent: Int) async throws {
        var world = FakeWorld(seed: 9, photos: 12_000)
        world.totalNoise = percent
        try await Self.with(world) { flickr, client in
            let delivered = DeliveredPhotos()
            let listing = try await client.list(FlickrQuery(term: "dogs", limit: nil)) {
                delivered.take($0)
            }
            #expect(delivered.ids.count == 12_000 && Set(delivered.ids).count == 12_000)
            #expect(client.requests.sent.api <= 12_000 / 500 * 3 / 2 + 10)
            #expect(client.requests.sent.api == flickr.requests().count)
            #expect(listing.isComplete)
        }
    }

    @Test("details match the served world")
    func details() async throws {
        let world = FakeWorld(seed: 5, photos: 200)
        try await Self.with(world) { _, client in
            let delivered = DeliveredPhotos()
            _ = try await client.list(FlickrQuery(term: "dogs", limit: nil)) { delivered.take($0) }
            for photo in delivered.all {
                let truth = try #require(world[photo.originID])
                #expect((photo.title ?? "") == truth.title)
                #expect((photo.caption ?? "") == truth.description)
            }
        }
    }

    @Test("pictures of every existing size are fetched completely")
    func pictures() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await Self.with(FakeWorld(seed: 6, photos: 20)) { flickr, client in
            let delivered = DeliveredPhotos()
            _ = try await client.list(FlickrQuery(term: "dogs", limit: 20)) { delivered.take($0) }
            var count = 0
            for photo in delivered.all {
                for size in PictureSize.allCases {
                    guard let source = client.picture(of: photo, size: size) else {
                        continue
                    }
                    let part = BytePath(folder.path).appending("\(photo.originID)-\(size).part")
                    guard case .downloaded = try await client.download(source, to: part) else {
                        Issue.record("no picture at \(source.url)")
                        continue
                    }
                    count += 1
                }
            }
            #expect(count >= 60)
            // A placeholder, a wrong type and a truncated file.
            let source = try #require(
                delivered.all.lazy.compactMap { client.picture(of: $0, size: .medium) }
                    .first)
            let part = BytePath(folder.path).appending("faulty.part")
            flickr.setFaults([FaultRule(.placeholderRedirect, endpoint: .picture)])
            let placeholder = try await client.download(source, to: part)
            guard case .unavailable = placeholder else {
                Issue.record("a placeholder was taken for \(placeholder)")
                return
            }
            for fault in [FakeFault.wrongType(.html), .missingEnd, .html200] {
                flickr.setFaults([FaultRule(fault, endpoint: .picture)])
                await #expect(throws: PictureError.self) {
                    try await client.download(source, to: part)
                }
                flickr.setFaults([FaultRule(fault, endpoint: .picture, times: 1)])
                guard case .downloaded = try await client.download(source, to: part) else {
                    Issue.record("\(fault) was not got over")
                    continue
                }
                _ = part.withCString { unlink($0) }
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.count == count && !left.contains { $0.hasSuffix(".meta") })
        }
    }

    @Test("the keyless feed lists the newest 20")
    func feed() async throws {
        try await Self.with(FakeWorld(seed: 7, photos: 60)) { _, client in
            let delivered = DeliveredPhotos()
            let listing = try await client.feed(FlickrQuery(term: "dogs")) { delivered.take($0) }
            #expect(listing.listed == 20 && listing.failure == nil)
            #expect(
                delivered.all.allSatisfy {
                    $0.secret != nil && $0.tags.contains("dogs")
                })
        }
    }
}
