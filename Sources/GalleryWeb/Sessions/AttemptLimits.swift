import HTTPTypes
import Synchronization

/// Bounds how often something can be tried in vain: some attempts are free, then the next waits for 8 seconds, and
/// each after it for twice as long.
///
/// An attempt counts when it begins, so that many at the same time are no way around it, and is taken back when
/// it was right. What is remembered is bounded; what was tried last stays longest.
final class AttemptLimits: Sendable {
    /// How much is allowed.
    struct Rule: Sendable {
        /// How many attempts in vain nobody waits for.
        var free: Int
        /// The longest wait.
        var longest: Duration
        /// After which time without an attempt all is forgotten.
        var memory: Duration = .seconds(3600)
        /// For how many keys attempts are remembered.
        var capacity = 10_000
    }

    private struct State {
        var count = 0
        var last: ContinuousClock.Instant
        var closedUntil: ContinuousClock.Instant
    }

    private let rule: Rule
    private let now: @Sendable () -> ContinuousClock.Instant
    private let states = Mutex<[String: State]>([:])

    /// Makes limits that nothing was tried against.
    ///
    /// - Parameter now: the clock, for tests.
    init(_ rule: Rule, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.rule = rule
        self.now = now
    }

    /// Counts an attempt.
    ///
    /// - Throws: 429 with `Retry-After` where there were too many; then it does not count.
    func begin(_ key: String) throws(Problem) {
        let now = now()
        let wait = states.withLock { states -> Duration? in
            var state = states[key] ?? State(last: now, closedUntil: now)
            if state.closedUntil > now { return state.closedUntil - now }
            if now - state.last > rule.memory { state.count = 0 }
            state.count += 1
            state.last = now
            if state.count >= rule.free {
                let doublings = min(state.count - rule.free + 1, 20)
                state.closedUntil = now + min(.seconds(4 << doublings), rule.longest)
            }
            if states[key] == nil, states.count >= rule.capacity { forget(&states, now) }
            states[key] = state
            return nil
        }
        if let wait { throw AttemptLimits.problem(wait) }
    }

    /// What an attempt would be refused with; nil where one may be made.
    ///
    /// It does not count.
    func refusal(_ key: String) -> Problem? {
        let now = now()
        let wait = states.withLock { states in
            states[key].flatMap { $0.closedUntil > now ? $0.closedUntil - now : nil }
        }
        return wait.map(AttemptLimits.problem)
    }

    private static func problem(_ wait: Duration) -> Problem {
        let seconds = wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
        return Problem(
            .tooManyRequests, say: "error.too-many-tries", ["seconds": "\(seconds)"],
            headers: [.retryAfter: String(seconds)])
    }

    /// Takes an attempt back that was right, or that never came to an answer.
    func takeBack(_ key: String) {
        let now = now()
        states.withLock { states in
            guard var state = states[key] else { return }
            state.count -= 1
            state.closedUntil = now
            states[key] = state.count > 0 ? state : nil
        }
    }

    /// Forgets all attempts of a key.
    func reset(_ key: String) {
        states.withLock { $0[key] = nil }
    }

    /// How many keys are remembered.
    var count: Int { states.withLock(\.count) }

    /// Makes room: what is over goes, else the tenth that was tried longest ago.
    private func forget(_ states: inout [String: State], _ now: ContinuousClock.Instant) {
        states = states.filter { $0.value.closedUntil > now || now - $0.value.last <= rule.memory }
        guard states.count >= rule.capacity else { return }
        let oldest = states.sorted { $0.value.last < $1.value.last }.prefix(rule.capacity / 10 + 1)
        for (key, _) in oldest { states[key] = nil }
    }
}
