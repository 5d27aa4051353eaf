import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server on the loopback interface with Flickr's API, feed and picture host.
///
/// ```swift
/// let flickr = try await FakeFlickrServer.start(world: FakeWorld(seed: 1, photos: 120))
/// // … run a program with `flickr.environment` …
/// #expect(flickr.requests().count { $0.endpoint == .rest } == 1)
/// try await flickr.stop()
/// ```
package final class FakeFlickrServer: Sendable {
    /// The key accepted by every fake server without its own keys.
    package static let defaultAPIKey = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e"

    /// The base URL: `http://127.0.0.1:PORT`, without a trailing slash.
    package let baseURL: String
    /// The key in `environment`.
    package let apiKey: String

    private let state: FakeState
    private let channels: OpenChannels
    private let origin: Origin

    private init(state: FakeState, channels: OpenChannels, origin: Origin, apiKey: String) {
        self.state = state
        self.channels = channels
        baseURL = origin.url
        self.origin = origin
        self.apiKey = apiKey
    }

    deinit {
        // A test that threw before `stop()` must not leave a listening port.
        channels.close()
    }

    /// Starts a fake server.
    ///
    /// - Parameters:
    ///   - world: the photos and behavior of the server
    ///   - host: the address to listen on: `127.0.0.1` or `::1`
    ///   - port: the port to listen on; 0 chooses a free one
    ///   - latencyMilliseconds: the delay before each response
    ///   - faults: the faults and the requests that they apply to
    ///   - apiKeys: the valid keys; nil for every key of letters and digits
    ///   - logFile: a file with one line of JSON per request; an old one is replaced
    /// - Throws: `FakeError` if the log cannot be written; NIO's error if the port is in use.
    package static func start(
        world: FakeWorld, host: String = "127.0.0.1", port: Int = 0,
        latencyMilliseconds: Int = 0,
        faults: [FaultRule] = [], apiKeys: Set<String>? = nil, logFile: String? = nil
    ) async throws -> FakeFlickrServer {
        let state = try FakeState(world: world, faults: faults, logFile: logFile)
        let channels = OpenChannels()
        // Responses contain the address, which for port 0 is known only after binding the socket.
        let origin = Origin()
        let name = host.contains(":") ? "[\(host)]" : host
        origin.url = "http://\(name):\(port)"
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
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
                    channels.insert(channel)
                }
            }
            .bind(host: host, port: port).get()
        channels.insert(listener)
        guard let port = listener.localAddress?.port else {
            channels.close()
            throw FakeError.noAddress
        }
        origin.url = "http://\(name):\(port)"
        return FakeFlickrServer(
            state: state, channels: channels, origin: origin,
            apiKey: apiKeys?.min() ?? defaultAPIKey)
    }

    /// Starts a fake server, runs `body` and stops it, also if `body` throws.
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

    /// The environment that directs `gallery` to this server instead of Flickr.
    package var environment: [String: String] {
        [
            "GALLERY_FLICKR_API_KEY": apiKey,
            "GALLERY_FLICKR_ENDPOINT": "\(origin.url)/services/rest/",
            "GALLERY_FLICKR_FEED_ENDPOINT": "\(origin.url)/services/feeds/photos_public.gne",
            "GALLERY_FLICKR_PHOTO_ENDPOINT": origin.url,
        ]
    }

    /// Uses another address in responses and `environment`, such as that of a proxy.
    package func setPublicURL(_ url: String) { origin.url = url }

    /// The current world.
    package var world: FakeWorld { state.index.world }

    /// The requests since the start or since `clearLog()`, in the order of their responses.
    package func requests() -> [LoggedRequest] { state.log }

    /// Clears the log of requests; numbering continues.
    package func clearLog() { state.clearLog() }

    /// Replaces the faults; the counts of the new rules start at 0.
    package func setFaults(_ rules: [FaultRule]) { state.setFaults(rules) }

    /// Changes the world while the server runs; each request sees the world before or after the
    /// change.
    package func edit(_ body: (inout FakeWorld) -> Void) { state.edit(body) }

    /// Stops listening and closes all connections.
    ///
    /// - Throws: NIO's error if one cannot be closed.
    package func stop() async throws {
        for closed in channels.close() { try await closed.get() }
    }
}

/// The server's listening channel and connections, on event loops shared by all servers.
private final class OpenChannels: Sendable {
    private struct State {
        var isClosed = false
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())

    /// Adds a channel until it is closed; closes it if the server has stopped.
    func insert(_ channel: any Channel) {
        let identifier = ObjectIdentifier(channel)
        let isClosed = state.withLock { state in
            state.channels[identifier] = channel
            return state.isClosed
        }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { $0.channels[identifier] = nil }
        }
        if isClosed { channel.close(promise: nil) }
    }

    /// Closes all channels; returns the close futures of those that were open.
    @discardableResult
    func close() -> [EventLoopFuture<Void>] {
        let channels = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
        return channels.map(\.closeFuture)
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
