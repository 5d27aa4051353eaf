internal import CTLS
import NIOCore

/// The certificate and key of a TLS server, shared by its connections.
///
/// `@unchecked Sendable`. Invariant: nothing changes a context after `init`, and OpenSSL locks what
/// its connections share.
final class TLSContext: @unchecked Sendable {
    /// What `init` cannot use.
    enum Invalid: Error {
        /// The reason, in words.
        case certificate(String)
        case key
        /// The key does not match the certificate.
        case pair
    }

    fileprivate let pointer: OpaquePointer

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - chain: the certificate, followed by its chain, in PEM format.
    ///   - key: the certificate's private key, unencrypted, in PEM format.
    init(chain: [UInt8], key: [UInt8]) throws(Invalid) {
        defer { ERR_clear_error() }
        guard let pointer = gallery_tls_context() else { throw TLSContext.refusal }
        self.pointer = pointer
        let certificates = BIO_new_mem_buf(chain, Int32(chain.count))
        defer { BIO_free(certificates) }
        let missing = Invalid.certificate("no PEM certificate found")
        guard let own = PEM_read_bio_X509(certificates, nil, nil, nil) else { throw missing }
        defer { X509_free(own) }
        guard SSL_CTX_use_certificate(pointer, own) == 1 else { throw TLSContext.refusal }
        while let next = PEM_read_bio_X509(certificates, nil, nil, nil) {
            defer { X509_free(next) }
            guard gallery_tls_add_chain(pointer, next) == 1 else { throw TLSContext.refusal }
        }
        // The chain ends where no certificate begins, not at a damaged one.
        guard ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE else { throw missing }
        let keys = BIO_new_mem_buf(key, Int32(key.count))
        defer { BIO_free(keys) }
        // Without a callback OpenSSL would ask on the terminal for the password of a key.
        guard let secret = PEM_read_bio_PrivateKey(keys, nil, { _, _, _, _ in -1 }, nil) else {
            throw .key
        }
        defer { EVP_PKEY_free(secret) }
        // OpenSSL compares a key with a certificate of the same type only in the first call.
        guard SSL_CTX_use_PrivateKey(pointer, secret) == 1, SSL_CTX_check_private_key(pointer) == 1
        else { throw .pair }
    }

    deinit { SSL_CTX_free(pointer) }

    /// OpenSSL's reason, such as a key that is too short.
    private static var refusal: Invalid {
        let reason = ERR_reason_error_string(ERR_peek_last_error())
        return .certificate(reason.map { String(cString: $0) } ?? "OpenSSL failed")
    }
}

/// A connection that TLS ended.
enum TLSError: Error {
    /// The client violated the protocol, or it supports no version or cipher of the server.
    case failed
}

/// Encrypts a server's connection with OpenSSL.
///
/// Encrypted bytes pass through memory buffers of OpenSSL, so that no call blocks.
final class TLSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The content of the largest record of TLS, in bytes.
    private static let recordBytes = 1 << 14

    private let session: OpaquePointer
    /// Encrypted bytes from the client and to it; freed with the session.
    private let received = BIO_new(BIO_s_mem())
    private let sent = BIO_new(BIO_s_mem())
    /// What was written before the end of the handshake.
    private var pending: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
    /// False after an error and at the end of the connection.
    private var isUsable = true
    /// False once the client has closed its sending side.
    private var isInputOpen = true

    init(_ context: TLSContext) {
        session = SSL_new(context.pointer)
        SSL_set_bio(session, received, sent)
        SSL_set_accept_state(session)
    }

    deinit { SSL_free(session) }

    private var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

    /// Calls OpenSSL and sends what it has produced.
    ///
    /// - Returns: the positive result; nil if the call needs more bytes, if the client has closed
    ///   its sending side, or if the call failed, which closes the connection.
    private func call(_ context: ChannelHandlerContext, _ body: () -> Int32) -> Int? {
        ERR_clear_error()
        let result = body()
        let error = SSL_get_error(session, result)
        sendRecords(context, nil)
        context.flush()
        switch error {
        case SSL_ERROR_NONE: return Int(result)
        case SSL_ERROR_WANT_READ: break
        case SSL_ERROR_ZERO_RETURN: endInput(context)
        default:
            fail()
            context.fireErrorCaught(TLSError.failed)
            context.close(promise: nil)
        }
        return nil
    }

    private func fail() {
        isUsable = false
        for (_, promise) in pending { promise?.fail(TLSError.failed) }
        pending = []
    }

    // MARK: Input

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isUsable else { return }
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            _ = BIO_write(received, bytes.baseAddress, Int32(bytes.count))
        }
        if !isEstablished {
            guard call(context, { SSL_do_handshake(session) }) != nil else { return }
            for (bytes, promise) in pending { encrypt(bytes, promise, context) }
            pending = []
            context.flush()
        }
        while isUsable, isInputOpen {
            var bytes = context.channel.allocator.buffer(capacity: TLSHandler.recordBytes)
            let count = bytes.withUnsafeMutableWritableBytes { space in
                call(context) { SSL_read(session, space.baseAddress, Int32(space.count)) }
            }
            guard let count else { return }
            bytes.moveWriterIndex(forwardBy: count)
            context.fireChannelRead(wrapInboundOut(bytes))
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            endInput(context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func endInput(_ context: ChannelHandlerContext) {
        guard isInputOpen else { return }
        isInputOpen = false
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail()
        context.fireChannelInactive()
    }

    // MARK: Output

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        let bytes = unwrapOutboundIn(data)
        if isUsable, !isEstablished {
            pending.append((bytes, promise))
        } else {
            encrypt(bytes, promise, context)
        }
    }

    private func encrypt(
        _ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        ERR_clear_error()
        let isEncrypted = bytes.withUnsafeReadableBytes { bytes in
            bytes.isEmpty || SSL_write(session, bytes.baseAddress, Int32(bytes.count)) > 0
        }
        guard isUsable, isEncrypted else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        sendRecords(context, promise)
    }

    /// Writes the encrypted bytes that OpenSSL has produced.
    private func sendRecords(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let count = BIO_ctrl_pending(sent)
        guard count > 0 || promise != nil else { return }
        var records = context.channel.allocator.buffer(capacity: count)
        records.writeWithUnsafeMutableBytes(minimumWritableBytes: count) {
            max(0, Int(BIO_read(sent, $0.baseAddress, Int32(count))))
        }
        context.write(wrapOutboundOut(records), promise: promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if isUsable, isEstablished {
            ERR_clear_error()
            SSL_shutdown(session)
            sendRecords(context, nil)
            context.flush()
        }
        context.close(mode: mode, promise: promise)
    }
}
