import NIOCore

/// Tells when the other side of a connection has closed it while its request is worked on.
///
/// A handler at the front of the channel's pipeline, which sees the end of what comes in before anybody reads it.
final class AskerWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    /// Ends once the connection is closed.
    let whileOpen: AsyncStream<Void>
    private let closed: AsyncStream<Void>.Continuation

    init() {
        (whileOpen, closed) = AsyncStream.makeStream()
    }

    /// Watches a connection from now on, without waiting for its event loop.
    func begin(at channel: any Channel) {
        // Where the connection is closed by now, the answer goes nowhere in any case.
        _ = channel.pipeline.addHandler(self, position: .first)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { closed.finish() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        closed.finish()
        context.fireChannelInactive()
    }
}

extension WebRequest {
    /// Does work as long as somebody waits for its result: when the connection is closed it is cancelled.
    ///
    /// - Throws: what the body throws; `CancellationError`.
    func whileAskerWaits<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let channel, channel.isActive else { return try await body() }
        let watch = AskerWatch()
        watch.begin(at: channel)
        defer { channel.pipeline.removeHandler(watch, promise: nil) }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: body)
            group.addTask {
                for await _ in watch.whileOpen {}
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
