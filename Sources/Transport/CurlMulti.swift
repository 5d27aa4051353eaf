import Foundation
import Glibc
import Synchronization

/// Runs exchanges on curl's multi interface, on one thread that starts with the first of them.
final class CurlMulti: Sendable {
    private enum Phase {
        case idle
        case running
        case ended
    }

    private struct State {
        var phase = Phase.idle
        var isClosing = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: TransportConfiguration
    private let inbox = CurlInbox()
    private let state = Mutex(State())

    init(configuration: TransportConfiguration) {
        self.configuration = configuration
    }

    deinit {
        // The thread holds the inbox, not this object, and ends by itself.
        inbox.close()
    }

    /// Performs one exchange.
    ///
    /// - Throws: `TransportError`, its code `cancelled` when the transport is closed;
    ///   `CancellationError` when the task is cancelled.
    func perform(_ request: ExchangeRequest) async throws -> ExchangeOutcome {
        startThread()
        let exchange = Exchange(
            request,
            stall: StallDetector(
                timeout: configuration.idleTimeoutSeconds,
                minimumRate: configuration.minimumBytesPerSecond))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.continuation = continuation
                if !inbox.submit(.begin(exchange)) {
                    exchange.resume(.failure(exchange.error(.cancelled)))
                }
            }
        } onCancel: {
            // The flag covers a cancellation that overtakes the beginning.
            exchange.isCancelled.store(true, ordering: .releasing)
            _ = inbox.submit(.cancel(exchange))
        }
    }

    /// Ends every exchange and returns when curl's thread is gone.
    func close() async {
        inbox.close()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOver = state.withLock { state in
                state.isClosing = true
                guard state.phase == .running else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func startThread() {
        let isFirst = state.withLock { state in
            guard state.phase == .idle, !state.isClosing else { return false }
            state.phase = .running
            return true
        }
        guard isFirst else { return }
        let thread = Thread { [inbox, configuration, weak self] in
            CurlMulti.blockSignals()
            if var loop = CurlLoop(configuration: configuration) { loop.run(inbox) }
            inbox.close()
            for case .begin(let exchange) in inbox.drain() {
                exchange.resume(.failure(exchange.error(.cancelled)))
            }
            self?.threadEnded()
        }
        thread.name = "gallery.curl"
        thread.start()
    }

    private func threadEnded() {
        let waiters = state.withLock { state in
            state.phase = .ended
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Keeps signals away from curl's thread and the resolver threads it starts: others handle
    /// them, and a write of OpenSSL to a closed socket becomes an error instead of a SIGPIPE.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        // A fault of the program itself must not be held back.
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
            sigdelset(&signals, fault)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
