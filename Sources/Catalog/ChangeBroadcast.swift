import Foundation
package import GalleryModel
import Synchronization

/// Something that changed in the catalog through this process.
package enum CatalogChange: Hashable, Sendable {
    /// A section was made.
    case sectionAdded(SectionReference)
    /// Photos entered a section.
    case photosAdded([PhotoID], section: SectionReference)
    /// The facts or pictures of photos changed.
    case photosUpdated([PhotoID])
    /// Photos went into the trash.
    case photosRemoved([PhotoID])
    /// Photos came back from the trash.
    case photosRestored([PhotoID])
}

/// Hands every change to every listener, in order.
package final class ChangeBroadcast: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<CatalogChange>.Continuation]>([:])
    private let nextKey = Atomic<Int>(0)

    /// The changes from now on, until the consumer stops listening.
    package func stream() -> AsyncStream<CatalogChange> {
        let key = nextKey.wrappingAdd(1, ordering: .relaxed).newValue
        let (stream, continuation) = AsyncStream<CatalogChange>.makeStream()
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.removeValue(forKey: key) }
        }
        listeners.withLock { $0[key] = continuation }
        return stream
    }

    /// Tells every listener.
    func send(_ change: CatalogChange) {
        for continuation in listeners.withLock({ Array($0.values) }) {
            continuation.yield(change)
        }
    }
}
