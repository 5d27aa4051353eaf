internal import CCurl
import Synchronization

/// Takes orders for curl's thread from any thread.
final class CurlInbox: Sendable {
    /// What curl's thread is asked to do.
    enum Order: Sendable {
        /// Starts an exchange.
        case begin(Exchange)
        /// Ends an exchange that may have ended already.
        case cancel(Exchange)
    }

    private struct State {
        var orders: [Order] = []
        var isClosed = false
        /// The multi handle's address while it may be woken.
        var multi: UInt?
    }

    private let state = Mutex(State())

    /// Adds an order and wakes curl's thread; false where the inbox is closed.
    func submit(_ order: Order) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            CurlInbox.wake(state.multi)
            return true
        }
    }

    /// Ends the loop; orders not yet taken are handed back by the next `drain`.
    func close() {
        state.withLock { state in
            state.isClosed = true
            CurlInbox.wake(state.multi)
        }
    }

    /// The orders since the last call; nil once the inbox is closed.
    func take() -> [Order]? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.orders.removeAll(keepingCapacity: true) }
            return state.orders
        }
    }

    /// The orders that no one will serve any more.
    func drain() -> [Order] {
        state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Lets orders wake the handle.
    func connect(_ multi: UnsafeMutableRawPointer) {
        state.withLock { $0.multi = UInt(bitPattern: multi) }
    }

    /// Lets nothing wake the handle any more.
    func disconnect() {
        state.withLock { $0.multi = nil }
    }

    /// Waking is the one call on a multi handle that curl allows from other threads.
    ///
    /// It happens under the lock, so that the handle cannot go meanwhile.
    private static func wake(_ multi: UInt?) {
        guard let multi, let handle = UnsafeMutableRawPointer(bitPattern: multi) else { return }
        curl_multi_wakeup(handle)
    }
}
