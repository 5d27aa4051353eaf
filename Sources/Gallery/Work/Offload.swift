import Basics
import Dispatch
import GalleryModel
import Synchronization

/// Runs blocking work (SQL, files, hashing) on a Dispatch thread, so that it does not occupy the
/// cooperative pool, which has only one thread per core.
///
/// - Throws: errors of the body, translated to `GalleryError` if a module below threw them.
package func offload<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    // Dispatch threads have no task.
    let author = ChangeAuthor.name
    return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(
                with: Result {
                    try ChangeAuthor.$name.withValue(author) { try GalleryError.relaying(body) }
                })
        }
    }
}

/// Runs blocking work like `offload`, with a flag that is raised when the task is canceled.
func stoppable<Value: Sendable>(
    _ body: @escaping @Sendable (StopFlag) throws -> Value
) async throws -> Value {
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
        try await offload { try body(stop) }
    } onCancel: {
        stop.raise()
    }
}

/// Signals threads to stop their work.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    /// True if the work should stop.
    var isRaised: Bool { flag.load(ordering: .relaxed) }

    /// Requests a stop.
    func raise() { flag.store(true, ordering: .relaxed) }
}

extension ExternalProgram {
    /// Runs the program for a thread of blocking work and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: like for `run`.
    ///   - folder: like for `run`.
    ///   - limit: like for `run`.
    ///   - stop: terminates the program when raised.
    /// - Throws: `GalleryError` for errors of `run`; `CancellationError`.
    func finish(
        _ arguments: [BytePath], in folder: PrivateFolder, atMost limit: Int = 1 << 20,
        stop: StopFlag
    ) throws -> Outcome {
        let ended = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Outcome, any Error>>(.failure(CancellationError()))
        let task = Task {
            let outcome: Result<Outcome, any Error>
            do { outcome = .success(try await run(arguments, in: folder, atMost: limit)) } catch {
                outcome = .failure(error)
            }
            result.withLock { $0 = outcome }
            ended.signal()
        }
        while ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            if stop.isRaised { task.cancel() }
        }
        return try GalleryError.relaying { try result.withLock { $0 }.get() }
    }
}
