import Dispatch
import Foundation

/// Runs blocking work — SQL, files, hashing — on a thread of Dispatch's, so that the cooperative
/// pool, which has no more threads than the machine has cores, stays free.
///
/// - Throws: what the body throws, translated where a module below threw it.
package func offload<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(with: Result { try GalleryError.relaying(body) })
        }
    }
}

/// Runs blocking work as `offload` does, with a flag that is raised when the task is cancelled.
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
