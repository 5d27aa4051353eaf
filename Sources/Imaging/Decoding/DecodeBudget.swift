import Foundation
import Synchronization

/// The memory that all decodes of a process may take together.
///
/// Who asks for more than is left waits until others have given theirs back. Whoever came first is served
/// first, so that small pictures do not keep a large one waiting for ever. Nobody may ask for a second part
/// while holding one: two who did could wait for each other.
///
/// `@unchecked Sendable`. Invariant: every stored property is read and written with `condition` locked.
package final class DecodeBudget: @unchecked Sendable {
    private static let ofLimits = Mutex<[Int: DecodeBudget]>([:])

    /// The one of this process for a limit.
    ///
    /// A program has one limit, that of its settings. Where a process has several, such as a library's user
    /// with two catalogs, each has its budget: who is allowed little must not wait for those who are allowed
    /// much, with everybody else behind.
    package static func process(limit: Int) -> DecodeBudget {
        ofLimits.withLock { budgets in
            if let known = budgets[limit] { return known }
            let new = DecodeBudget()
            budgets[limit] = new
            return new
        }
    }

    private let condition = NSCondition()
    private var held = 0
    private var most = 0
    private var asked = 0
    private var served = 0

    /// Makes a budget of which nothing is taken.
    package init() {}

    /// The most bytes that were held at one time.
    package var peak: Int { condition.withLock { most } }

    /// How many wait for their part.
    package var waiting: Int { condition.withLock { asked - served } }

    /// Takes a part as soon as it is free.
    ///
    /// - Parameters:
    ///   - bytes: how much; more than the limit counts as the limit.
    ///   - limit: how much all parts together may be with this one.
    /// - Returns: the part, which is given back with the last reference to it.
    package func reserve(_ bytes: Int, within limit: Int) -> DecodeReservation {
        let bytes = min(max(bytes, 0), limit)
        condition.withLock {
            let number = asked
            asked += 1
            while number != served || bytes > limit - held { condition.wait() }
            served += 1
            held += bytes
            most = max(most, held)
            // The next in line may find room as well.
            condition.broadcast()
        }
        return DecodeReservation(of: self, bytes: bytes)
    }

    fileprivate func giveBack(_ bytes: Int) {
        condition.withLock {
            held -= bytes
            condition.broadcast()
        }
    }
}

extension DecodeBudget: Hashable {
    /// Whether two are the same one.
    package static func == (left: DecodeBudget, right: DecodeBudget) -> Bool { left === right }

    /// Hashes which one it is.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A part of the budget; kept beside the pixels that it is for.
package final class DecodeReservation: Sendable {
    private let budget: DecodeBudget
    private let bytes: Int

    fileprivate init(of budget: DecodeBudget, bytes: Int) {
        self.budget = budget
        self.bytes = bytes
    }

    deinit {
        budget.giveBack(bytes)
    }
}

extension DecodeReservation: Hashable {
    /// Always true: what a picture takes of the budget does not make it another picture.
    package static func == (left: DecodeReservation, right: DecodeReservation) -> Bool { true }

    /// Adds nothing.
    package func hash(into hasher: inout Hasher) {}
}
