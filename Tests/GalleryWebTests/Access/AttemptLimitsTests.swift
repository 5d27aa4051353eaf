import HTTPTypes
import Synchronization
import Testing

@testable import GalleryWeb

@Suite struct AttemptLimitsTests {
    /// A clock that is set by hand.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
    }

    private func wait(_ limits: AttemptLimits, _ key: String = "a") -> String? {
        do throws(Problem) {
            try limits.begin(key)
            return nil
        } catch {
            #expect(error.status == .tooManyRequests)
            return error.headers[.retryAfter]
        }
    }

    @Test func waitsGrowAfterTheFreeAttempts() {
        let clock = Clock()
        let limits = AttemptLimits(.init(free: 3, longest: .seconds(40)), now: { clock.now })
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

    @Test func whatWasRightDoesNotCount() {
        let limits = AttemptLimits(.init(free: 3, longest: .seconds(10)))
        for _ in 0..<20 {
            #expect(wait(limits) == nil)
            limits.takeBack("a")
        }
        #expect(limits.count == 0)
    }

    @Test func remembersSoManyAndTheLatest() {
        let clock = Clock()
        let limits = AttemptLimits(
            .init(free: 2, longest: .seconds(10), capacity: 100), now: { clock.now })
        for number in 0..<1000 {
            clock.advance(1)
            _ = wait(limits, "\(number)")
        }
        #expect(limits.count <= 100)
        #expect(wait(limits, "999") == nil)
        #expect(wait(limits, "999") == "8")
    }

    @Test func sendsAwayWhoWouldWaitTooLong() async throws {
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
            // Of two more, one waits and the other is sent away, whichever comes first.
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
