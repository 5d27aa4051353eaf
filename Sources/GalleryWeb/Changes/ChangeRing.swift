/// The latest events, numbered from 1, in bounded memory.
struct ChangeRing {
    /// What a reader gets that knows all events up to a number.
    enum Reading {
        /// Nothing is new.
        case nothing
        /// The text of the next events, and the number of the last of them.
        case events([UInt8], last: Int64)
        /// Events are gone that the reader does not know; the number of the newest one.
        case lost(last: Int64)
    }

    private struct Entry {
        let number: Int64
        let key: String?
        let text: [UInt8]
    }

    /// How much text a reader gets at a time, unless one event is longer, in bytes.
    private static let portion = 64 << 10

    private let capacity: Int
    private var entries: [Entry] = []
    /// The number of the newest event; 0 where there is none.
    private(set) var last: Int64 = 0
    /// The number of the last event that had to go.
    private var lost: Int64 = 0

    /// Makes an empty ring.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - key: what the event is the newest state of, in the place of an event before with the same key; nil
    ///     for what counts by itself.
    ///   - text: gives the event's text for its number.
    mutating func append(replacing key: String?, _ text: (Int64) -> [UInt8]) {
        if let key, let old = entries.lastIndex(where: { $0.key == key }) {
            entries.remove(at: old)
        }
        if entries.count == capacity { lost = entries.removeFirst().number }
        last += 1
        entries.append(Entry(number: last, key: key, text: text(last)))
    }

    /// What comes after an event.
    func read(after number: Int64) -> Reading {
        if number >= last { return .nothing }
        guard number >= lost else { return .lost(last: last) }
        // Nearly every reader is only behind by the newest events.
        var first = entries.endIndex
        while first > 0, entries[first - 1].number > number { first -= 1 }
        var text: [UInt8] = []
        var read = number
        for entry in entries[first...] {
            if !text.isEmpty, text.count + entry.text.count > ChangeRing.portion { break }
            text += entry.text
            read = entry.number
        }
        return .events(text, last: read)
    }
}
