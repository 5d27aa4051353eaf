import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server on the loopback interface that speaks Flickr's API, feed and picture host.
///
/// ```swift
/// let flickr = try await FakeFlickrServer.start(world: FakeWorld(seed: 1, photos: 120))
/// // … run a program with `flickr.environment` …
/// #expect(flickr.requests().count { $0.endpoint == .rest } == 1)
/// try await flickr.stop()
/// ```
package final class FakeFlickrServer: Sendable {
    /// A key that every fake server accepts which was not given keys of its own.
    package static let defaultAPIKey = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e"

    /// Where it listens: `http://127.0.0.1:PORT`, without a slash at the end.
    package let baseURL: String
    /// The key that `environment` hands out.
    package let apiKey: String

    private let state: FakeState
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let origin: Origin
    private let isStopped = Mutex(false)

    private init(
        state: FakeState, group: MultiThreadedEventLoopGroup, channel: any Channel,
        origin: Origin, apiKey: String
    ) {
        self.state = state
        self.group = group
        self.channel = channel
        baseURL = origin.url
        self.origin = origin
        self.apiKey = apiKey
    }

    deinit {
        // A test that threw before `stop()` must not leave threads behind.
        if !isStopped.withLock({ $0 }) { group.shutdownGracefully { _ in } }
    }

    /// Starts a fake server.
    ///
    /// - Parameters:
    ///   - world: What it knows.
    ///   - host: The address to listen on: `127.0.0.1` or `::1`.
    ///   - port: The port to listen on; 0 takes a free one.
    ///   - latencyMilliseconds: How long it waits before it answers a request.
    ///   - faults: What goes wrong, and when.
    ///   - apiKeys: The keys that are valid; nil for every key of letters and digits.
    ///   - logFile: A file that gets a line of JSON for each request; an old one is replaced.
    /// - Throws: `FakeError` where the log cannot be written; NIO's error where the port is taken.
    package static func start(
        world: FakeWorld, host: String = "127.0.0.1", port: Int = 0,
        latencyMilliseconds: Int = 0,
        faults: [FaultRule] = [], apiKeys: Set<String>? = nil, logFile: String? = nil
    ) async throws -> FakeFlickrServer {
        let state = try FakeState(world: world, faults: faults, logFile: logFile)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        do {
            // Answers hold the address, which for port 0 is known only once the socket is bound.
            let origin = Origin()
            let name = host.contains(":") ? "[\(host)]" : host
            origin.url = "http://\(name):\(port)"
            let channel = try await ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 1024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let responder = FakeResponder(
                            baseURL: origin.url, apiKeys: apiKeys, state: state)
                        try channel.pipeline.syncOperations.addHandlers([
                            ByteToMessageHandler(
                                HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)),
                            ConnectionHandler(
                                state: state, responder: responder,
                                latencyMilliseconds: latencyMilliseconds),
                        ])
                    }
                }
                .bind(host: host, port: port).get()
            guard let port = channel.localAddress?.port else { throw FakeError.noAddress }
            origin.url = "http://\(name):\(port)"
            return FakeFlickrServer(
                state: state, group: group, channel: channel, origin: origin,
                apiKey: apiKeys?.min() ?? defaultAPIKey)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// Starts a fake server, runs `body` and stops it, also when `body` throws.
    package static func with<Result>(
        _ world: FakeWorld, host: String = "127.0.0.1", latencyMilliseconds: Int = 0,
        faults: [FaultRule] = [],
        apiKeys: Set<String>? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: (FakeFlickrServer) async throws -> Result
    ) async throws -> Result {
        let fakeFlickr = try await start(
            world: world, host: host, latencyMilliseconds: latencyMilliseconds, faults: faults,
            apiKeys: apiKeys)
        do {
            let result = try await body(fakeFlickr)
            try await fakeFlickr.stop()
            return result
        } catch {
            try? await fakeFlickr.stop()
            throw error
        }
    }

    /// The environment that sends `gallery` here instead of to Flickr.
    package var environment: [String: String] {
        [
            "GALLERY_FLICKR_API_KEY": apiKey,
            "GALLERY_FLICKR_ENDPOINT": "\(origin.url)/services/rest/",
            "GALLERY_FLICKR_FEED_ENDPOINT": "\(origin.url)/services/feeds/photos_public.gne",
            "GALLERY_FLICKR_PHOTO_ENDPOINT": origin.url,
        ]
    }

    /// Makes answers and `environment` name another address, such as that of a server before this one.
    package func setPublicURL(_ url: String) { origin.url = url }

    /// The world as it is now.
    package var world: FakeWorld { state.index.world }

    /// The requests since the start or since `clearLog()`, in the order of their answers.
    package func requests() -> [LoggedRequest] { state.log }

    /// Forgets the requests so far; numbers go on counting.
    package func clearLog() { state.clearLog() }

    /// Replaces the faults; the new rules have matched nothing yet.
    package func setFaults(_ rules: [FaultRule]) { state.setFaults(rules) }

    /// Changes the world while the server runs; requests see it before or after, never between.
    package func edit(_ body: (inout FakeWorld) -> Void) { state.edit(body) }

    /// Stops listening, closes all connections and ends the threads.
    ///
    /// - Throws: NIO's error where the shutdown fails.
    package func stop() async throws {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        if wasStopped { return }
        try? await channel.close()
        try await group.shutdownGracefully()
    }
}

/// The server's own address, known only once it listens.
private final class Origin: Sendable {
    private let value = Mutex("")

    var url: String {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
