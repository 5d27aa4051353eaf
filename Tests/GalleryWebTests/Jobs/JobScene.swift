import Basics
import FakeFlickr
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

/// A server that uses a fake Flickr.
struct JobScene: Sendable {
    let scene: WebScene
    let server: GalleryServer
    let flickr: FakeFlickrServer
    let client: RouterClient

    /// Runs a test on a server, then removes its gallery.
    static func with(
        photos: Int = 6, options: ServerOptions = ServerOptions(),
        environment: [String: String] = [:],
        _ body: @Sendable @escaping (JobScene) async throws -> Void
    ) async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 7, photos: photos)) { flickr in
            // Stalled requests wait until they are stopped.
            let patient = ["GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS": "3600"]
            let settings = try GallerySettings.load(
                environment: flickr.environment.merging(patient) { $1 }.merging(environment) { $1 })
            let scene = try WebScene(options, settings: settings)
            let server = scene.server
            try await RouterClient.run(server) { client in
                try await body(
                    JobScene(scene: scene, server: server, flickr: flickr, client: client))
            }
        }
    }

    /// Sends a request and returns the response.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ uri: String, _ body: String? = nil
    ) async throws -> (status: Int, headers: HTTPFields, body: JSONValue) {
        try await client.execute(
            uri: "/api/v1/\(uri)", method: method,
            headers: body == nil ? [:] : [.contentType: "application/json"],
            body: body.map { ByteBuffer(string: $0) }
        ) { answer in
            let bytes = Array(answer.body.readableBytesView)
            return (
                answer.status.code, answer.headers,
                bytes.isEmpty ? .null : try JSONValue(bytes, depth: 64)
            )
        }
    }

    /// Starts a job and returns its id.
    func start(_ uri: String, _ body: String) async throws -> Int64 {
        let answer = try await send(.post, uri, body)
        #expect(answer.status == 202)
        let id = Int64(try #require(answer.body["id"]?.double))
        #expect(answer.headers[.location] == "/api/v1/jobs/\(id)")
        return id
    }

    /// Waits until a job meets a condition and returns it.
    func job(
        _ id: Int64, once isSo: (GalleryJob) -> Bool = { $0.state.isOver }
    ) async throws -> GalleryJob {
        let listener = try server.site.changes.listen(after: nil)
        var wakes = listener.wakes.makeAsyncIterator()
        while true {
            let job = try await server.site.jobs.job(id)
            if isSo(job) { return job }
            try #require(await wakes.next() != nil)
        }
    }

    /// Makes every picture stall, starts a search, and waits for the first stalled picture.
    func stalledSearch() async throws -> Int64 {
        flickr.setFaults([FaultRule(.stallBeforeHeaders, endpoint: .picture)])
        let id = try await start("search", #"{"term":"dogs"}"#)
        while !flickr.requests().contains(where: { $0.fault != nil }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        return id
    }
}
