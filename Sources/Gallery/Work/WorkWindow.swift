import Foundation

/// Keeps the beginning of a piece of work from running far ahead of its end, so that one slow file
/// does not fill the memory with those behind it.
///
/// `@unchecked Sendable`. Invariant: the stored properties are read and written with `condition` locked.
final class WorkWindow: @unchecked Sendable {
    /// How many items may be under way.
    private let length: Int
    private let condition = NSCondition()
    private var taken = 0
    private var isClosed = false

    /// Makes a window for so many items under way.
    init(length: Int) {
        self.length = length
    }

    /// Waits until an item may be begun; false once the window is closed.
    ///
    /// - Parameter number: the item's place in the order, from 0.
    func wait(for number: Int) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while number >= taken + length, !isClosed { condition.wait() }
        return !isClosed
    }

    /// Says that all items before a number were taken in.
    func advance(to number: Int) {
        condition.lock()
        defer { condition.unlock() }
        taken = number
        condition.broadcast()
    }

    /// Lets nobody wait any longer.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}
