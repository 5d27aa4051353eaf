import Basics
import Dispatch
import Foundation
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@Suite("Connections", .serialized)
struct ConnectionTests {
    /// Runs a server with changed limits and with routes for the tests.
    private static func withServer<Value: Sendable>(
        _ change: (inout ConnectionLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (Int) throws -> Value
    ) async throws -> Value {
        var options = ServerOptions()
        options.port = 0
        change(&options.limits)
        return try await WebScene(options).withServer(routes) { port in
            try await onThread { try body(port) }
        }
    }

    private static let routes = [
        Route(.post, "/try/echo", for: .anyone) { request, _ in
            .bytes(try await request.body(upTo: 1 << 20), type: "text/plain")
        },
        Route(.post, "/try/deaf", for: .anyone) { _, _ in .text("heard nothing") },
        Route(.get, "/try/endless", for: .anyone) { _, _ in
            let buffer = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1 << 16)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    while true { try await writer.write(buffer) }
                })
        },
        Route(.get, "/try/stream", for: .anyone) { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "in two "))
                    try await writer.write(ByteBuffer(string: "pieces"))
                    try await writer.finish(nil)
                })
        },
    ]

    private static let health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test("requests are answered among a thousand slow clients")
    func answersAmongAThousandSlowClients() async throws {
        OpenFiles.raiseLimit()
        // Slow clients are never cut off: the response shows that the server does not wait for
        // them.
        try await Self.withServer {
            $0.head = .hours(1)
        } _: { port in
            let slow = try (0..<1000).map { _ in try RawConnection(port) }
            for client in slow { client.send("GET / HTTP/1.1\r\nHo") }
            let time = try ContinuousClock().measure {
                let quick = try RawConnection(port)
                quick.send(Self.health)
                #expect(try quick.read(until: "ok").hasPrefix("HTTP/1.1 200 OK\r\n"))
            }
            #expect(time < .seconds(12))
            _ = slow
        }
    }

    @Test(
        "connections without a complete request head are closed",
        arguments: ["", "GET / HTTP/1.1\r\nHost: loc", health + "GET /"])
    func partsFromWhoSendsNoHead(_ sent: String) async throws {
        let answer = try await Self.withServer {
            // A whole request arrives in time, a partial one never does.
            $0.head = sent.hasPrefix(Self.health) ? .seconds(5) : .milliseconds(200)
            $0.idle = .milliseconds(400)
        } _: { port in
            let client = try RawConnection(port)
            client.send(sent)
            return try client.readToEnd()
        }
        #expect(answer.hasSuffix(sent.hasPrefix(Self.health) ? "ok" : ""))
    }

    @Test("a stalled body is answered with 408")
    func tellsWhoseBodyStandsStill() async throws {
        let answer = try await Self.withServer {
            $0.body = .milliseconds(200)
        } _: { port in
            let client = try RawConnection(port)
            client.send(
                "POST /try/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
            return try client.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 408 "))
        #expect(answer.contains("connection: close"))
        #expect(answer.contains("application/problem+json"))
    }

    @Test("a body that arrives too slowly is answered with 408")
    func endsABodyThatOnlyDrips() async throws {
        let (answer, quick) = try await Self.withServer {
            $0.slowBody = .milliseconds(400)
            $0.bodyRate = 1 << 20
            // Connections are checked eight times in this period.
            $0.body = .milliseconds(800)
        } _: { port in
            let client = try RawConnection(port)
            client.send("POST /try/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n")
            for _ in 0..<200 where client.send([0x78]) { usleep(20_000) }
            let quick = try RawConnection(port)
            quick.send("POST /try/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc")
            return (try client.readToEnd(), try quick.read(until: "abc"))
        }
        #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
        #expect(quick.hasPrefix("HTTP/1.1 200 "))
    }

    @Test(
        "the host of an absolute URL overrides the Host header",
        arguments: [
            ("http://localhost/healthz", "localhost", 200),
            ("HTTP://localhost:80/healthz", "x", 200),
            ("http://localhost?x=1", "localhost", 303),
            ("http://evil.example/healthz", "localhost", 421),
            ("https://evil.example", "localhost", 421),
            ("http://evil.example", "evil.example", 421),
            ("http://localhost@evil.example/healthz", "localhost", 400),
            ("http:///healthz", "localhost", 400), ("ftp://evil.example/healthz", "localhost", 421),
            ("//evil.example/healthz", "localhost", 404),
            ("/healthz?x=http://evil.example", "localhost", 200),
        ])
    func theHostOfAWholeURLCounts(target: String, host: String, status: Int) async throws {
        let answer = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            return try client.readToEnd()
        }
        let found = Int(answer.dropFirst(9).prefix(3)) ?? 0
        #expect(found == status || status == 303 && found == 200, "\(answer.prefix(200))")
    }

    /// A route that responds once it is released, unless the client no longer waits.
    private static func slowRoute(
        _ released: AsyncStream<Void>, _ requested: AsyncStream<Void>.Continuation,
        _ givenUp: AsyncStream<Void>.Continuation
    ) -> Route {
        Route(.get, "/try/slow", for: .anyone) { request, _ in
            let text = try await request.whileClientWaits {
                requested.yield()
                return try await withTaskCancellationHandler {
                    for await _ in released { return "whole" }
                    throw CancellationError()
                } onCancel: {
                    givenUp.yield()
                }
            }
            return .text(text)
        }
    }

    @Test(
        "a client that closes its sending side still gets its response", arguments: ["GET", "HEAD"])
    func answersWhoSaysThatNothingMoreComes(method: String) async throws {
        let (requested, came) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let (_, giveUp) = AsyncStream.makeStream(of: Void.self)
        var options = ServerOptions()
        options.port = 0
        let answer = try await WebScene(options).withServer([
            Self.slowRoute(released, came, giveUp)
        ]) { port in
            let client = try RawConnection(port)
            client.send(Self.health + "\(method) /try/slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await requested.first { _ in true }
            client.finish()
            // The start of the response shows that the server saw the end of the input.
            let begun = try await onThread { try client.read(until: "okHTTP/1.") }
            release.yield()
            return begun + (try await onThread { try client.readToEnd() })
        }
        let answers = answer.components(separatedBy: "HTTP/1.")
        #expect(
            answers.count == 3 && answers.dropFirst().allSatisfy { $0.hasPrefix("1 200 OK\r\n") })
        #expect(answer.hasSuffix("\r\n\r\n" + (method == "GET" ? "whole" : "")), "\(answer)")
    }

    @Test("work is canceled if the client disconnects")
    func givesUpWhatNobodyWaitsFor() async throws {
        let (requested, came) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let (givenUp, giveUp) = AsyncStream.makeStream(of: Void.self)
        var options = ServerOptions()
        options.port = 0
        try await WebScene(options).withServer([Self.slowRoute(released, came, giveUp)]) { port in
            do {
                let client = try RawConnection(port)
                client.send("GET /try/slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = await requested.first { _ in true }
            }
            // The client disconnected with its value.
            _ = await givenUp.first { _ in true }
            release.finish()
        }
    }

    @Test("a file is read no faster than its connection sends it")
    func readsNoMoreOfAFileThanItsConnectionHasSeen() async throws {
        let (loop, length) = (DispatchSemaphore(value: 0), 8 << 20)
        let reads = ReadBytes()
        var options = ServerOptions()
        options.port = 0
        let route = Route(.get, "/try/file", for: .anyone) { request, _ in
            request.channel?.eventLoop.execute { loop.wait() }
            return try FileResponse(
                tag: EntityTag("a"), type: .zip, name: "a.zip", byteCount: length
            ) { bytes, _ in
                bytes.initializeMemory(as: UInt8.self, repeating: 0x78)
                reads.add(bytes.count)
            }.response(for: request)
        }
        let answer = try await WebScene(options).withServer([route]) { port in
            try await onThread {
                let client = try RawConnection(port)
                client.send(
                    "GET /try/file HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                while reads.count == 0 { usleep(1_000) }
                // Enough time to read the whole file.
                usleep(300_000)
                #expect(reads.count <= 1 << 16)
                loop.signal()
                return try client.readToEnd()
            }
        }
        #expect(answer.utf8.count { $0 == 0x78 } >= length && reads.count == length)
    }

    @Test("a response that the client does not read is cut off")
    func cutsAnAnswerThatNobodyTakes() async throws {
        try await Self.withServer {
            $0.answer = .milliseconds(300)
        } _: { port in
            let client = try RawConnection(port, receiveBuffer: 4096)
            client.send("GET /try/endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
            // After that, the server does not read either.
            let deadline = ContinuousClock.now + .seconds(5)
            while client.send([0x20]), ContinuousClock.now < deadline { usleep(20_000) }
            #expect(ContinuousClock.now < deadline)
        }
    }

    @Test("a short unread body is skipped and the connection stays open")
    func readsAShortBodyThatWasNotWanted() async throws {
        let answers = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send("POST /try/deaf HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
            let first = try client.read(until: "nothing")
            client.send("no matter" + Self.health)
            return [first, try client.read(until: "ok")]
        }
        #expect(!answers[0].contains("connection: close"))
        #expect(answers[1].hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test("a long unread body closes the connection after the response")
    func closesBehindALongBodyThatWasNotWanted() async throws {
        // The connection is closed because of the length, not because of a timeout.
        let answer = try await Self.withServer {
            $0.head = .hours(1)
        } _: { port in
            let client = try RawConnection(port)
            client.send(
                "POST /try/deaf HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
            let answer = try client.read(until: "nothing")
            let piece = [UInt8](repeating: 0x20, count: 1 << 16)
            var taken = 0
            while taken < 1600, client.send(piece) { taken += 1 }
            // The socket buffers on both ends also count.
            #expect(taken < 400)
            return answer
        }
        #expect(answer.contains("connection: close"))
        #expect(answer.hasSuffix("heard nothing"))
    }

    @Test("an announced body is requested with 100 Continue")
    func letsABodyComeThatWasNotRefused() async throws {
        let answer = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send(
                "POST /try/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                    + "Expect: 100-continue\r\n\r\n")
            #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("hello")
            return try client.read(until: "hello")
        }
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test(
        "the connection is closed if the client requests it",
        arguments: ["close", "Close", "keep-alive, Close"])
    func closesWhereAsked(_ word: String) async throws {
        let answer = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: \(word)\r\n\r\n")
            return try client.readToEnd()
        }
        #expect(answer.hasSuffix("ok"))
    }

    @Test("HTTP/1.0 clients get HTTP/1.0 connections and bodies")
    func speaksToOldClientsAsTheyDo() async throws {
        let answers = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send("GET /try/stream HTTP/1.0\r\nHost: localhost\r\n\r\n")
            let kept = try RawConnection(port)
            kept.send("GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n")
            let first = try kept.read(until: "ok")
            kept.send("GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return [try client.readToEnd(), first, try kept.readToEnd()]
        }
        #expect(answers[0].hasSuffix("\r\n\r\nin two pieces"))
        #expect(answers[1].contains("connection: keep-alive"))
        #expect(answers[2].hasSuffix("ok"))
    }

    @Test("pipelined requests are all answered")
    func answersRequestsInARow() async throws {
        let answer = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send(Self.health + Self.health + Self.health)
            client.finish()
            return try client.readToEnd()
        }
        #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
    }

    @Test("connections above the limit are closed")
    func refusesMoreConnectionsThanThereIsRoomFor() async throws {
        try await Self.withServer {
            $0.connections = 2
        } _: { port in
            let first = try RawConnection(port)
            first.send(Self.health)
            _ = try first.read(until: "ok")
            let second = try RawConnection(port)
            second.send(Self.health)
            _ = try second.read(until: "ok")
            let third = try RawConnection(port)
            third.send(Self.health)
            #expect(try third.readToEnd() == "")
            first.send(Self.health)
            #expect(try first.read(until: "ok").hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test("connections are counted per network")
    func countsConnectionsByHousehold() {
        var limits = ConnectionLimits()
        limits.connectionsByAddress = 2
        let counter = ConnectionCounter(limits)
        func enter(_ address: String, representsManyClients: Bool = false) -> Bool {
            counter.enter(AttemptKey.address(address), representsManyClients: representsManyClients)
        }
        #expect(enter("fd99::2") && enter("fd99::3"))
        #expect(!enter("fd99::4") && !enter("fd99::ffff:4"))
        #expect(enter("fd99:0:0:1::2") && enter("192.0.2.1") && enter("192.0.2.2"))
        #expect(enter("fd99::5", representsManyClients: true))
        #expect(counter.refused == 2)
        for _ in 0..<4 { counter.leave(AttemptKey.address("fd99::9")) }
        #expect(enter("fd99::4"))
    }

    @Test("open requests are finished before the server stops")
    func finishesWhatIsAskedWhenItIsToStop() async throws {
        let (requested, came) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let slow = Route(.get, "/try/slow", for: .anyone) { _, _ in
            came.yield()
            for await _ in released { break }
            return .text("whole")
        }
        var options = ServerOptions()
        options.port = 0
        let scene = try WebScene(options)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let server = scene.server([slow])
        let serving = Task { try await server.run { found.yield($0) } }
        let port = await ports.first { _ in true } ?? 0
        let (client, idle) = try await onThread {
            (try RawConnection(port), try RawConnection(port))
        }
        client.send("GET /try/slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await requested.first { _ in true }
        serving.cancel()
        // Idle connections are closed immediately.
        #expect(try await onThread { try idle.readToEnd() } == "")
        release.yield()
        let answer = try await onThread { try client.readToEnd() }
        #expect(answer.hasSuffix("whole"))
        #expect(answer.contains("connection: close"))
        try await serving.value
        #expect(throws: RawConnection.Failure.self) { _ = try RawConnection(port) }
    }
}

/// Counts the bytes that were read from a file.
private final class ReadBytes: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }
    func add(_ more: Int) { state.withLock { $0 += more } }
}
