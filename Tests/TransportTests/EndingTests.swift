import Basics
import Foundation
import GalleryModel
import TestSupport
import Testing
import Transport

@Suite("Cancelling, closing and sharing connections", .timeLimit(.minutes(1)))
struct EndingTests {
    @Test("a canceled task's transfer ends within a tenth of a second")
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
            // Other tests share the cores and can delay one of them; a transport that is slow to
            // cancel would delay all five.
            let shortest = try #require(durations.min())
            let longest = try #require(durations.max())
            #expect(shortest < .milliseconds(100))
            #expect(longest < .seconds(1))
        }
    }

    @Test("a task canceled before it starts sends nothing")
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

    @Test("a canceled download keeps the data needed to resume it")
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
                        for: .local(server.url("/"), file: path))
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

    @Test("an unused transport closes and sends no requests afterwards")
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

    @Test("at most eight connections per host are open, and all requests are served")
    func connectionCap() async throws {
        let busy = Counter()
        let full = Gate()
        try await withServer { _ in
            // The first eight responses are sent together, so that all eight connections are
            // needed.
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

    @Test("a list that drips ends at a multiple of the idle timeout and is not retried")
    func dripping() async throws {
        let gates = (0..<200).map { _ in Gate() }
        let drips = Task {
            for gate in gates {
                try await Task.sleep(for: .milliseconds(50))
                gate.open()
            }
        }
        defer { drips.cancel() }
        let start = LoopbackReply.head(200, [("Content-Length", "100000")])
        let steps = gates.flatMap {
            [.wait($0), .bytes([UInt8](repeating: 0x20, count: 10))] as [LoopbackReply.Step]
        }
        try await withServer(.impatient) { _ in
            LoopbackReply([.bytes(start)] + steps)
        } test: { server, transport in
            let time = await ContinuousClock().measure {
                let failure = await code {
                    try await transport.response(for: .local(server.url("/list")))
                }
                #expect(failure == .stalled)
            }
            #expect(time > .seconds(3) && time < .seconds(9))
            #expect(server.requests.count == 1)
        }
    }

    @Test("a request that waits for a free connection has not stalled")
    func waitingIsNoStall() async throws {
        var configuration = TransportConfiguration.once
        configuration.maximumConnectionsPerHost = 1
        configuration.limits.idleTimeoutSeconds = 2
        try await withServer(configuration) { request in
            request.target == "/mute" ? LoopbackReply([.wait(Gate())]) : .text("second")
        } test: { server, transport in
            async let mute = code { try await transport.response(for: .local(server.url("/mute"))) }
            while server.requests.isEmpty { await Task.yield() }
            // Waits until the first request stalls, then has the full timeout.
            let duration = try await ContinuousClock().measure {
                let second = try await transport.response(for: .local(server.url("/2")))
                #expect(second.body == Data("second".utf8))
            }
            #expect(duration > .seconds(1))
            #expect(await mute == .stalled)
        }
    }
}
