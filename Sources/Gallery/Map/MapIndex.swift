import Catalog
import GalleryModel

/// Photos by their places on the map, in memory: what a cell of any size has is known in microseconds.
///
/// Photos stand in the order of their Morton codes, so that those of a cell stand together. Each 64 of them
/// have a summary, each 64 summaries another, and so on: a range of photos is told by few of them. 24 bytes a
/// photo, and two more for the summaries.
struct MapIndex: Sendable {
    /// A photo on the map.
    struct Entry: Sendable {
        let code: MortonCode
        let photo: PhotoID
        /// The date in seconds, and the source below it.
        private let dated: Int64

        init(_ position: MapPosition) {
            code = MortonCode(MercatorPoint(position.coordinate))
            photo = position.photo
            // A date of EXIF has 4 digits of the year: far fewer bits than there are.
            let number = PositionSource.allCases.firstIndex(of: position.source) ?? 0
            dated = position.date << 2 | Int64(number)
        }

        /// When it was taken, else added, in seconds.
        var date: Int64 { dated >> 2 }
        /// What the position is.
        var source: PositionSource { PositionSource.allCases[Int(dated & 3)] }
    }

    private static let width = 64

    /// The photos, by code and id.
    let entries: [Entry]
    /// Summaries of each 64 photos, of each 64 of these, up to 64 or fewer.
    private let levels: [[MapSummary]]

    /// Makes an index.
    init(_ positions: [Entry]) {
        entries = positions.sorted {
            ($0.code.bits, $0.photo.rawValue) < ($1.code.bits, $1.photo.rawValue)
        }
        var levels: [[MapSummary]] = []
        let entries = entries
        var count = entries.count
        while count > Self.width {
            let below = levels.last
            levels.append(
                stride(from: 0, to: count, by: Self.width).map { start in
                    var summary = MapSummary()
                    for place in start..<min(start + Self.width, count) {
                        if let below {
                            summary.add(below[place])
                        } else {
                            summary.add(entries[place])
                        }
                    }
                    return summary
                })
            count = levels.last?.count ?? 0
        }
        self.levels = levels
    }

    /// About how many bytes of memory it takes.
    var byteCount: Int {
        entries.count * MemoryLayout<Entry>.stride
            + levels.reduce(0) { $0 + $1.count * MemoryLayout<MapSummary>.stride } + 1_000
    }

    /// What is told of all photos.
    var whole: MapSummary { summary(of: entries.indices) }

    /// What is told of some photos that stand together.
    func summary(of range: Range<Int>) -> MapSummary {
        var total = MapSummary()
        var (low, high) = (range.lowerBound, range.upperBound)
        for level in 0...levels.count where low < high {
            // Up to the first whole lot and from the last one on, one by one; the lots by what is told of them.
            let first = (low + Self.width - 1) / Self.width
            let last = high / Self.width
            guard level < levels.count, first < last else {
                add(low..<high, of: level, to: &total)
                break
            }
            add(low..<first * Self.width, of: level, to: &total)
            add(last * Self.width..<high, of: level, to: &total)
            (low, high) = (first, last)
        }
        return total
    }

    private func add(_ range: Range<Int>, of level: Int, to total: inout MapSummary) {
        for place in range {
            if level == 0 { total.add(entries[place]) } else { total.add(levels[level - 1][place]) }
        }
    }
}
