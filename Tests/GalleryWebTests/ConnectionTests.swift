import Basics
import Foundation
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite(.serialized) struct ConnectionTests {
    /// A server whose patience is short, with routes for what is tried.
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

    @Test func answersAmongAThousandSlowClients() async throws {
        OpenFiles.raiseLimit()
        // The slow ones are never cut off: an answer shows that nobody waits for them.
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

    @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: loc", health + "GET /"])
    func partsFromWhoSendsNoHead(_ sent: String) async throws {
        let answer = try await Self.withServer {
            // A whole request is to be sent in time, a part of one never is.
            $0.head = sent.hasPrefix(Self.health) ? .seconds(5) : .milliseconds(200)
            $0.idle = .milliseconds(400)
        } _: { port in
            let client = try RawConnection(port)
            client.send(sent)
            return try client.readToEnd()
        }
        #expect(answer.hasSuffix(sent.hasPrefix(Self.health) ? "ok" : ""))
    }

    @Test func tellsWhoseBodyStandsStill() async throws {
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

    @Test func cutsAnAnswerThatNobodyTakes() async throws {
        try await Self.withServer {
            $0.answer = .milliseconds(300)
        } _: { port in
            let client = try RawConnection(port, receiveBuffer: 4096)
            client.send("GET /try/endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
            // Once it is cut, the server takes nothing either.
            let deadline = ContinuousClock.now + .seconds(5)
            while client.send([0x20]), ContinuousClock.now < deadline { usleep(20_000) }
            #expect(ContinuousClock.now < deadline)
        }
    }

    @Test func readsAShortBodyThatWasNotWanted() async throws {
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

    @Test func closesBehindALongBodyThatWasNotWanted() async throws {
        // It is closed for what comes, not for the time it takes.
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
            // What the systems on both ends keep counts too.
            #expect(taken < 400)
            return answer
        }
        #expect(answer.contains("connection: close"))
        #expect(answer.hasSuffix("heard nothing"))
    }

    @Test func letsABodyComeThatWasNotRefused() async throws {
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

    @Test(arguments: ["close", "Close", "keep-alive, Close"])
    func closesWhereAsked(_ word: String) async throws {
        let answer = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: \(word)\r\n\r\n")
            return try client.readToEnd()
        }
        #expect(answer.hasSuffix("ok"))
    }

    @Test func speaksToOldClientsAsTheyDo() async throws {
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

    @Test func answersRequestsInARow() async throws {
        let answer = try await Self.withServer { port in
            let client = try RawConnection(port)
            client.send(Self.health + Self.health + Self.health)
            client.finish()
            return try client.readToEnd()
        }
        #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
    }

    @Test func refusesMoreConnectionsThanThereIsRoomFor() async throws {
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

    @Test func finishesWhatIsAskedWhenItIsToStop() async throws {
        let (asked, came) = AsyncStream.makeStream(of: Void.self)
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
        _ = await asked.first { _ in true }
        serving.cancel()
        // What asked for nothing is closed at once.
        #expect(try await onThread { try idle.readToEnd() } == "")
        release.yield()
        let answer = try await onThread { try client.readToEnd() }
        #expect(answer.hasSuffix("whole"))
        #expect(answer.contains("connection: close"))
        try await serving.value
        #expect(throws: RawConnection.Failure.self) { _ = try RawConnection(port) }
    }
}
