import Foundation
import Glibc
import Synchronization

/// Turns SIGINT and SIGTERM into a clean end within a second.
enum Interruption {
    private static let received = Atomic<Int32>(0)
    private static let patienceMilliseconds = Atomic<Int>(900)
    private static let endsWell = Atomic<Bool>(false)

    /// The signal that asked to stop; nil while none did.
    static var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Keeps the two signals for `watch`.
    ///
    /// Called before other threads start, which inherit it.
    static func block() {
        var signals = wanted
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Calls `stop` at the first signal.
    ///
    /// A second signal, or work that has not ended a second after
    /// the first, ends the process at once: whatever is stored is complete at any moment.
    /// `allow(seconds:)` gives more time.
    static func watch(_ stop: @escaping @Sendable () -> Void) {
        let watcher = Thread {
            var signals = wanted
            var first: Int32 = 0
            while sigwait(&signals, &first) != 0 {}
            received.store(first, ordering: .relaxed)
            stop()
            let milliseconds = patienceMilliseconds.load(ordering: .relaxed)
            var patience = timespec(
                tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
            let second = sigtimedwait(&signals, nil, &patience)
            StandardError.shared.endProgress()
            if second <= 0, endsWell.load(ordering: .relaxed) { _exit(0) }
            StandardError.shared.write(Message.line("interrupted"))
            _exit(128 + (second > 0 ? second : first))
        }
        watcher.stackSize = 1 << 18
        watcher.start()
    }

    /// Gives the work more time to end after the first signal, which is how it ends as a rule: the status is 0
    /// then, unless a second signal comes.
    static func allow(seconds: Int) {
        patienceMilliseconds.store(seconds * 1000, ordering: .relaxed)
        endsWell.store(true, ordering: .relaxed)
    }

    private static var wanted: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}
