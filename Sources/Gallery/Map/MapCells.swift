import GalleryModel

/// The cells of a map that a view meets, whole: the world in 2^level columns and rows.
struct MapCells: Hashable, Sendable {
    /// How finely the world is cut.
    let level: Int
    /// The columns; two ranges where the view crosses the antimeridian.
    let columns: [ClosedRange<UInt32>]
    /// The rows, from the north.
    let rows: ClosedRange<UInt32>

    /// A cell is half a tile wide, 128 pixels: large enough for a picture and a finger.
    private static let levelsBelowZoom = 1
    /// No view is told in more cells: where it has more, they are larger.
    static let most = 1_024

    /// The cells of a view.
    init(_ view: MapView) {
        var level = view.zoom + Self.levelsBelowZoom
        while level > 0, Self.count(Self.columns(view, level), Self.rows(view, level)) > Self.most {
            level -= 1
        }
        self.level = level
        columns = Self.columns(view, level)
        rows = Self.rows(view, level)
    }

    private static func count(
        _ columns: [ClosedRange<UInt32>], _ rows: ClosedRange<UInt32>
    ) -> Int {
        columns.reduce(0) { $0 + $1.count } * rows.count
    }

    private static func columns(_ view: MapView, _ level: Int) -> [ClosedRange<UInt32>] {
        let count = Int64(1) << Int64(level)
        func column(_ longitude: Double) -> Int64 {
            let share = MercatorPoint.column(ofLongitude: longitude) / MercatorPoint.side
            return Int64((share * Double(count)).rounded(.down))
        }
        let (first, last) = (column(view.west), column(view.east))
        guard last - first + 1 < count else { return [0...UInt32(count - 1)] }
        let west = UInt32(((first % count) + count) % count)
        let east = UInt32(((last % count) + count) % count)
        return west <= east ? [west...east] : [west...UInt32(count - 1), 0...east]
    }

    private static func rows(_ view: MapView, _ level: Int) -> ClosedRange<UInt32> {
        let count = Double(Int64(1) << Int64(level))
        func row(_ latitude: Double) -> UInt32 {
            let share = MercatorPoint.row(ofLatitude: latitude) / MercatorPoint.side
            return UInt32(min(max((share * count).rounded(.down), 0), count - 1))
        }
        return row(view.north)...row(view.south)
    }

    /// Whether some of them lie in a larger cell of another level.
    func meet(column: UInt32, row: UInt32, level other: Int) -> Bool {
        let shift = UInt32(level - other)
        return rows.lowerBound >> shift <= row && row <= rows.upperBound >> shift
            && columns.contains {
                $0.lowerBound >> shift <= column && column <= $0.upperBound >> shift
            }
    }
}
