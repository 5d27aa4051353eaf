internal import CCurl
import Dispatch
import Foundation
import GalleryModel
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

    let configuration: TransportConfiguration
    private let state = Mutex(State())
    /// The running thread.
    private let running = DispatchGroup()

    init(configuration: TransportConfiguration) {
        self.configuration = configuration
    }

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
                if !submit(exchange) { exchange.resume(.failure(exchange.error(.cancelled))) }
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

    /// Adds an exchange for curl's thread; returns false if it is stopped.
    private func submit(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            guard !state.isStopped else { return false }
            state.waiting.append(exchange)
            if !state.isStarted { startThread() }
            state.isStarted = true
            state.wake()
            return true
        }
    }

    private func startThread() {
        running.enter()
        let thread = Thread { [self] in
            CurlMulti.blockSignals()
            if var loop = CurlLoop(configuration: configuration) { loop.run(self) }
            stop()
            for exchange in take() { exchange.resume(.failure(exchange.error(.cancelled))) }
            running.leave()
        }
        thread.name = "gallery.curl"
        thread.start()
    }

    /// True until the loop must end.
    var isRunning: Bool { state.withLock { !$0.isStopped } }

    /// Returns the exchanges added since the last call.
    func take() -> [Exchange] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Wakes a handle for every exchange from now on; nil for none.
    func connect(_ multi: UnsafeMutableRawPointer?) {
        state.withLock { $0.multi = multi.map { UInt(bitPattern: $0) } }
    }

    /// Blocks signals on curl's thread and the resolver threads it starts: other threads handle
    /// them, and when OpenSSL writes to a closed socket the result is an error instead of a
    /// SIGPIPE.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
            sigdelset(&signals, fault)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
