import Dispatch
import Foundation

/// Runs blocking work — SQL, files, hashing — on a thread of Dispatch's, so that the cooperative
/// pool, which has no more threads than the machine has cores, stays free.
func offload<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(with: Result { try body() })
        }
    }
}
