import Foundation
import Synchronization

/// Hands values from one thread to another, a few at a time: who is quicker waits for the other.
///
/// Both ends block their thread, so neither may be used on the cooperative pool.
///
/// `@unchecked Sendable`. Invariant: every stored property is read and written with `condition` locked.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: [Element] = []
    private var isClosed = false

    /// Makes an empty queue for at most `capacity` waiting values.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds a value as soon as there is room; false where the queue was closed.
    func push(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity, !isClosed { condition.wait() }
        if isClosed { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// As `pop()`, and runs a body whenever nothing came for some seconds.
    func pop(within seconds: Double, ifLate body: () throws -> Void) rethrows -> Element? {
        while true {
            condition.lock()
            let deadline = Date(timeIntervalSinceNow: seconds)
            var isLate = false
            while elements.isEmpty, !isClosed, !isLate { isLate = !condition.wait(until: deadline) }
            let hasAnswer = !elements.isEmpty || isClosed
            condition.unlock()
            if hasAnswer { return pop() }
            try body()
        }
    }

    /// The next value as soon as there is one; nil where the queue is closed and empty.
    func pop() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, !isClosed { condition.wait() }
        guard !elements.isEmpty else { return nil }
        condition.broadcast()
        return elements.removeFirst()
    }

    /// Ends the queue: values that wait are still handed out, new ones are refused.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}
