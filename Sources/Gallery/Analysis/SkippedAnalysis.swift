import Synchronization

/// Counts what the producer of an analysis passed over; may be read while it goes on.
final class SkippedAnalysis: Sendable {
    /// What was passed over.
    struct Counts: Sendable {
        /// Photos for which nothing at all was to be done.
        var photos = 0
        /// Photos that have all their thumbnails.
        var thumbnails = 0
        /// Photos whose faces are up to date.
        var faces = 0
        /// Photos without a stored picture.
        var withoutPicture = 0
    }

    private let counts = Mutex(Counts())

    /// The counts so far.
    var value: Counts { counts.withLock(\.self) }

    /// Changes the counts.
    func add(_ change: (inout Counts) -> Void) {
        counts.withLock { change(&$0) }
    }
}
