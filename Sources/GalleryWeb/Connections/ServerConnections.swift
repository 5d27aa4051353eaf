import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// Makes the connections that the server accepts speak HTTP/1, encrypted where it has a certificate, each under
/// a guard of its own.
struct ServerConnections: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    /// How patient the server is.
    let limits: ConnectionLimits
    /// The connections there are.
    let ledger: ConnectionLedger
    /// Whether an address speaks for many, as a proxy's does.
    let speaksForMany: @Sendable (String) -> Bool
    /// The certificate; nil for connections that are not encrypted.
    let certificate: ServerCertificate?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let address = channel.remoteAddress?.ipAddress ?? ""
        // Without room for it, a connection is made and closed; what fails here could end the server.
        let isWelcome = ledger.enter(address, speaksForMany: speaksForMany(address))
        channel.closeFuture.whenComplete { _ in ledger.leave(address) }
        guard let certificate else {
            return channel.eventLoop.makeCompletedFuture {
                try prepare(channel, isWelcome, nil)
            }
        }
        return certificate.current(on: channel.eventLoop).flatMapThrowing { context in
            try prepare(channel, isWelcome, context)
        }
    }

    private func prepare(
        _ channel: any Channel, _ isWelcome: Bool, _ encryption: NIOSSLContext?
    ) throws -> Value {
        let pipeline = channel.pipeline.syncOperations
        if let encryption {
            try pipeline.addHandler(NIOSSLServerHandler(context: encryption))
        }
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.headBytes
        decoding.maxHeaderListSize = limits.headBytes
        decoding.maxHeaderFieldCount = limits.headFields
        // Hummingbird answers one request after the other, and the guard what is none.
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false,
            withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: decoding)
        try pipeline.addHandler(ConnectionGuard(limits, isWelcome: isWelcome))
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: encryption != nil))
        return try NIOAsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
