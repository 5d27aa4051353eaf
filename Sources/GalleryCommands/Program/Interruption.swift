import Foundation
import Glibc
import Synchronization

/// Turns SIGINT and SIGTERM into a clean end within a second.
enum Interruption {
    private static let received = Atomic<Int32>(0)

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
    static func watch(_ stop: @escaping @Sendable () -> Void) {
        let watcher = Thread {
            var signals = wanted
            var first: Int32 = 0
            while sigwait(&signals, &first) != 0 {}
            received.store(first, ordering: .relaxed)
            stop()
            var patience = timespec(tv_sec: 0, tv_nsec: 900_000_000)
            let second = sigtimedwait(&signals, nil, &patience)
            StandardError.shared.endProgress()
            StandardError.shared.write(Message.line("interrupted"))
            _exit(128 + (second > 0 ? second : first))
        }
        watcher.stackSize = 1 << 18
        watcher.start()
    }

    private static var wanted: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}
