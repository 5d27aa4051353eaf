import Dispatch

/// Runs work that waits for the disk, one piece at a time, off the cooperative threads.
struct FileThread: Sendable {
    private let queue = DispatchQueue(label: "gallery.transport.files")

    /// Runs the work and returns what it returns.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
