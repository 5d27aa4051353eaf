@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import ServiceLifecycle
import Synchronization

/// The response to a request of a test, with its whole body.
struct TestResponse: Sendable {
    let head: HTTPResponse
    let body: ByteBuffer

    var status: HTTPResponse.Status { head.status }
    var headers: HTTPFields { head.headerFields }
}

/// Sends requests to a server's responder, without a connection.
///
/// Hummingbird's own test client does the same, but takes a minute to build, as it brings an HTTP
/// client and a TLS library.
struct RouterClient: Sendable {
    private let responder: SiteResponder
    private let logger: Logger

    /// Runs a server's services, but no listener, while `body` sends requests.
    static func run(
        _ server: GalleryServer, _ body: @Sendable (RouterClient) async throws -> Void
    ) async throws {
        let application = server.application()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: application.services + [StartService(start: start)],
                logger: application.logger))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await services.run() }
            for await _ in starts {}
            do {
                try await body(
                    RouterClient(responder: application.responder, logger: application.logger))
            } catch {
                await services.triggerGracefulShutdown()
                throw error
            }
            await services.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Sends a request and passes the response to a closure, which by default returns it.
    @discardableResult
    func execute<Value>(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:],
        body: ByteBuffer? = nil,
        testCallback: (TestResponse) async throws -> Value = { $0 }
    ) async throws -> Value {
        var fields = headers
        if let body { fields[.contentLength] = String(body.readableBytes) }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: uri,
            headerFields: fields)
        let context = SiteContext(
            source: ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(), logger: logger))
        let response = await responder.respond(
            to: Request(head: head, body: RouterClient.chunks(of: body)), context: context)
        let recorder = BodyRecorder()
        try await response.body.write(recorder)
        return try await testCallback(TestResponse(head: response.head, body: recorder.bytes))
    }

    /// A request's body in several parts, as it comes from a connection.
    private static func chunks(of body: ByteBuffer?) -> RequestBody {
        var rest = body ?? ByteBuffer()
        let (chunks, source) = AsyncStream<ByteBuffer>.makeStream()
        while let chunk = rest.readSlice(length: min(32 << 10, rest.readableBytes)),
            chunk.readableBytes > 0
        {
            source.yield(chunk)
        }
        source.finish()
        return RequestBody(asyncSequence: chunks)
    }
}

/// Reports that the services before it have started.
private struct StartService: Service {
    let start: AsyncStream<Void>.Continuation

    func run() async throws {
        start.finish()
        try? await gracefulShutdown()
    }
}

/// Collects the body of a response.
private final class BodyRecorder: ResponseBodyWriter {
    private let collected = Mutex(ByteBuffer())

    var bytes: ByteBuffer { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        collected.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailers: HTTPFields?) async throws {}
}
