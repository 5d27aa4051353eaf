import GalleryModel
import Synchronization

/// Keeps lines of tracks as maps showed them lately.
///
/// A track's line never changes, and its number is no other's.
final class TrackShelf: Sendable {
    /// Which line, and how exactly.
    struct Key: Hashable {
        let track: RecordedTrack
        let zoom: Int
    }

    /// So many points are kept, of eight bytes each.
    private static let capacity = 4_000_000

    private struct Shelf {
        var lines: [Key: TrackLine] = [:]
        var points = 0
    }

    private let shelf = Mutex(Shelf())

    /// A line that is kept; nil for none.
    func line(for key: Key) -> TrackLine? { shelf.withLock { $0.lines[key] } }

    /// Keeps a line; all others go where there are too many.
    func put(_ line: TrackLine, for key: Key) {
        let points = line.pointCount
        guard points <= Self.capacity else { return }
        shelf.withLock { shelf in
            if shelf.points + points > Self.capacity { shelf = Shelf() }
            if shelf.lines.updateValue(line, forKey: key) == nil { shelf.points += points }
        }
    }
}
