import Basics
import HTTPTypes
import Synchronization

/// Limits failed attempts: after some free attempts the wait is 8 seconds and doubles with each
/// further attempt.
///
/// An attempt counts from its beginning, so concurrent attempts do not bypass the limit; successful
/// attempts are uncounted afterwards. The number of remembered keys is limited, and the least
/// recently used are removed first.
final class AttemptLimits: Sendable {
    /// The parameters of a limit.
    struct Rule: Sendable {
        /// The number of failed attempts without a wait.
        var free: Int
        /// The maximum wait.
        var maximumWait: Duration
        /// The time after the last attempt when a key is forgotten.
        var memory: Duration = .seconds(3600)
        /// The maximum number of remembered keys.
        var capacity = 10_000

        /// Returns the wait after a number of attempts beyond the free ones.
        func wait(_ count: Int) -> Duration { min(.seconds(4 << min(count, 20)), maximumWait) }
    }

    private struct State {
        var count = 0
        /// The number of attempts known to have failed.
        var failed = 0
        var last: ContinuousClock.Instant
        var closedUntil: ContinuousClock.Instant
    }

    private let rule: Rule
    private let now: @Sendable () -> ContinuousClock.Instant
    private let states = Mutex<[String: State]>([:])

    /// Creates limits without attempts.
    ///
    /// - Parameter now: the clock; replaced in tests.
    init(_ rule: Rule, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.rule = rule
        self.now = now
    }

    /// Counts an attempt.
    ///
    /// - Parameter isSuspect: true to make a key with earlier failures wait as if its free attempts
    ///   were used up.
    /// - Throws: 429 with `Retry-After` if there were too many attempts; the attempt is not
    ///   counted.
    func begin(_ key: String, isSuspect: Bool = false) throws(Problem) {
        let now = now()
        let wait = states.withLock { states -> Duration? in
            var state = states[key] ?? State(last: now, closedUntil: now)
            if now - state.last > rule.memory { (state.count, state.failed) = (0, 0) }
            if isSuspect, state.failed > 0 {
                let wait = rule.wait(max(state.failed - rule.free + 1, 1))
                state.closedUntil = max(state.closedUntil, state.last + wait)
            }
            if state.closedUntil > now { return state.closedUntil - now }
            state.count += 1
            state.last = now
            if state.count >= rule.free {
                state.closedUntil = now + rule.wait(state.count - rule.free + 1)
            }
            if states[key] == nil, states.count >= rule.capacity { forget(&states) }
            states[key] = state
            return nil
        }
        if let wait { throw AttemptLimits.problem(wait) }
    }

    /// Returns the error for an attempt; nil if one is allowed.
    ///
    /// This does not count as an attempt.
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

    /// Uncounts an attempt that succeeded or was not completed.
    func forgetAttempt(_ key: String) {
        let now = now()
        states.withLock { states in
            guard var state = states[key] else { return }
            state.count -= 1
            state.closedUntil = now
            states[key] = state.count > 0 ? state : nil
        }
    }

    /// Marks an attempt as failed.
    func fail(_ key: String) { states.withLock { $0[key]?.failed += 1 } }

    /// Removes all attempts of a key.
    func reset(_ key: String) { states.withLock { $0[key] = nil } }

    /// The number of remembered keys.
    var count: Int { states.withLock(\.count) }

    /// Removes the least recently used tenth.
    private func forget(_ states: inout [String: State]) {
        let oldest = states.sorted { $0.value.last < $1.value.last }.prefix(rule.capacity / 10 + 1)
        for (key, _) in oldest { states[key] = nil }
    }
}

/// Limits password attempts, which slows down guessing without locking out the owner.
///
/// A household with too many failures must wait. A household without failures is never refused
/// because of others: while a password has many failures, only households that contributed must
/// wait after each failure.
final class PasswordAttempts: Sendable {
    /// A hash takes 32 MiB and a core; limiting turns per household leaves some for others.
    private let turns = BoundedTurns(limit: 2, queue: 256, each: 8)
    private let households: AttemptLimits
    private let targets: AttemptLimits

    /// Creates limits without attempts.
    ///
    /// - Parameters:
    ///   - free: the number of failures per password before households with failures must wait.
    ///   - now: the clock.
    init(free: Int, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        households = AttemptLimits(.init(free: 10, maximumWait: .seconds(900)), now: now)
        targets = AttemptLimits(.init(free: free, maximumWait: .seconds(60)), now: now)
    }

    /// Checks a password and returns the result; nil for a wrong password.
    ///
    /// - Parameters:
    ///   - target: identifies the password.
    ///   - client: the client that sent the password.
    ///   - open: checks the password.
    /// - Throws: 429 and 503 with `Retry-After`; the errors of `open`, after which the attempt is
    ///   not counted.
    func check<Value: Sendable>(
        _ target: String, from client: Client,
        open: @Sendable () async throws -> Value?
    ) async throws -> Value? {
        let household = AttemptKey.address(client.address)
        try households.begin(household, isSuspect: targets.refusal(target) != nil)
        let opened: Value?
        do { opened = try await turns.run(for: household, open) } catch {
            households.forgetAttempt(household)
            throw error
        }
        if opened == nil {
            households.fail(household)
            try? targets.begin(target)
        } else {
            households.forgetAttempt(household)
            targets.reset(target)
        }
        return opened
    }
}

/// Keys for counting attempts.
enum AttemptKey {
    /// Returns the household of an address.
    static func address(_ text: String) -> String {
        guard let address = IPAddress(text: text) else { return text }
        return address.household.map(String.init).joined(separator: ".")
    }
}

/// Limits concurrent costly operations; some wait for their turn and the rest are rejected.
actor BoundedTurns {
    private let limit: Int
    private let maximumQueueLength: Int
    private let each: Int
    private let refusal: String
    private var running = 0
    /// The number of running and waiting operations per household.
    private(set) var held: [String: Int] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of concurrent operations.
    ///   - queue: the maximum number of waiting operations.
    ///   - each: the maximum number of running and waiting operations per household.
    ///   - refusal: the text key of the error for rejected operations.
    init(limit: Int, queue: Int, each: Int = .max, refusal: String = "error.many-sign-in") {
        self.limit = limit
        maximumQueueLength = queue
        self.each = each
        self.refusal = refusal
    }

    /// Runs an operation in its turn.
    ///
    /// - Parameter household: the household of the client; nil for none.
    /// - Throws: 503 with `Retry-After` if too many operations are waiting; the errors of `body`.
    func run<Value: Sendable>(
        for household: String? = nil, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await begin(for: household)
        defer { end(for: household) }
        return try await body()
    }

    /// Waits for a turn, which must be ended with `end`.
    ///
    /// - Throws: 503 with `Retry-After` if too many operations are waiting.
    func begin(for household: String? = nil) async throws(Problem) {
        let own = household.map { held[$0, default: 0] } ?? 0
        guard own < each, running < limit || waiting.count < maximumQueueLength else {
            throw Problem(.serviceUnavailable, say: refusal, headers: [.retryAfter: "2"])
        }
        if let household { held[household] = own + 1 }
        if running < limit {
            running += 1
        } else {
            // `end` passes the turn to the next waiting operation.
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Ends a turn.
    func end(for household: String? = nil) {
        if let household, let own = held[household] { held[household] = own > 1 ? own - 1 : nil }
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}
