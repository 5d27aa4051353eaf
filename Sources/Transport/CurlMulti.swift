internal import CCurl
import Dispatch
import Foundation
import GalleryModel
import Glibc
import Synchronization

/// Runs exchanges on curl's multi interface, on one thread that starts with the first exchange.
final class CurlMulti: Sendable {
    private let configuration: TransportConfiguration
    private let inbox = CurlInbox()
    /// True once the thread has started, or must not start any more.
    private let isStarted = Mutex(false)
    /// The running thread.
    private let running = DispatchGroup()

    init(configuration: TransportConfiguration) {
        self.configuration = configuration
    }

    deinit {
        // The thread retains the inbox but not this object, and ends once the inbox is closed.
        inbox.close()
    }

    /// Performs one exchange.
    ///
    /// - Returns: the response; nil if the server cannot resume the file at its end, which must be
    ///   fetched from the beginning.
    /// - Throws: `TransportError`, with the code `cancelled` if the transport is closed;
    ///   `CancellationError` if the task is canceled.
    func perform(_ request: ExchangeRequest) async throws -> TransferResponse? {
        startThread()
        let exchange = Exchange(
            request,
            stall: StallDetector(
                timeout: configuration.limits.idleTimeoutSeconds,
                minimumRate: configuration.limits.minimumBytesPerSecond))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.continuation = continuation
                if !inbox.submit(.begin(exchange)) {
                    exchange.resume(.failure(exchange.error(.cancelled)))
                }
            }
        } onCancel: {
            // The flag covers a cancellation that arrives before the exchange begins.
            exchange.isCancelled.store(true, ordering: .releasing)
            _ = inbox.submit(.cancel(exchange))
        }
    }

    /// Ends every exchange and returns when curl's thread has ended.
    func close() async {
        inbox.close()
        isStarted.withLock { $0 = true }
        await withCheckedContinuation { continuation in
            running.notify(queue: .global()) { continuation.resume() }
        }
    }

    private func startThread() {
        let isFirst = isStarted.withLock { isStarted in
            if !isStarted { running.enter() }
            defer { isStarted = true }
            return !isStarted
        }
        guard isFirst else { return }
        let thread = Thread { [inbox, configuration, running] in
            CurlMulti.blockSignals()
            if var loop = CurlLoop(configuration: configuration) { loop.run(inbox) }
            inbox.close()
            for case .begin(let exchange) in inbox.drain() {
                exchange.resume(.failure(exchange.error(.cancelled)))
            }
            running.leave()
        }
        thread.name = "gallery.curl"
        thread.start()
    }

    /// Blocks signals on curl's thread and the resolver threads it starts: other threads handle
    /// them, and when OpenSSL writes to a closed socket the result is an error instead of a
    /// SIGPIPE.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        // Faults of the program itself must not be blocked.
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] {
            sigdelset(&signals, fault)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// The queue of orders for curl's thread, filled from any thread.
final class CurlInbox: Sendable {
    /// An order for curl's thread.
    enum Order: Sendable {
        /// Starts an exchange.
        case begin(Exchange)
        /// Cancels an exchange, which may have ended already.
        case cancel(Exchange)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
        /// The multi handle's address while the loop is running.
        var multi: UInt?
    }

    private let state = Mutex(State())

    /// Adds an order and wakes curl's thread; returns false if the inbox is closed.
    func submit(_ order: Order) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            CurlInbox.wake(state.multi)
            return true
        }
    }

    /// Ends the loop; the next `drain` returns the orders not yet taken.
    func close() {
        state.withLock { state in
            state.isClosed = true
            CurlInbox.wake(state.multi)
        }
    }

    /// Returns the orders since the last call; nil once the inbox is closed.
    func take() -> [Order]? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.orders.removeAll(keepingCapacity: true) }
            return state.orders
        }
    }

    /// Removes and returns the orders that remain after the loop has ended.
    func drain() -> [Order] {
        state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Wakes the handle for every order from now on.
    func connect(_ multi: UnsafeMutableRawPointer) {
        state.withLock { $0.multi = UInt(bitPattern: multi) }
    }

    /// Stops waking the handle.
    func disconnect() {
        state.withLock { $0.multi = nil }
    }

    /// Wakes the multi handle: the only call on it that curl allows from other threads.
    ///
    /// Called with the lock held, so that the handle is not freed meanwhile.
    private static func wake(_ multi: UInt?) {
        guard let multi, let handle = UnsafeMutableRawPointer(bitPattern: multi) else { return }
        curl_multi_wakeup(handle)
    }
}
