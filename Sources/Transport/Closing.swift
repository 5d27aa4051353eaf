import Synchronization

/// Ends work of any kind when the transport closes.
final class Closing: Sendable {
    private struct State {
        var isClosed = false
        var next = 0
        var cancellations: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Whether the transport is closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Cancels all work that runs and all that comes.
    func close() {
        let cancellations = state.withLock { state in
            state.isClosed = true
            defer { state.cancellations = [:] }
            return Array(state.cancellations.values)
        }
        for cancel in cancellations { cancel() }
    }

    /// Runs work that is cancelled when the transport closes or the caller's task is cancelled.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // Owned here: awaited below, cancelled with the caller and by `close`.
        let task = Task { try await work() }
        let key: Int? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.next += 1
            state.cancellations[state.next] = { task.cancel() }
            return state.next
        }
        if key == nil { task.cancel() }
        defer { if let key { state.withLock { $0.cancellations[key] = nil } } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
