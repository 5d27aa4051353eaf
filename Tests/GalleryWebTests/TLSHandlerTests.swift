import CTLS
import Foundation
@testable import GalleryWeb
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@Suite("TLS connections")
struct TLSHandlerTests {
    @Test("HTTP/1.1 is selected, and what was written before the handshake arrives after it")
    func handshake() throws {
        let client = try TLSClient()
        let protocols = Array("\u{2}h2\u{8}http/1.1".utf8)
        #expect(SSL_set_alpn_protos(client.session, protocols, UInt32(protocols.count)) == 0)
        let written = client.channel.writeAndFlush(ByteBuffer(string: "early"))
        try client.finishHandshake()
        try written.wait()
        #expect(try client.read() == Array("early".utf8))
        var selected: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(client.session, &selected, &length)
        let name = UnsafeBufferPointer(start: selected, count: Int(length))
        #expect(String(decoding: name, as: UTF8.self) == "http/1.1")
    }

    @Test("a response of several megabytes arrives whole, one record per buffer")
    func largeResponse() throws {
        let client = try TLSClient()
        try client.finishHandshake()
        let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 251 + $0) }
        let written = client.channel.writeAndFlush(ByteBuffer(bytes: bytes))
        #expect(try client.read() == bytes)
        try written.wait()
        #expect(client.largestBuffer <= 1 << 14 + 256)
    }

    @Test("short records that arrive together are passed on together")
    func shortRecords() throws {
        let client = try TLSClient()
        try client.finishHandshake()
        for _ in 0..<1000 { #expect(SSL_write(client.session, "x", 1) == 1) }
        try client.exchange()
        #expect(client.recorder.seen == [String(repeating: "x", count: 1000)])
    }

    @Test("a client that has closed its sending side still gets its response")
    func closeNotify() throws {
        let client = try TLSClient()
        try client.finishHandshake()
        // Reads the session tickets.
        #expect(try client.read() == [])
        #expect(SSL_write(client.session, "request", 7) == 7)
        SSL_shutdown(client.session)
        try client.exchange()
        #expect(client.recorder.seen == ["request", "input closed"])
        // Whatever follows is ignored.
        try client.channel.writeInbound(ByteBuffer(string: "no record"))
        try client.channel.writeOutbound(ByteBuffer(string: "response"))
        #expect(try client.read() == Array("response".utf8))
        #expect(SSL_get_shutdown(client.session) & SSL_RECEIVED_SHUTDOWN == 0)

        try client.channel.close().wait()
        #expect(try client.read() == [])
        #expect(SSL_get_shutdown(client.session) & SSL_RECEIVED_SHUTDOWN != 0)
        #expect(client.recorder.seen == ["request", "input closed"])
    }

    @Test("unencrypted requests and TLS 1.1 end the connection", arguments: [true, false])
    func refusal(isEncrypted: Bool) throws {
        let client = try TLSClient()
        let written = client.channel.writeAndFlush(ByteBuffer(string: "early"))
        #expect(throws: TLSError.failed) {
            if isEncrypted {
                // OpenSSL's own security level has no TLS 1.1.
                SSL_set_cipher_list(client.session, "DEFAULT@SECLEVEL=0")
                SSL_ctrl(
                    client.session, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_1_VERSION), nil)
                SSL_do_handshake(client.session)
                try client.exchange()
            } else {
                try client.channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"))
            }
        }
        #expect(!client.channel.isActive)
        #expect(client.recorder.seen == [])
        #expect(throws: TLSError.failed) { try written.wait() }
    }
}

/// A client that exchanges bytes with a handler in memory.
private final class TLSClient {
    let channel = EmbeddedChannel()
    let recorder = Recorder()
    let session: OpaquePointer?
    /// The size of the largest buffer that the handler has sent.
    private(set) var largestBuffer = 0
    private let settings = SSL_CTX_new(TLS_client_method())
    /// Encrypted bytes; freed with the session.
    private let received = BIO_new(BIO_s_mem())
    private let sent = BIO_new(BIO_s_mem())

    /// Connects to a handler with a new certificate.
    init() throws {
        session = SSL_new(settings)
        SSL_set_bio(session, received, sent)
        SSL_set_connect_state(session)
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "gallery-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", "key.pem", "-out", "chain.pem", "-subj", "/CN=test",
            ], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let context = try TLSContext(
            chain: [UInt8](Data(contentsOf: folder.appending(path: "chain.pem"))),
            key: [UInt8](Data(contentsOf: folder.appending(path: "key.pem"))))
        try channel.pipeline.syncOperations.addHandlers([TLSHandler(context), recorder])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 443)).wait()
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(settings)
    }

    func finishHandshake() throws {
        for _ in 0..<3 {
            SSL_do_handshake(session)
            try exchange()
        }
        #expect(SSL_is_init_finished(session) == 1)
    }

    /// Passes what the client has sent to the handler, and what the handler has sent to the client.
    func exchange() throws {
        let count = BIO_ctrl_pending(sent)
        if count > 0 {
            var records = ByteBuffer()
            records.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
                max(0, Int(BIO_read(sent, space.baseAddress, Int32(count))))
            }
            try channel.writeInbound(records)
        }
        while let records = try channel.readOutbound(as: ByteBuffer.self) {
            largestBuffer = max(largestBuffer, records.readableBytes)
            records.withUnsafeReadableBytes { bytes in
                _ = BIO_write(received, bytes.baseAddress, Int32(bytes.count))
            }
        }
    }

    /// Returns what the client can decrypt by now.
    func read() throws -> [UInt8] {
        try exchange()
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = SSL_read(session, &bytes, Int32(bytes.count))
            guard count > 0 else { return all }
            all += bytes.prefix(Int(count))
        }
    }
}

/// Collects what a handler passes on.
private final class Recorder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private(set) var seen: [String] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        seen.append(String(buffer: unwrapInboundIn(data)))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { seen.append("input closed") }
    }
}
