internal import CCurl
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Runs exchanges on curl's multi interface, on one thread that starts with the first exchange.
///
/// The thread retains this object, so that its owner must call `stop`.
final class CurlMulti: Sendable {
    private struct State {
        /// The exchanges that curl's thread has not taken yet.
        var waiting: [Exchange] = []
        var isStarted = false
        var isStopped = false
        /// The multi handle's address while the loop is running.
        var multi: UInt?

        /// Wakes the multi handle: the only call on it that curl allows from other threads.
        ///
        /// Called with the lock held, so that the handle is not freed meanwhile.
        func wake() {
            guard let multi, let handle = UnsafeMutableRawPointer(bitPattern: multi) else { return }
            curl_multi_wakeup(handle)
        }
    }

    private let configuration: TransportConfiguration
    private let state = Mutex(State())
    /// The running thread.
    private let running = DispatchGroup()

    init(configuration: TransportConfiguration) { self.configuration = configuration }

    /// Performs one exchange.
    ///
    /// - Returns: the response; nil if the server cannot resume the file at its end, which must be
    ///   fetched from the beginning.
    /// - Throws: `TransportError`, with the code `cancelled` if the transport is closed;
    ///   `CancellationError` if the task is canceled.
    func perform(_ exchange: Exchange) async throws -> TransferResponse? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.continuation = continuation
                let isStopped = state.withLock { state in
                    if state.isStopped { return true }
                    state.waiting.append(exchange)
                    if !state.isStarted { startThread() }
                    state.isStarted = true
                    state.wake()
                    return false
                }
                if isStopped { exchange.resume(.failure(exchange.error(.cancelled))) }
            }
        } onCancel: {
            // The flag covers a cancellation that arrives before the exchange begins.
            exchange.isCancelled.store(true, ordering: .releasing)
            state.withLock { $0.wake() }
        }
    }

    /// Ends every exchange, without waiting.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.wake()
        }
    }

    /// Ends every exchange and returns when curl's thread has ended.
    func close() async {
        stop()
        await withCheckedContinuation { continuation in
            running.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Starts the thread that runs the exchanges until the transport is closed, then cancels them.
    private func startThread() {
        running.enter()
        let thread = Thread { [self] in
            // Signals are blocked here and in the resolver threads that this thread starts: other
            // threads handle them, and when OpenSSL writes to a closed socket the result is an
            // error instead of a SIGPIPE.
            var signals = sigset_t()
            sigfillset(&signals)
            for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
                sigdelset(&signals, fault)
            }
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            if var loop = CurlLoop(configuration: configuration) {
                let address = UInt(bitPattern: loop.multi)
                state.withLock { $0.multi = address }
                while let exchanges = take() { loop.perform(exchanges) }
                // The handle must not be woken after this point, because it is about to be freed.
                state.withLock { $0.multi = nil }
                loop.endAll(.cancelled)
            }
            stop()
            let rest = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for exchange in rest { exchange.resume(.failure(exchange.error(.cancelled))) }
            running.leave()
        }
        thread.name = "gallery.curl"
        thread.start()
    }

    /// Returns the exchanges added since the last call; nil once the transport is closed.
    private func take() -> [Exchange]? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
