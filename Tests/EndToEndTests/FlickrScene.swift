import FakeFlickr
import Foundation
import TestSupport

/// A fake Flickr server and a `gallery` that connects to it.
struct FlickrScene {
    let flickr: FakeFlickrServer
    var gallery: GalleryProgram

    /// Starts a fake server, runs `body` and removes both.
    static func with(
        _ world: FakeWorld, faults: [FaultRule] = [], latencyMilliseconds: Int = 0,
        adding: [String: String] = [:], _ body: (FlickrScene) async throws -> Void
    ) async throws {
        try await FakeFlickrServer.with(
            world, latencyMilliseconds: latencyMilliseconds, faults: faults
        ) { flickr async throws in
            let gallery = try GalleryProgram(
                environment: flickr.environment.merging(adding) { $1 })
            defer { gallery.remove() }
            try await body(FlickrScene(flickr: flickr, gallery: gallery))
        }
    }

    /// The ids of a section's photos, in order.
    func ids(_ section: String) throws -> [String] {
        try gallery.run("export", section, "--format", "jsonl").lines()
            .compactMap { $0["OriginID"] as? String }
    }

    /// The section of the only search.
    func onlySection() throws -> String {
        try gallery.run("sections", "--format", "jsonl").lines()
            .compactMap { $0["section"] as? String }.last { $0 != "camera" } ?? ""
    }

    /// The number of requests to an endpoint.
    func count(_ endpoint: FakeEndpoint) -> Int {
        flickr.requests().count { $0.endpoint == endpoint }
    }
}

extension [String: Any] {
    /// The number under a name, or under a name within an object.
    func number(_ path: String...) -> Int? {
        var value: Any? = self
        for name in path { value = (value as? [String: Any])?[name] }
        return (value as? NSNumber)?.intValue
    }
}
