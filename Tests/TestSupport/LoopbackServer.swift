import NIOCore
import NIOPosix
import Synchronization

/// A scripted HTTP/1.1 server on the loopback interface that sends bytes, so that it can do what a
/// correct server never does: reset, stall, cut off, and declare wrong lengths.
///
/// A closure returns the steps for each request. Requests of one connection are answered in order.
package final class LoopbackServer: Sendable {
    /// Answers a request.
    package typealias Script = @Sendable (LoopbackRequest) async -> LoopbackReply

    private struct State {
        var requests: [LoopbackRequest] = []
        var connections = 0
        var open = 0
        var mostOpen = 0
        var channels: [ObjectIdentifier: any Channel] = [:]
        var tasks: [Task<Void, Never>] = []
    }

    private let listener: any Channel
    private let state: SharedState

    /// The port it listens on.
    package let port: Int

    /// Starts a server on a free port of `127.0.0.1` or another address.
    package init(host: String = "127.0.0.1", _ script: @escaping Script) async throws {
        let state = SharedState()
        self.state = state
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
                    let inbound = LoopbackInbound(continuation)
                    try channel.pipeline.syncOperations.addHandler(inbound)
                    state.serve(channel, stream, script)
                }
            }
            .bind(host: host, port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    /// The address of a path, which begins with a slash.
    package func url(_ path: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path)"
    }

    /// The requests so far, in order of arrival.
    package var requests: [LoopbackRequest] { state.value.withLock { $0.requests } }

    /// The number of connections so far.
    package var connectionCount: Int { state.value.withLock { $0.connections } }

    /// The maximum number of simultaneously open connections.
    package var mostOpenConnections: Int { state.value.withLock { $0.mostOpen } }

    /// Ends the server and every connection.
    package func close() async {
        // Closing twice is an error only for the channel.
        try? await listener.close()
        let (channels, tasks) = state.value.withLock { ($0.channels.values, $0.tasks) }
        for task in tasks { task.cancel() }
        for channel in channels { try? await channel.close() }
        for task in tasks { await task.value }
    }

    /// The state that the server's connections share.
    private final class SharedState: Sendable {
        let value = Mutex(State())

        /// Responds to one connection's requests, in a task that `close` ends.
        func serve(
            _ channel: any Channel, _ inbound: AsyncStream<ByteBuffer>, _ script: @escaping Script
        ) {
            value.withLock { state in
                let number = state.connections
                state.connections += 1
                state.open += 1
                state.mostOpen = max(state.mostOpen, state.open)
                state.channels[ObjectIdentifier(channel)] = channel
                let task = Task {
                    // Connections end with errors by design; a test asserts what the client saw.
                    try? await self.answer(channel, inbound, number, script)
                    try? await channel.close()
                }
                state.tasks.append(task)
            }
            channel.closeFuture.whenComplete { _ in
                self.value.withLock { state in
                    state.open -= 1
                    state.channels[ObjectIdentifier(channel)] = nil
                }
            }
        }

        private func answer(
            _ channel: any Channel, _ inbound: AsyncStream<ByteBuffer>, _ number: Int,
            _ script: Script
        ) async throws {
            var reader = LoopbackRequestReader(connection: number)
            for await bytes in inbound {
                reader.receive(bytes)
                while var request = reader.next() {
                    value.withLock { state in
                        request.number = state.requests.count
                        state.requests.append(request)
                    }
                    for step in await script(request).steps {
                        guard try await step.perform(on: channel) else { return }
                    }
                }
            }
        }
    }
}

/// Passes the bytes of a connection to its task.
private final class LoopbackInbound: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncStream<ByteBuffer>.Continuation

    init(_ continuation: AsyncStream<ByteBuffer>.Continuation) {
        self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        continuation.yield(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension LoopbackReply.Step {
    /// Performs the step; returns true if the connection continues.
    fileprivate func perform(on channel: any Channel) async throws -> Bool {
        switch self {
        case .bytes(let bytes):
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        case .endless(let bytes):
            // Ends when the client hangs up: the write fails.
            while !Task.isCancelled { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
        case .wait(let gate):
            await gate.wait()
        case .open(let gate):
            gate.open()
        case .close:
            return false
        case .reset:
            // Closing with a linger time of zero sends RST instead of FIN.
            if let socket = channel as? any SocketOptionProvider {
                try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            return false
        }
        return true
    }
}
