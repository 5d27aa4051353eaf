import Basics
import Foundation
@testable import GalleryWeb
import HTTPTypes
import Testing

/// Tests that malformed and ambiguous requests are rejected and that nothing after them is read.
@Suite("Malformed requests")
struct MalformedRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sent: String
        var status = 400
    }

    static let cases = [
        Case(testDescription: "no request", sent: "hello\r\n\r\n"),
        Case(testDescription: "HTTP/2 without TLS", sent: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Case(testDescription: "HTTP/0.9", sent: "GET /\r\n\r\n"),
        Case(testDescription: "HTTP/3.1", sent: "GET / HTTP/3.1\r\nHost: localhost\r\n\r\n"),
        Case(testDescription: "no host", sent: "GET / HTTP/1.1\r\n\r\n"),
        Case(
            testDescription: "two hosts",
            sent: "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"),
        Case(
            testDescription: "length and chunks",
            sent: body("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        Case(
            testDescription: "chunks and length",
            sent: body("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n")),
        Case(
            testDescription: "two lengths",
            sent: body("Content-Length: 4\r\nContent-Length: 40\r\n", "abcd")),
        Case(
            testDescription: "the same length twice",
            sent: body("Content-Length: 4\r\nContent-Length: 4\r\n", "abcd")),
        Case(
            testDescription: "a list of lengths", sent: body("Content-Length: 4, 4\r\n", "abcd")),
        Case(testDescription: "a signed length", sent: body("Content-Length: +4\r\n", "abcd")),
        Case(
            testDescription: "a hexadecimal length", sent: body("Content-Length: 0x4\r\n", "abcd")),
        Case(
            testDescription: "a length beyond all bounds",
            sent: body("Content-Length: 99999999999999999999\r\n", "abcd")),
        Case(
            testDescription: "a coding before chunks",
            sent: body("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")),
        Case(
            testDescription: "chunks twice",
            sent: body(
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        Case(
            testDescription: "identity",
            sent: body("Transfer-Encoding: identity\r\n", "")),
        Case(
            testDescription: "an unknown coding",
            sent: body("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")),
        Case(
            testDescription: "a coding after a tab",
            sent: body("Transfer-Encoding:\u{0B}chunked\r\n", "0\r\n\r\n")),
        Case(
            testDescription: "a space before the colon",
            sent: body("Content-Length : 4\r\n", "abcd")),
        Case(
            testDescription: "a folded field",
            sent: "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: a\r\n b\r\n\r\n"),
        Case(
            testDescription: "a folded coding",
            sent: body("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n")),
        Case(
            testDescription: "a bare LF between fields",
            sent: "GET / HTTP/1.1\r\nHost: localhost\nX-Other: 1\r\n\r\n"),
        Case(
            testDescription: "a bare CR in a value",
            sent: "GET / HTTP/1.1\r\nHost: localhost\r\nX-Other: a\rb\r\n\r\n"),
        Case(
            testDescription: "NUL in a value",
            sent: "GET / HTTP/1.1\r\nHost: localhost\r\nX-Other: a\0b\r\n\r\n"),
        Case(
            testDescription: "NUL in the address",
            sent: "GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        Case(
            testDescription: "no name of a field",
            sent: "GET / HTTP/1.1\r\nHost: localhost\r\n: a\r\n\r\n"),
        Case(
            testDescription: "a chunk that is longer than it says",
            sent: body("Transfer-Encoding: chunked\r\n", "3\r\nabcdef\r\n0\r\n\r\n")),
        Case(
            testDescription: "a negative chunk",
            sent: body("Transfer-Encoding: chunked\r\n", "-1\r\nabc\r\n0\r\n\r\n")),
        Case(
            testDescription: "a chunk length in prefix notation",
            sent: body("Transfer-Encoding: chunked\r\n", "0x3\r\nabc\r\n0\r\n\r\n")),
        Case(
            testDescription: "a chunk length beyond all bounds",
            sent: body("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\nabc")),
        Case(
            testDescription: "a bare LF behind a chunk length",
            sent: body("Transfer-Encoding: chunked\r\n", "3\nabc\r\n0\r\n\r\n")),
        Case(
            testDescription: "chunks of an old client",
            sent: "POST /try HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "0\r\n\r\n"),
        Case(
            testDescription: "a tunnel",
            sent: "CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n"),
        Case(
            testDescription: "too long a field",
            sent: "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "
                + String(repeating: "a", count: 40_000) + "\r\n\r\n", status: 431),
        Case(
            testDescription: "too many fields",
            sent: "GET / HTTP/1.1\r\nHost: localhost\r\n"
                + String(repeating: "X-Some: a\r\n", count: 200) + "\r\n", status: 431),
    ]

    private static func body(_ fields: String, _ body: String) -> String {
        "POST /try HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\(body)"
    }

    /// A request that would be smuggled in if it were read.
    private static let hidden = "GET /healthz?hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test("a malformed request is rejected and ends the connection", arguments: cases)
    func isRefusedAndEndsTheConnection(_ tried: Case) async throws {
        var options = ServerOptions()
        options.port = 0
        let route = Route(.post, "/try", for: .anyone) { request, _ in
            .bytes(try await request.body(upTo: 1 << 20), type: "text/plain")
        }
        let answer = try await WebScene(options).withServer([route]) { port in
            try await onThread {
                let client = try RawConnection(port)
                client.send(tried.sent + Self.hidden)
                return try client.readToEnd()
            }
        }
        let answers = answer.components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.count == 1, "\(answer)")
        #expect(answer.hasPrefix("HTTP/1.1 \(tried.status) "), "\(answer)")
        #expect(answer.contains("connection: close"), "\(answer)")
        #expect(answer.contains("Content-Security-Policy: "), "\(answer)")
    }
}
