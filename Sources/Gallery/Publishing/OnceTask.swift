/// Work that is done once: whoever needs it meanwhile, and later, has the same result or error.
actor OnceTask<Value: Sendable> {
    private let work: @Sendable () async throws -> Value
    private var task: Task<Value, any Error>?

    init(_ work: @escaping @Sendable () async throws -> Value) {
        self.work = work
    }

    /// What came of the work, which begins with the first call.
    ///
    /// - Throws: what the work throws; `CancellationError`.
    func value() async throws -> Value {
        let task = self.task ?? Task { [work] in try await work() }
        self.task = task
        let value = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        // Work that was given up tells nothing, and nothing is to be done after it.
        try Task.checkCancellation()
        return value
    }
}
