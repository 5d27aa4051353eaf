import Basics
import Dispatch
import GalleryModel
import Synchronization

extension ExternalProgram {
    /// Runs it for a thread of blocking work, which waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: as for `run`.
    ///   - folder: as for `run`.
    ///   - limit: as for `run`.
    ///   - stop: ends it when it is raised.
    /// - Throws: `GalleryError` for what `run` throws; `CancellationError`.
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
