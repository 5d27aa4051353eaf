import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

/// Sets up accepted connections for HTTP/1, with TLS if there is a certificate, and with one guard
/// per connection.
struct ServerConnections: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    /// The limits, the trusted proxies and the certificate.
    let options: ServerOptions
    /// Counts open connections.
    let counter: ConnectionCounter

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let address = channel.remoteAddress?.ipAddress ?? ""
        let household = AttemptKey.address(address)
        // Excess connections are set up and then closed, because a failure here could end the
        // server.
        let isAccepted = counter.enter(
            household, representsManyClients: options.representsManyClients(address))
        channel.closeFuture.whenComplete { _ in counter.leave(household) }
        guard let certificate = options.certificate else {
            return channel.eventLoop.makeCompletedFuture { try prepare(channel, isAccepted, nil) }
        }
        return certificate.current(on: channel.eventLoop).flatMapThrowing { context in
            try prepare(channel, isAccepted, context)
        }
    }

    private func prepare(
        _ channel: any Channel, _ isAccepted: Bool, _ encryption: TLSContext?
    ) throws -> Value {
        let pipeline = channel.pipeline.syncOperations
        if let encryption { try pipeline.addHandler(TLSHandler(encryption)) }
        let limits = options.limits
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.headBytes
        decoding.maxHeaderListSize = limits.headBytes
        decoding.maxHeaderFieldCount = limits.headFields
        // Hummingbird handles requests one after another, and the guard reports parsing errors.
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false,
            withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: decoding)
        try pipeline.addHandler(ConnectionGuard(limits, isAccepted: isAccepted))
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: encryption != nil))
        // Keeps data that the client has not accepted in the file rather than in memory.
        try channel.syncOptions?.setOption(
            .writeBufferWaterMark, value: .init(low: 1, high: 1 << 14))
        return try NIOAsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}

/// Counts open connections in total and per household.
final class ConnectionCounter: Sendable {
    private struct Counts {
        var all = 0
        var byHousehold: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())
    private let refusals = Atomic<Int>(0)
    private let limits: ConnectionLimits

    /// Creates a ledger without connections.
    init(_ limits: ConnectionLimits) { self.limits = limits }

    /// The number of open connections.
    var count: Int { counts.withLock(\.all) }

    /// The number of connections closed immediately because there were too many.
    var refused: Int { refusals.load(ordering: .relaxed) }

    /// Adds a connection.
    ///
    /// - Parameter representsManyClients: true if the household is exempt from the limit per household.
    /// - Returns: true if the connection is within the limits; call `leave` in either case.
    func enter(_ household: String, representsManyClients: Bool) -> Bool {
        let fits = counts.withLock { counts in
            counts.all += 1
            let same = counts.byHousehold[household, default: 0] + 1
            counts.byHousehold[household] = same
            return counts.all <= limits.connections
                && (representsManyClients || same <= limits.connectionsByAddress)
        }
        if !fits { refusals.add(1, ordering: .relaxed) }
        return fits
    }

    /// Removes a connection.
    func leave(_ household: String) {
        counts.withLock { counts in
            counts.all -= 1
            guard let same = counts.byHousehold[household] else { return }
            counts.byHousehold[household] = same > 1 ? same - 1 : nil
        }
    }
}
