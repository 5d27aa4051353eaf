import Synchronization

/// Tells threads that their work is no longer wanted.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    /// Whether to stop.
    var isRaised: Bool { flag.load(ordering: .relaxed) }

    /// Asks to stop.
    func raise() { flag.store(true, ordering: .relaxed) }
}
