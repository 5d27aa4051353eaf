internal import CTLS
import NIOCore

/// The certificate and key of a TLS server, shared by its connections.
///
/// `@unchecked Sendable`, because Swift cannot check a C pointer. Invariant: a context is not changed
/// after `init`, and OpenSSL synchronizes access to the parts that connections share, such as its
/// reference count (openssl-threads(7)).
final class TLSContext: @unchecked Sendable {
    /// The input that is not valid.
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
        let certificates = TLSContext.copy(chain)
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
        let keys = TLSContext.copy(key)
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

    /// Copies bytes for OpenSSL, which reads them after the call that passed the pointer to them.
    private static func copy(_ bytes: [UInt8]) -> OpaquePointer? {
        let copy = BIO_new(BIO_s_mem())
        BIO_write(copy, bytes, Int32(bytes.count))
        return copy
    }

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

    /// Nil if OpenSSL has no memory.
    private let session: OpaquePointer?
    /// Encrypted bytes from the client and to it; freed with the session.
    private let received = BIO_new(BIO_s_mem())
    private let sent = BIO_new(BIO_s_mem())
    /// Writes that wait for the end of the handshake.
    private var pending: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
    /// False after an error, at the end of the connection, and without a session.
    private var isUsable: Bool
    /// False once the client has closed its sending side.
    private var isInputOpen = true

    init(_ context: TLSContext) {
        session = SSL_new(context.pointer)
        extendLifetime(context)
        isUsable = session != nil
        guard isUsable else { return }
        SSL_set_bio(session, received, sent)
        SSL_set_accept_state(session)
    }

    deinit { SSL_free(session) }

    private var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

    /// Calls OpenSSL and sends what it has produced.
    ///
    /// - Returns: `SSL_ERROR_NONE`, or the reason that the call has no result.
    private func call(_ context: ChannelHandlerContext, _ body: () -> Int32) -> Int32 {
        ERR_clear_error()
        let error = SSL_get_error(session, body())
        sendRecords(context, nil)
        context.flush()
        return error
    }

    /// Handles an error of a call: ends the input if the client has closed its sending side, and
    /// closes the connection unless the call needs more bytes.
    private func end(_ error: Int32, _ context: ChannelHandlerContext) {
        switch error {
        case SSL_ERROR_WANT_READ: break
        case SSL_ERROR_ZERO_RETURN: endInput(context)
        default:
            fail()
            context.fireErrorCaught(TLSError.failed)
            context.close(promise: nil)
        }
    }

    private func fail() {
        isUsable = false
        for (_, promise) in pending { promise?.fail(TLSError.failed) }
        pending = []
    }

    // MARK: Input

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        if !isUsable { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isUsable, isInputOpen else { return }
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            _ = BIO_write(received, bytes.baseAddress, Int32(bytes.count))
        }
        if !isEstablished {
            let error = call(context) { SSL_do_handshake(session) }
            guard error == SSL_ERROR_NONE else { return end(error, context) }
            for (bytes, promise) in pending { encrypt(bytes, promise, context) }
            pending = []
            context.flush()
        }
        // One buffer for all records: a buffer for each would let short records occupy much memory.
        var bytes = context.channel.allocator.buffer(capacity: BIO_ctrl_pending(received))
        var error = SSL_ERROR_NONE
        while error == SSL_ERROR_NONE {
            bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: 1) { space in
                var count = 0
                error = call(context) {
                    SSL_read_ex(session, space.baseAddress, space.count, &count)
                }
                return count
            }
        }
        if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
        end(error, context)
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

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
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
        var rest = bytes
        // In slices, as OpenSSL's memory buffers grow with what they hold, and never shrink.
        repeat {
            let slice = rest.readSlice(length: min(rest.readableBytes, TLSHandler.recordBytes))
            ERR_clear_error()
            let isEncrypted = slice?.withUnsafeReadableBytes { bytes in
                isUsable
                    && (bytes.isEmpty
                        || SSL_write(session, bytes.baseAddress, Int32(bytes.count)) > 0)
            }
            guard isEncrypted == true else {
                promise?.fail(ChannelError.ioOnClosedChannel)
                return
            }
            sendRecords(context, rest.readableBytes == 0 ? promise : nil)
        } while rest.readableBytes > 0
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
