import Basics
import Foundation
import GalleryModel
import TestSupport
import Testing
import Transport

@Suite("Response limits", .timeLimit(.minutes(1)))
struct BoundsTests {
    @Test("a length over the limit is rejected before the body is read")
    func announcedLength() async throws {
        try await withServer { _ in
            // The body never arrives: only the header can end this transfer before it stalls.
            LoopbackReply([.bytes(LoopbackReply.head(200, [("Content-Length", "1001")]))])
        } test: { server, transport in
            let request = TransferRequest.local(server.url("/"), maximumBytes: 1_000)
            #expect(await code { try await transport.response(for: request) } == .tooLarge)
            #expect(server.requests.count == 1)
        }
    }

    @Test("a body of exactly the limit is accepted")
    func exactLength() async throws {
        try await withServer { _ in
            .answer(body: pattern(1_000))
        } test: { server, transport in
            let response = try await transport.response(
                for: .local(server.url("/"), maximumBytes: 1_000))
            #expect(response.byteCount == 1_000)
        }
    }

    @Test("endless chunks are cut off at the limit")
    func endlessChunks() async throws {
        try await withServer { _ in
            LoopbackReply([
                .bytes(LoopbackReply.head(200, [("Transfer-Encoding", "chunked")])),
                .endless(LoopbackReply.chunk(pattern(8_000))),
            ])
        } test: { server, transport in
            let request = TransferRequest.local(server.url("/"), maximumBytes: 100_000)
            #expect(await code { try await transport.response(for: request) } == .tooLarge)
        }
    }

    @Test("the limit applies to the unpacked size: a small stream of zeros is too large")
    func compressionBomb() async throws {
        let bomb = GzipStream.zeros(20_000_000)
        #expect(bomb.count < 200_000)
        try await withServer { _ in
            .answer(200, [("Content-Encoding", "gzip")], body: bomb)
        } test: { server, transport in
            let request = TransferRequest.local(server.url("/"), maximumBytes: 1_000_000)
            #expect(await code { try await transport.response(for: request) } == .tooLarge)
        }
    }

    @Test(
        "headers are limited in bytes and in lines",
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "X-Line: \(String(repeating: "a", count: 900))\r\n"),
            ("HTTP/1.1 200 OK\r\n", "X: 1\r\n"),
            ("", "HTTP/1.1 103 Early Hints\r\nX: 1\r\n\r\n"),
        ])
    func headerFlood(beginning: String, line: String) async throws {
        try await withServer { _ in
            LoopbackReply([.bytes(Array(beginning.utf8)), .endless(Array(line.utf8))])
        } test: { server, transport in
            let request = TransferRequest.local(server.url("/"))
            #expect(await code { try await transport.response(for: request) } == .headersTooLarge)
        }
    }

    @Test("64 KiB of an error response are kept, and the rest is not waited for")
    func longErrorPage() async throws {
        try await withServer { _ in
            LoopbackReply([
                .bytes(LoopbackReply.head(403, [("Transfer-Encoding", "chunked")])),
                .endless(LoopbackReply.chunk(pattern(8_000))),
            ])
        } test: { server, transport in
            let response = try await transport.response(for: .local(server.url("/")))
            #expect(response.status == 403)
            #expect(response.body.count == 65_536)
        }
    }

    @Test("a file over the limit leaves no files")
    func largeFile() async throws {
        try await withFolder { folder in
            try await withServer { _ in
                LoopbackReply([
                    .bytes(LoopbackReply.head(200, [("ETag", "\"1\""), ("Connection", "close")])),
                    .endless(pattern(8_000)),
                ])
            } test: { server, transport in
                let request = TransferRequest.local(
                    server.url("/"), maximumBytes: 500_000,
                    file: folder.appending("a.part"))
                #expect(await code { try await transport.response(for: request) } == .tooLarge)
                #expect(names(folder) == [])
            }
        }
    }
}
