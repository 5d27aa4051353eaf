import Foundation
import GalleryModel
import TestSupport
import Testing
import Transport

@Suite("Failures and retries", .timeLimit(.minutes(1)))
struct FailureTests {
    /// Failures and the errors that report them if they persist.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: LoopbackReply
        let code: TransportError.Code
    }

    static let never = Gate()

    static let faults = [
        Fault(
            testDescription: "a reset before the headers", reply: LoopbackReply([.reset]),
            code: .reset),
        Fault(
            testDescription: "a connection closed before the headers",
            reply: LoopbackReply([.close]), code: .reset),
        Fault(
            testDescription: "headers that break off",
            reply: LoopbackReply([.bytes(Array("HTTP/1.1 200 OK\r\nX: 1\r\n".utf8)), .close]),
            code: .truncated),
        Fault(
            testDescription: "a body shorter than its length",
            reply: .partial(length: 100, body: pattern(50), then: [.close]), code: .truncated),
        Fault(
            testDescription: "chunks that break off",
            reply: LoopbackReply([
                .bytes(LoopbackReply.head(200, [("Transfer-Encoding", "chunked")])),
                .bytes(LoopbackReply.chunk(pattern(50))), .close,
            ]), code: .truncated),
        Fault(
            testDescription: "silence before the headers", reply: LoopbackReply([.wait(never)]),
            code: .stalled),
        Fault(
            testDescription: "silence within the headers",
            reply: LoopbackReply([.bytes(Array("HTTP/1.1 200 OK\r\n".utf8)), .wait(never)]),
            code: .stalled),
        Fault(
            testDescription: "silence within the body",
            reply: .partial(length: 100, body: pattern(50), then: [.wait(never)]),
            code: .stalled),
        Fault(
            testDescription: "something that is not HTTP",
            reply: LoopbackReply([.bytes(Array("220 mail ready\r\n\r\n".utf8)), .close]),
            code: .badResponse),
        Fault(
            testDescription: "status 503", reply: .text("", status: 503),
            code: .unavailable(status: 503)),
        Fault(
            testDescription: "status 500", reply: .text("", status: 500),
            code: .unavailable(status: 500)),
        Fault(
            testDescription: "status 408", reply: .text("", status: 408),
            code: .unavailable(status: 408)),
        Fault(
            testDescription: "status 425", reply: .text("", status: 425),
            code: .unavailable(status: 425)),
        Fault(
            testDescription: "status 429", reply: .text("", status: 429),
            code: .rateLimited(retryAfterSeconds: nil)),
    ]

    @Test("a transient failure is invisible to the caller", arguments: faults)
    func recovers(fault: Fault) async throws {
        try await withServer(fault.code == .stalled ? .impatient : .test) { request in
            request.number < 1 ? fault.reply : .text("at last")
        } test: { server, transport in
            let attempts = Counter()
            let response = try await transport.response(
                for: .local(server.url("/")), willAttempt: { attempts.increment() })
            #expect(response.body == Data("at last".utf8))
            if fault.code == .stalled {
                // On a busy machine even the successful response may take over a second.
                #expect(attempts.value >= 2)
            } else {
                #expect(attempts.value == 2)
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test("a permanent failure is reported by its kind", arguments: faults)
    func reports(fault: Fault) async throws {
        try await withServer(fault.code == .stalled ? .impatientOnce : .once) { _ in
            fault.reply
        } test: { server, transport in
            let failed = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(failed == fault.code)
            #expect(server.requests.count == 1)
        }
    }

    @Test("a body that trickles below the minimum rate has stalled")
    func trickle() async throws {
        var configuration = TransportConfiguration.impatientOnce
        configuration.limits.minimumBytesPerSecond = 1_000_000_000
        try await withServer(configuration) { _ in
            LoopbackReply([
                .bytes(LoopbackReply.head(200, [("Transfer-Encoding", "chunked")])),
                .endless(LoopbackReply.chunk([1])),
            ])
        } test: { server, transport in
            let request = TransferRequest.local(server.url("/"), maximumBytes: 1 << 40)
            #expect(await code { try await transport.response(for: request) } == .stalled)
        }
    }

    @Test("delays double with jitter, and the retries end")
    func waits() async throws {
        let clock = ManualClock()
        try await withServer(clock: clock.clock) { _ in
            .text("", status: 503)
        } test: {
            server, transport in
            let failed = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(failed == .unavailable(status: 503))
            #expect(server.requests.count == 5)
            #expect(clock.sleeps == [0.25, 0.5, 1, 2])
        }
    }

    @Test("a closed port is a connection failure")
    func refused() async throws {
        try await withServer(.once) { _ in
            .text("")
        } test: { server, transport in
            await server.close()
            let failed = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(failed == .connect)
        }
    }

    @Test("a check's transient rejection is retried, a final one is thrown at once")
    func rejections() async throws {
        try await withServer { request in
            .text(request.number < 2 ? "<html>" : "json")
        } test: { server, transport in
            _ = try await transport.response(
                for: .local(server.url("/")),
                check: { response in
                    guard response.body == Data("json".utf8) else {
                        throw TransferRejection(Refused(), isTransient: true)
                    }
                })
            #expect(server.requests.count == 3)
            await #expect(throws: TransferRejection.self) {
                try await transport.response(
                    for: .local(server.url("/")),
                    check: { _ in throw TransferRejection(Refused(), isTransient: false) })
            }
            #expect(server.requests.count == 4)
        }
    }

    @Test("an error thrown by willAttempt ends the transfer before anything is sent")
    func budget() async throws {
        struct NoBudget: Error {}
        try await withServer { _ in
            .text("")
        } test: { server, transport in
            await #expect(throws: NoBudget.self) {
                try await transport.response(
                    for: .local(server.url("/")), willAttempt: { throw NoBudget() })
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a POST that the server may have processed is not sent twice")
    func postOnce() async throws {
        try await withServer { request in
            request.target == "/warm" ? .text("") : LoopbackReply([.close])
        } test: { server, transport in
            // On an open connection curl may send again by itself.
            _ = try await transport.response(for: .local(server.url("/warm")))
            let post = TransferRequest.Method.post(body: [1, 2], contentType: "text/plain")
            let failed = await code {
                try await transport.response(for: .local(server.url("/post"), method: post))
            }
            #expect(failed == .reset)
            #expect(server.requests.filter { $0.target == "/post" }.count == 1)
        }
    }

    @Test("a rejected POST is sent again")
    func postTurnedAway() async throws {
        try await withServer { request in
            request.number == 0 ? .text("", status: 503) : .text("done")
        } test: { server, transport in
            let post = TransferRequest.Method.post(body: [1, 2], contentType: "text/plain")
            let response = try await transport.response(
                for: .local(server.url("/"), method: post))
            #expect(response.body == Data("done".utf8))
            #expect(server.requests.count == 2)
        }
    }

    @Test("requests that cannot be sent fail by name, and nothing is sent")
    func unsendable() async throws {
        try await withServer { _ in
            .text("")
        } test: { server, transport in
            let cases: [(TransferRequest, TransportError.Code)] = [
                (.local("ftp://127.0.0.1/a"), .badURL),
                (.local("file:///etc/passwd"), .badURL),
                (.local("127.0.0.1/a"), .badURL),
                (.local("http://user:secret@127.0.0.1:\(server.port)/"), .badURL),
                (.local("http://localhost:\(server.port)/"), .hostNotAllowed),
                (.local(server.url("/"), headers: ["X-A": "1\r\nX-B: 2"]), .badHeader),
            ]
            for (request, expected) in cases {
                #expect(await code { try await transport.response(for: request) } == expected)
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("messages name the URL without its secrets")
    func message() async throws {
        try await withServer(.once) { _ in
            LoopbackReply([.reset])
        } test: { server, transport in
            let url = server.url("/rest?method=a&api_key=0123abc&api_sig=fff&page=2")
            do {
                _ = try await transport.response(for: .local(url))
                Issue.record("the transfer should fail")
            } catch let error as TransportError {
                #expect(error.message.contains("method=a&api_key=…&api_sig=…&page=2"))
                #expect(!error.message.contains("0123abc"))
                #expect(error.isTransient)
            }
        }
    }
}
