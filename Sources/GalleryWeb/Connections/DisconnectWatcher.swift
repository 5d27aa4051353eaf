import NIOCore

/// Detects that a client has disconnected while its request is being handled.
///
/// The handler is at the front of the channel's pipeline. A client that closes its sending side may
/// still read (RFC 9112, section 9.6), but a disconnected client looks the same. In this case the
/// first bytes of the response, which are the same for all responses, are sent immediately: the
/// system of a disconnected client rejects them, which closes the connection.
///
/// `@unchecked Sendable`. Invariant: mutable state is accessed only on the channel's event loop.
final class DisconnectWatcher: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = NIOAny
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The first bytes of every response.
    private static let beginning = "HTTP/1."

    /// Called when the connection is closed, possibly more than once.
    private let onClose: @Sendable () -> Void
    /// True if only the first bytes of the response have been sent.
    private var hasBegun = false
    private var removal: ChannelHandlerContext.RemovalToken?
    /// The connection's guard; nil before the handler is added to the pipeline.
    private var connection: ConnectionGuard?

    init(onClose: @escaping @Sendable () -> Void) { self.onClose = onClose }

    /// Starts watching a connection, without waiting for its event loop.
    func begin(at channel: any Channel) {
        // If the connection is already closed, the response cannot be delivered anyway.
        _ = channel.pipeline.addHandler(self, position: .first)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection = try? context.pipeline.syncOperations.handler(type: ConnectionGuard.self)
        // The client may have closed its sending side before the handler was added.
        if connection?.hasInputEnded == true { noteEnd(context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { noteEnd(context) }
        context.fireUserInboundEventTriggered(event)
    }

    private func noteEnd(_ context: ChannelHandlerContext) {
        guard connection?.hasSentBeginning == false else { return }
        let encryption = try? context.pipeline.syncOperations.handler(type: TLSHandler.self)
        // TLS connections have no half-closed state.
        guard encryption == nil else { return onClose() }
        hasBegun = true
        connection?.hasSentBeginning = true
        let bytes = context.channel.allocator.buffer(string: DisconnectWatcher.beginning)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard hasBegun, case .byteBuffer(var bytes) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        hasBegun = false
        connection?.hasSentBeginning = false
        bytes.moveReaderIndex(
            forwardBy: min(DisconnectWatcher.beginning.utf8.count, bytes.readableBytes))
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: promise)
        if let removal { context.leavePipeline(removalToken: removal) }
        removal = nil
    }

    func removeHandler(
        context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken
    ) {
        // Waits for the rest of the response.
        if hasBegun {
            removal = removalToken
        } else {
            context.leavePipeline(removalToken: removalToken)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        onClose()
        context.fireChannelInactive()
    }
}

extension WebRequest {
    /// Runs work and cancels it if the client disconnects.
    ///
    /// - Throws: the errors of the body; `CancellationError` if the client disconnected.
    func whileClientWaits<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let channel, channel.isActive else { return try await body() }
        let work = Task { try await body() }
        let watch = DisconnectWatcher { work.cancel() }
        watch.begin(at: channel)
        defer { channel.pipeline.removeHandler(watch, promise: nil) }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
