import HTTPTypes

/// Lets few do something costly at a time; some wait for their turn, the rest are sent away.
actor BoundedTurns {
    private let limit: Int
    private let longestQueue: Int
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes turns.
    ///
    /// - Parameters:
    ///   - limit: how many have a turn at a time.
    ///   - queue: how many may wait.
    init(limit: Int, queue: Int) {
        self.limit = limit
        longestQueue = queue
    }

    /// Does something once it is its turn.
    ///
    /// - Throws: 503 with `Retry-After` where too many wait; what `body` throws.
    func run<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        if running < limit {
            running += 1
        } else {
            guard waiting.count < longestQueue else {
                throw Problem(
                    .serviceUnavailable, say: "error.many-sign-in",
                    headers: [.retryAfter: "2"])
            }
            // Whoever ends hands the turn on.
            await withCheckedContinuation { waiting.append($0) }
        }
        defer { if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() } }
        return try await body()
    }
}
