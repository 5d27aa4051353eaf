import Synchronization

/// Counts the photos that a producer of work passed over; may be read while it goes on.
final class SkippedWork: Sendable {
    private let counts = Mutex((upToDate: 0, withoutPicture: 0))

    /// Photos for which nothing was to be done.
    var upToDate: Int { counts.withLock(\.upToDate) }

    /// Photos without a stored picture.
    var withoutPicture: Int { counts.withLock(\.withoutPicture) }

    /// All of them.
    var count: Int { counts.withLock { $0.upToDate + $0.withoutPicture } }

    /// Counts further photos.
    func add(upToDate: Int = 0, withoutPicture: Int = 0) {
        counts.withLock {
            $0.upToDate += upToDate
            $0.withoutPicture += withoutPicture
        }
    }
}
