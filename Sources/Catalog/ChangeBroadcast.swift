import Foundation
package import GalleryModel
import Synchronization

/// Hands every change to every listener, in order.
package final class ChangeBroadcast: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<GalleryChange>.Continuation]>([:])
    private let nextKey = Atomic<Int>(0)

    /// The changes from now on, until the consumer stops listening.
    package func stream() -> AsyncStream<GalleryChange> {
        let key = nextKey.wrappingAdd(1, ordering: .relaxed).newValue
        let (stream, continuation) = AsyncStream<GalleryChange>.makeStream()
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.removeValue(forKey: key) }
        }
        listeners.withLock { $0[key] = continuation }
        return stream
    }

    /// Tells every listener.
    func send(_ change: GalleryChange) {
        for continuation in listeners.withLock({ Array($0.values) }) {
            continuation.yield(change)
        }
    }
}
