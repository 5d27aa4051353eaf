import HTTPTypes
import Testing

@testable import GalleryWeb

@Suite("Attempt limits")
struct AttemptLimitsTests {
    private func wait(_ limits: AttemptLimits, _ key: String = "a") -> String? {
        do throws(Problem) {
            try limits.begin(key)
            return nil
        } catch {
            #expect(error.status == .tooManyRequests)
            return error.headers[.retryAfter]
        }
    }

    @Test("waiting times grow after the free attempts")
    func waitsGrowAfterTheFreeAttempts() {
        let clock = HandClock()
        let limits = AttemptLimits(.init(free: 3, maximumWait: .seconds(40)), now: { clock.now })
        for _ in 0..<3 { #expect(wait(limits) == nil) }
        for seconds in [8, 16, 32, 40, 40] {
            #expect(wait(limits) == String(seconds))
            #expect(wait(limits, "b") == nil)
            limits.reset("b")
            clock.advance(seconds)
            #expect(wait(limits) == nil)
        }
        limits.reset("a")
        #expect(wait(limits) == nil)
        clock.advance(3601)
        for _ in 0..<3 { #expect(wait(limits) == nil) }
    }

    @Test("successful attempts do not count")
    func whatWasRightDoesNotCount() {
        let limits = AttemptLimits(.init(free: 3, maximumWait: .seconds(10)))
        for _ in 0..<20 {
            #expect(wait(limits) == nil)
            limits.forgetAttempt("a")
        }
        #expect(limits.count == 0)
    }

    @Test("the newest keys are remembered, up to the capacity")
    func remembersSoManyAndTheLatest() {
        let clock = HandClock()
        let limits = AttemptLimits(
            .init(free: 2, maximumWait: .seconds(10), capacity: 100), now: { clock.now })
        for number in 0..<1000 {
            clock.advance(1)
            _ = wait(limits, "\(number)")
        }
        #expect(limits.count <= 100)
        #expect(wait(limits, "999") == nil)
        #expect(wait(limits, "999") == "8")
    }

    @Test("a suspect client waits after its first failure")
    func whoFailedWaitsFromTheFirstFailureOnWhileSuspect() throws {
        let clock = HandClock()
        let limits = AttemptLimits(.init(free: 10, maximumWait: .seconds(20)), now: { clock.now })
        for _ in 0..<3 { try limits.begin("fresh", isSuspect: true) }
        for seconds in [8, 8, 8] {
            try limits.begin("a", isSuspect: true)
            limits.fail("a")
            #expect(throws: Problem.self) { try limits.begin("a", isSuspect: true) }
            clock.advance(seconds - 1)
            #expect(throws: Problem.self) { try limits.begin("a", isSuspect: true) }
            clock.advance(1)
        }
        try limits.begin("a")
    }

    @Test("requests beyond the queue are rejected")
    func sendsAwayWhoWouldWaitTooLong() async throws {
        let turns = BoundedTurns(limit: 1, queue: 1)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                try await turns.run {
                    begin.yield()
                    for await _ in gate { break }
                    return 1
                }
            }
            for await _ in begun { break }
            // Of two more requests, the first waits and the other is rejected.
            for _ in 0..<2 {
                group.addTask {
                    do { return try await turns.run { 2 } } catch let problem as Problem {
                        #expect(problem.status == .serviceUnavailable)
                        #expect(problem.headers[.retryAfter] == "2")
                        return 0
                    }
                }
            }
            #expect(try await group.next() == 0)
            open.yield()
            var rest: [Int] = []
            for try await value in group { rest.append(value) }
            #expect(rest.sorted() == [1, 2])
        }
    }
}
