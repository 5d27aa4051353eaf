import HTTPTypes

/// Lets few do something costly at a time; some wait for their turn, the rest are sent away.
actor BoundedTurns {
    private let limit: Int
    private let longestQueue: Int
    private let refusal: String
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes turns.
    ///
    /// - Parameters:
    ///   - limit: how many have a turn at a time.
    ///   - queue: how many may wait.
    ///   - refusal: the text of the tables for those that are sent away.
    init(limit: Int, queue: Int, refusal: String = "error.many-sign-in") {
        self.limit = limit
        longestQueue = queue
        self.refusal = refusal
    }

    /// Does something once it is its turn.
    ///
    /// - Throws: 503 with `Retry-After` where too many wait; what `body` throws.
    func run<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await begin()
        defer { end() }
        return try await body()
    }

    /// Takes a turn once there is one, which `end` is to give back.
    ///
    /// - Throws: 503 with `Retry-After` where too many wait.
    func begin() async throws(Problem) {
        if running < limit {
            running += 1
        } else {
            guard waiting.count < longestQueue else {
                throw Problem(
                    .serviceUnavailable, say: refusal, headers: [.retryAfter: "2"])
            }
            // Whoever ends hands the turn on.
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Gives a turn back.
    func end() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}
