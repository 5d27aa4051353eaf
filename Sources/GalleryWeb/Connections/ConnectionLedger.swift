import NIOCore
import Synchronization

/// Counts the connections there are, altogether and by address.
final class ConnectionLedger: Sendable {
    private struct Counts {
        var all = 0
        var byAddress: [String: Int] = [:]
    }

    private let counts = Mutex(Counts())
    private let refusals = Atomic<Int>(0)
    private let limits: ConnectionLimits

    /// Makes a ledger without connections.
    init(_ limits: ConnectionLimits) {
        self.limits = limits
    }

    /// How many connections there are.
    var count: Int { counts.withLock(\.all) }

    /// How many were closed at once because there were too many.
    var refused: Int { refusals.load(ordering: .relaxed) }

    /// Notes a connection.
    ///
    /// - Parameter speaksForMany: whether the address is one that may have all connections.
    /// - Returns: whether there is room for it; it is to be left all the same.
    func enter(_ address: String, speaksForMany: Bool) -> Bool {
        let fits = counts.withLock { counts in
            counts.all += 1
            let same = counts.byAddress[address, default: 0] + 1
            counts.byAddress[address] = same
            return counts.all <= limits.connections
                && (speaksForMany || same <= limits.connectionsByAddress)
        }
        if !fits { refusals.add(1, ordering: .relaxed) }
        return fits
    }

    /// Notes the end of a connection.
    func leave(_ address: String) {
        counts.withLock { counts in
            counts.all -= 1
            guard let same = counts.byAddress[address] else { return }
            counts.byAddress[address] = same > 1 ? same - 1 : nil
        }
    }
}
