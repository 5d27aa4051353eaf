import Foundation
import Synchronization

/// The limits for decoding pictures.
package struct DecodeLimits: Sendable {
    /// The limit for the pixels of a whole picture, even if it is decoded at a smaller size: the
    /// setting `imaging.maximumPixels`.
    package var maximumPixels = 500_000_000
    /// The limit in bytes for the memory of all decodes in progress, estimated from headers and not
    /// counting the files themselves, and for the size of a file: the setting
    /// `imaging.maximumDecodeBytes`.
    package var maximumBytes = 1 << 30
    /// The budget to reserve memory from; nil for the process's budget with this `maximumBytes`.
    package var budget: DecodeBudget?

    /// Creates the default limits.
    package init() {}

    /// Reserves memory from the budget, waiting until it is available.
    package func reserve(_ bytes: Int) -> DecodeReservation {
        (budget ?? .process(limit: maximumBytes)).reserve(bytes, within: maximumBytes)
    }
}

/// The memory shared by all decodes of a process.
///
/// A request for more than is available waits until other reservations are released. Requests are
/// served in order, so that small pictures do not keep a large one waiting forever. A thread must
/// not request a second reservation while holding one: two such threads could wait for each other.
///
/// `@unchecked Sendable`. Invariant: every stored property is read and written with `condition`
/// locked.
package final class DecodeBudget: @unchecked Sendable {
    private static let budgetsByLimit = Mutex<[Int: DecodeBudget]>([:])

    /// Returns the process's budget for a limit.
    ///
    /// A program has one limit, from its settings. If a process has several, for example a
    /// library's user with two catalogs, each has its own budget: decodes with a small limit must
    /// not wait for those with a large one, and delay all others.
    package static func process(limit: Int) -> DecodeBudget {
        budgetsByLimit.withLock { budgets in
            if let known = budgets[limit] { return known }
            let new = DecodeBudget()
            budgets[limit] = new
            return new
        }
    }

    private let condition = NSCondition()
    private var held = 0
    private var highest = 0
    private var requested = 0
    private var served = 0

    /// Creates a budget without reservations.
    package init() {}

    /// The largest number of bytes reserved at one time.
    package var peak: Int { condition.withLock { highest } }

    /// The number of waiting requests.
    package var waiting: Int { condition.withLock { requested - served } }

    /// Reserves memory, waiting until it is available.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes; values above the limit are reduced to it.
    ///   - limit: the limit for all reservations together, including this one.
    /// - Returns: a reservation, which is released with the last reference to it.
    package func reserve(_ bytes: Int, within limit: Int) -> DecodeReservation {
        let bytes = min(max(bytes, 0), limit)
        condition.withLock {
            let number = requested
            requested += 1
            while number != served || bytes > limit - held { condition.wait() }
            served += 1
            held += bytes
            highest = max(highest, held)
            // There may also be enough memory for the next request.
            condition.broadcast()
        }
        return DecodeReservation(of: self, bytes: bytes)
    }

    fileprivate func release(_ bytes: Int) {
        condition.withLock {
            held -= bytes
            condition.broadcast()
        }
    }
}

/// A reservation of the budget, stored with the pixels that it is for.
package final class DecodeReservation: Sendable {
    private let budget: DecodeBudget
    private let bytes: Int

    fileprivate init(of budget: DecodeBudget, bytes: Int) {
        self.budget = budget
        self.bytes = bytes
    }

    deinit {
        budget.release(bytes)
    }
}

extension DecodeReservation: Hashable {
    /// Always true, because reservations do not affect the equality of pictures.
    package static func == (left: DecodeReservation, right: DecodeReservation) -> Bool { true }

    /// Does nothing, because all reservations are equal.
    package func hash(into hasher: inout Hasher) {}
}
