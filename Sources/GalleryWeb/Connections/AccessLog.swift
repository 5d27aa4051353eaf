import Basics
import Dispatch
import Synchronization

/// Tells of each answer in a line, without secrets and without keeping an answer waiting: whoever reads the lines
/// too slowly misses some, which are counted.
package final class AccessLog: Sendable {
    /// How lines are written.
    package enum Format: String, CaseIterable, Sendable {
        /// Words with spaces between them.
        case text
        /// An object each.
        case json
    }

    /// How many bytes of lines wait to be written.
    private static let capacity = 1 << 20

    private struct Pending {
        var bytes: [UInt8] = []
        var isWriting = false
    }

    private let format: Format
    private let capacity: Int
    private let write: @Sendable ([UInt8]) -> Void
    private let pending = Mutex(Pending())
    private let drops = Atomic<Int>(0)
    private let queue = DispatchQueue(label: "access log")

    /// Makes a log.
    ///
    /// - Parameter write: writes whole lines, one call after the other, and may block.
    package convenience init(_ format: Format, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.init(format, capacity: AccessLog.capacity, write: write)
    }

    /// Makes a log that keeps so many bytes that are not written yet.
    init(_ format: Format, capacity: Int, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.format = format
        self.capacity = capacity
        self.write = write
    }

    /// How many lines were left out because the reader was behind.
    var dropped: Int { drops.load(ordering: .relaxed) }

    /// Notes an answer.
    func note(_ entry: AccessEntry) {
        let line =
            switch format {
            case .text: Array((entry.text + "\n").utf8)
            case .json: entry.json.compact + [UInt8(ascii: "\n")]
            }
        let begins = pending.withLock { pending in
            guard pending.bytes.count + line.count <= capacity else {
                drops.add(1, ordering: .relaxed)
                return false
            }
            pending.bytes += line
            defer { pending.isWriting = true }
            return !pending.isWriting
        }
        if begins { queue.async { self.drain() } }
    }

    private func drain() {
        while true {
            let bytes = pending.withLock { pending in
                defer { pending.bytes = [] }
                pending.isWriting = !pending.bytes.isEmpty
                return pending.bytes
            }
            if bytes.isEmpty { return }
            write(bytes)
        }
    }

    /// Waits until everything noted so far is written; at the end of the server.
    package func flush() { queue.sync {} }
}
