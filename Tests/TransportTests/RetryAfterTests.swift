import Foundation
import GalleryModel
import Synchronization
import TestSupport
import Testing

@testable import Transport

@Suite("Retry-After", .timeLimit(.minutes(1)))
struct RetryAfterTests {
    static let now = 784_111_000.0  // 1994-11-06 08:36:40 UTC

    @Test(
        "seconds and dates in all three formats are read, anything else is nil",
        arguments: [
            ("120", 120), (" 0 ", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 777), ("Sun Nov  6 08:49:37 1994", 777),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("99999999999999999999999999", .infinity), ("-5", nil), ("1.5", nil), ("soon", nil),
            ("", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
            ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("١٢", nil),
            ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, +6 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37+01:00 GMT", nil), ("Sun, 06 Nov 1994 08:49:37Z GMT", nil),
            ("Sun, 006 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 4 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:48:60 GMT", 740),
        ] as [(String, Double?)])
    func values(text: String, seconds: Double?) {
        #expect(RetryAfter.seconds(text, now: RetryAfterTests.now) == seconds)
    }

    @Test("the next attempt waits at least the given time")
    func waits() async throws {
        let clock = ManualClock()
        try await withServer(clock: clock.clock) { request in
            request.number == 0 ? .text("", status: 429, [("Retry-After", "7")]) : .text("ok")
        } test: { server, transport in
            let response = try await transport.response(for: .local(server.url("/")))
            #expect(response.body == Data("ok".utf8))
            #expect(server.requests.count == 2)
            #expect(clock.sleeps == [7])
        }
    }

    @Test("a date is measured against the server's own clock")
    func serverDate() async throws {
        let clock = ManualClock()
        try await withServer(clock: clock.clock) { request in
            let date = ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
            return request.number == 0
                ? .text("", status: 503, [date, ("Retry-After", "Sun, 06 Nov 1994 08:49:49 GMT")])
                : .text("ok")
        } test: { server, transport in
            _ = try await transport.response(for: .local(server.url("/")))
            #expect(clock.sleeps == [12])
        }
    }

    @Test("beyond the limit the transfer ends at once and reports when to retry")
    func beyondCap() async throws {
        for configuration in [TransportConfiguration.test, .once] {
            for (seconds, isBeyond) in [(3_600, true), (601, true), (600, false)] {
                let clock = ManualClock()
                try await withServer(configuration, clock: clock.clock) { request in
                    request.number == 0
                        ? .text("", status: 503, [("Retry-After", "\(seconds)")]) : .text("ok")
                } test: { server, transport in
                    let failed = await code {
                        try await transport.response(for: .local(server.url("/")))
                    }
                    let waits = !isBeyond && configuration.limits.retries > 0
                    let last = TransportError.Code.unavailable(status: 503)
                    let later = TransportError.Code.rateLimited(retryAfterSeconds: Double(seconds))
                    #expect(failed == (isBeyond ? later : waits ? nil : last))
                    #expect(server.requests.count == (waits ? 2 : 1))
                    #expect(clock.sleeps == (waits ? [600] : []))
                }
            }
        }
    }

    @Test("after the last retry the server's delay is in the error")
    func lastRetry() async throws {
        try await withServer(.once) { _ in
            .text("", status: 429, [("Retry-After", "9")])
        } test: { server, transport in
            let failed = await code { try await transport.response(for: .local(server.url("/"))) }
            #expect(failed == .rateLimited(retryAfterSeconds: 9))
        }
    }

    @Test("other requests to the same server pause, and those to other servers do not")
    func hostPause() async throws {
        let clock = ManualClock()
        let other = try await LoopbackServer { _ in .text("other") }
        try await withServer(.once, clock: clock.clock) { request in
            request.target == "/busy"
                ? .text("", status: 429, [("Retry-After", "30")]) : .text("ok")
        } test: { server, transport in
            _ = await code { try await transport.response(for: .local(server.url("/busy"))) }
            #expect(clock.sleeps == [])
            _ = try await transport.response(for: .local(other.url("/")))
            #expect(clock.sleeps == [])
            _ = try await transport.response(for: .local(server.url("/free")))
            #expect(clock.sleeps == [30])
            _ = try await transport.response(for: .local(server.url("/free")))
            #expect(clock.sleeps == [30])
        }
        await other.close()
    }

    @Test("a pause that begins while an attempt is prepared is waited for")
    func pauseBeforeAttempt() async throws {
        let clock = ManualClock()
        try await withServer(.once, clock: clock.clock) { request in
            request.target == "/busy"
                ? .text("", status: 429, [("Retry-After", "30")]) : .text("ok")
        } test: { server, transport in
            _ = try await transport.response(for: .local(server.url("/free"))) {
                _ = await code { try await transport.response(for: .local(server.url("/busy"))) }
                #expect(clock.sleeps == [])
            }
            #expect(clock.sleeps == [30])
        }
    }

    @Test("a pause that is over is forgotten")
    func forgotten() async throws {
        let clock = ManualClock()
        let transport = HTTPTransport(configuration: .test, clock: clock.clock)
        let origin = try #require(HTTPURL("http://127.0.0.1/")).origin
        transport.pause(origin, seconds: 30)
        #expect(transport.pauses.withLock { $0.count } == 1)
        try await transport.waitForPause(of: origin)
        #expect(clock.sleeps == [30] && transport.pauses.withLock { $0.isEmpty })
    }
}
