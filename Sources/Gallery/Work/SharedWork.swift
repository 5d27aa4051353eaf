/// Does work that several tasks may ask for at the same time: the same work once, and not more at a time
/// than there are cores.
actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
    private let limit: Int
    private var underWay: [Key: Task<Value, any Error>] = [:]
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes a place for work.
    ///
    /// - Parameter limit: how much of it is done at a time.
    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// What the work gives; where the same work is under way, what that gives.
    ///
    /// The work is finished even where the task that asked for it first is cancelled: another one may
    /// wait for it.
    ///
    /// - Throws: what `body` throws.
    func value(
        of key: Key, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        if let task = underWay[key] { return try await task.value }
        let task = Task {
            await enter()
            defer { leave(key) }
            return try await body()
        }
        underWay[key] = task
        return try await task.value
    }

    private func enter() async {
        if running < limit {
            running += 1
        } else {
            // Whoever leaves hands its place on.
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave(_ key: Key) {
        underWay[key] = nil
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}
