import Basics
import Foundation
import GalleryModel
import TestSupport
import Testing
import Transport

@Suite("Cancelling, closing and sharing connections", .timeLimit(.minutes(1)))
struct EndingTests {
    @Test("a cancelled task's transfer ends within a tenth of a second")
    func cancel() async throws {
        let gates = (0..<5).map { _ in Gate() }
        try await withServer { request in
            LoopbackReply([.open(gates[request.number]), .wait(Gate())])
        } test: { server, transport in
            var durations: [Duration] = []
            for gate in gates {
                let task = Task { try await transport.response(for: .local(server.url("/"))) }
                await gate.wait()
                let duration = await ContinuousClock().measure {
                    task.cancel()
                    await #expect(throws: CancellationError.self) { try await task.value }
                }
                durations.append(duration)
            }
            // Other tests share the cores and can delay one of them; a transport that were slow to
            // cancel would delay all five.
            let shortest = try #require(durations.min())
            let longest = try #require(durations.max())
            #expect(shortest < .milliseconds(100))
            #expect(longest < .seconds(1))
        }
    }

    @Test("a task cancelled before it begins sends nothing")
    func cancelledBefore() async throws {
        let go = Gate()
        try await withServer { _ in
            .text("")
        } test: { server, transport in
            let task = Task {
                await go.wait()
                return try await transport.response(for: .local(server.url("/")))
            }
            task.cancel()
            go.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a cancelled download keeps what can be resumed")
    func cancelDownload() async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try await withServer { _ in
                .partial(
                    200, [("ETag", "\"1\"")], length: 100_000, body: pattern(50_000),
                    then: [.wait(Gate())])
            } test: { server, transport in
                let task = Task {
                    try await transport.response(
                        for: .local(server.url("/"), destination: .file(path)))
                }
                while ((try? contents(path).count) ?? 0) < 50_000 { await Task.yield() }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(names(folder) == ["a.part", "a.part.meta"])
            }
        }
    }

    @Test("close ends transfers and waits within a second; later requests fail")
    func close() async throws {
        let reached = Gate()
        let waiting = Gate()
        try await withServer(clock: .system) { _ in
            LoopbackReply([.open(reached), .wait(Gate())])
        } test: { server, transport in
            let running = Task { try await transport.response(for: .local(server.url("/"))) }
            let held = Task {
                try await transport.response(
                    for: .local(server.url("/")),
                    willAttempt: {
                        waiting.open()
                        try await Task.sleep(for: .seconds(3_600))
                    })
            }
            await reached.wait()
            await waiting.wait()
            let duration = await ContinuousClock().measure {
                await transport.close()
                #expect(await code { try await running.value } == .cancelled)
                #expect(await code { try await held.value } == .cancelled)
            }
            #expect(duration < .seconds(1))
            let later = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(later == .cancelled)
            await transport.close()
        }
    }

    @Test("close ends a transfer that waits for its retry")
    func closeBackoff() async throws {
        try await withServer(clock: .system) { _ in
            .text("", status: 503, [("Retry-After", "500")])
        } test: { server, transport in
            let task = Task { try await transport.response(for: .local(server.url("/"))) }
            while server.requests.isEmpty { await Task.yield() }
            await transport.close()
            #expect(await code { try await task.value } == .cancelled)
        }
    }

    @Test("a transport that was never used closes, and asks nothing from then on")
    func closeUnused() async throws {
        try await withServer { _ in
            .text("too late")
        } test: { server, _ in
            let transport = HTTPTransport(configuration: .test)
            await transport.close()
            let request = TransferRequest.local(server.url("/"))
            #expect(await code { try await transport.response(for: request) } == .cancelled)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("eight connections to a host at most, and all requests are served")
    func connectionCap() async throws {
        let busy = Counter()
        let full = Gate()
        try await withServer { _ in
            // The first eight answer together, so that all eight connections are needed.
            if busy.increment() == 7 { full.open() }
            return LoopbackReply([.wait(full)] + LoopbackReply.answer(body: pattern(2_000)).steps)
        } test: { server, transport in
            let total = try await withThrowingTaskGroup(of: Int64.self) { group in
                for index in 0..<40 {
                    group.addTask {
                        try await transport.response(for: .local(server.url("/\(index)")))
                            .byteCount
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(total == 80_000)
            #expect(server.mostOpenConnections == 8)
            #expect(server.connectionCount == 8)
        }
    }

    @Test("a request that waits for a free connection has not stalled")
    func waitingIsNoStall() async throws {
        var configuration = TransportConfiguration.once
        configuration.maximumConnectionsPerHost = 1
        configuration.idleTimeoutSeconds = 2
        try await withServer(configuration) { request in
            request.target == "/mute" ? LoopbackReply([.wait(Gate())]) : .text("second")
        } test: { server, transport in
            async let mute = code { try await transport.response(for: .local(server.url("/mute"))) }
            while server.requests.isEmpty { await Task.yield() }
            // Waits as long as the first one takes to stall, then has the whole time for itself.
            let duration = try await ContinuousClock().measure {
                let second = try await transport.response(for: .local(server.url("/2")))
                #expect(second.body == Data("second".utf8))
            }
            #expect(duration > .seconds(1))
            #expect(await mute == .stalled)
        }
    }
}
