import Catalog
import GalleryModel

/// An in-memory index of photos by their map position; it summarizes a cell of any size within
/// microseconds.
///
/// Photos are sorted by Morton code, so those of a cell are adjacent. Every 64 photos have a
/// summary, every 64 summaries have another one, and so on, so a few summaries describe any range
/// of photos. Takes 24 bytes per photo, and two more for the summaries.
struct MapIndex: Sendable {
    /// A photo on the map.
    struct Entry: Sendable {
        let code: MortonCode
        let photo: PhotoID
        /// The date in seconds, with the source in the two lowest bits.
        private let dated: Int64

        init(_ position: MapPosition) {
            code = MortonCode(MercatorPoint(position.coordinate))
            photo = position.photo
            // EXIF dates have four-digit years, so the shift cannot overflow.
            let number = PositionSource.allCases.firstIndex(of: position.source) ?? 0
            dated = position.date << 2 | Int64(number)
        }

        /// The capture date, or else the date the photo was added, in seconds.
        var date: Int64 { dated >> 2 }
        /// The source of the position.
        var source: PositionSource { PositionSource.allCases[Int(dated & 3)] }
    }

    private static let width = 64

    /// The photos, ordered by code and id.
    let entries: [Entry]
    /// The westernmost and easternmost columns along the shorter way around the Earth; west is
    /// greater than east if that way crosses the antimeridian.
    ///
    /// Both are 0 without photos.
    let columns: (west: UInt32, east: UInt32)
    /// Summaries of 64 photos each, then of 64 summaries each, until at most 64 remain.
    private let levels: [[MapSummary]]

    /// Creates an index.
    init(_ positions: [Entry]) {
        entries = positions.sorted {
            ($0.code.bits, $0.photo.rawValue) < ($1.code.bits, $1.photo.rawValue)
        }
        let entries = entries
        columns = MapIndex.columns(of: entries)
        var levels: [[MapSummary]] = []
        var count = entries.count
        while count > Self.width {
            let below = levels.last
            levels.append(
                stride(from: 0, to: count, by: Self.width).map { start in
                    var summary = MapSummary()
                    for index in start..<min(start + Self.width, count) {
                        summary.add(below?[index] ?? MapSummary(entries[index]))
                    }
                    return summary
                })
            count = levels.last?.count ?? 0
        }
        self.levels = levels
    }

    /// Returns the ends of the widest gap between photos; exact if a gap is wider than 1/1024 of
    /// the Earth.
    private static func columns(of entries: [Entry]) -> (west: UInt32, east: UInt32) {
        var strips = [(least: UInt32, greatest: UInt32)?](repeating: nil, count: 1024)
        for entry in entries {
            let x = entry.code.point.x
            let strip = Int(x >> 22)
            strips[strip] = strips[strip].map { (min($0.least, x), max($0.greatest, x)) } ?? (x, x)
        }
        let used = strips.compactMap(\.self)
        guard let first = used.first, let last = used.last else { return (0, 0) }
        var widest = (first.least &- last.greatest, west: first.least, east: last.greatest)
        for (before, next) in zip(used, used.dropFirst())
        where next.least - before.greatest > widest.0 {
            widest = (next.least - before.greatest, next.least, before.greatest)
        }
        return (widest.west, widest.east)
    }

    /// The approximate memory size in bytes.
    var byteCount: Int {
        entries.count * MemoryLayout<Entry>.stride
            + levels.reduce(0) { $0 + $1.count * MemoryLayout<MapSummary>.stride } + 1_000
    }

    /// The summary of all photos.
    var whole: MapSummary { summary(of: entries.indices) }

    /// Returns the summary of a range of photos.
    func summary(of range: Range<Int>) -> MapSummary {
        var total = MapSummary()
        var (low, high) = (range.lowerBound, range.upperBound)
        for level in 0...levels.count where low < high {
            // The ends that do not fill a block are added one by one, the blocks between them by
            // their summaries.
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
        for index in range {
            total.add(level == 0 ? MapSummary(entries[index]) : levels[level - 1][index])
        }
    }

    /// Returns the contents of a view: one cluster per cell with photos.
    func contents(in view: MapView) -> MapContents {
        let cells = MapCells(view)
        var clusters: [MapCluster] = []
        visit(entries.indices, column: 0, row: 0, level: 0, cells) { range, column, row in
            let cluster = MapCluster(summary(of: range), column: column, row: row, cells.level)
            if let cluster { clusters.append(cluster) }
        }
        return MapContents(
            clusters: clusters, level: cells.level, photos: entries.count, bounds: bounds)
    }

    /// The bounding box of all photos; it crosses the antimeridian if that is the shorter way
    /// around the Earth.
    private var bounds: CoordinateBox? {
        let box = MapCluster(whole)?.bounds
        guard let box, columns.west > columns.east else { return box }
        return CoordinateBox(
            west: MercatorPoint.longitude(ofColumn: max(Double(columns.west) - 12, 0)),
            south: box.south,
            east: MercatorPoint.longitude(
                ofColumn: min(Double(columns.east) + 13, MercatorPoint.side)),
            north: box.north)
    }

    /// Passes the cells in view that have photos to a closure, with their ranges of photos; a cell
    /// is quartered until it has the requested level.
    private func visit(
        _ range: Range<Int>, column: UInt32, row: UInt32, level: Int, _ cells: MapCells,
        _ body: (Range<Int>, UInt32, UInt32) -> Void
    ) {
        guard !range.isEmpty, cells.meet(column: column, row: row, level: level) else { return }
        if level == cells.level { return body(range, column, row) }
        var low = range.lowerBound
        for quarter: UInt32 in 0..<4 {
            let (column, row) = (column << 1 | quarter & 1, row << 1 | quarter >> 1)
            let next = UInt32(32 - level - 1)
            // The last point of the quarter; the last quarter takes all remaining photos.
            let last = MercatorPoint(
                x: column << next | (1 << next - 1), y: row << next | (1 << next - 1))
            let high =
                quarter == 3
                ? range.upperBound : index(after: MortonCode(last), in: low..<range.upperBound)
            visit(low..<high, column: column, row: row, level: level + 1, cells, body)
            low = high
        }
    }

    /// Returns the index of the first photo with a greater code.
    private func index(after code: MortonCode, in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].code <= code { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension MapCluster {
    /// Creates the cluster of a cell, by default of the whole map; nil without photos.
    ///
    /// The box is enlarged by a few centimeters, as its corners are written as decimal numbers, but
    /// never beyond the cell, so that it contains no photos of other cells.
    fileprivate init?(
        _ summary: MapSummary, column: UInt32 = 0, row: UInt32 = 0, _ level: Int = 0
    ) {
        guard summary.count > 0 else { return nil }
        let width = MercatorPoint.side / Double(UInt64(1) << UInt64(level))
        let west = max(Double(summary.northWest.x) - 12, Double(column) * width)
        let east = min(Double(summary.southEast.x) + 13, Double(column + 1) * width)
        let north = max(Double(summary.northWest.y) - 12, Double(row) * width)
        let south = min(Double(summary.southEast.y) + 13, Double(row + 1) * width)
        // Positions beyond the square map are moved to its edge.
        let bounds = CoordinateBox(
            west: MercatorPoint.longitude(ofColumn: west),
            south: south >= MercatorPoint.side ? -90 : MercatorPoint.latitude(ofRow: south),
            east: MercatorPoint.longitude(ofColumn: east),
            north: north <= 0 ? 90 : MercatorPoint.latitude(ofRow: north))
        let mean = summary.mean
        let middle = Coordinate(
            latitude: MercatorPoint.latitude(ofRow: mean.y),
            longitude: MercatorPoint.longitude(ofColumn: mean.x))
        // Columns and rows of the map always have valid coordinates.
        guard let middle, let bounds else { return nil }
        self.init(
            count: summary.count, middle: middle, bounds: bounds, cover: summary.cover,
            homes: summary.homes, source: summary.source)
    }
}

/// The summary of some photos on a map; summaries can be added.
struct MapSummary: Sendable {
    /// The number of photos.
    private(set) var count = 0
    /// The number of photos positioned by a home, and by a track.
    private(set) var homes = 0
    private(set) var tracks = 0
    /// The outermost columns and rows.
    private(set) var northWest = MercatorPoint(x: .max, y: .max)
    private(set) var southEast = MercatorPoint(x: 0, y: 0)
    /// The newest photo.
    private(set) var cover = PhotoID(rawValue: 0)
    private var coverDate = Int64.min
    // At most 2^32 photos can be added without overflow.
    private var sumX: UInt64 = 0
    private var sumY: UInt64 = 0

    /// Creates an empty summary.
    init() {}

    /// Creates the summary of a photo.
    init(_ entry: MapIndex.Entry) {
        let point = entry.code.point
        count = 1
        switch entry.source {
        case .home: homes = 1
        case .track: tracks = 1
        case .photo, .user: break
        }
        (northWest, southEast) = (point, point)
        (cover, coverDate) = (entry.photo, entry.date)
        (sumX, sumY) = (UInt64(point.x), UInt64(point.y))
    }

    /// Adds all photos of another summary.
    mutating func add(_ other: MapSummary) {
        count += other.count
        homes += other.homes
        tracks += other.tracks
        sumX += other.sumX
        sumY += other.sumY
        northWest = MercatorPoint(
            x: min(northWest.x, other.northWest.x), y: min(northWest.y, other.northWest.y))
        southEast = MercatorPoint(
            x: max(southEast.x, other.southEast.x), y: max(southEast.y, other.southEast.y))
        if (other.coverDate, other.cover.rawValue) > (coverDate, cover.rawValue) {
            (cover, coverDate) = (other.cover, other.coverDate)
        }
    }

    /// The mean position in columns and rows; 0 without photos.
    var mean: (x: Double, y: Double) {
        let count = Double(max(self.count, 1))
        return (Double(sumX) / count + 0.5, Double(sumY) / count + 0.5)
    }

    /// The common source of all positions; nil if they differ, and without photos; a user's count as
    /// those of photos.
    var source: PositionSource? {
        guard count > 0 else { return nil }
        return homes == count
            ? .home : tracks == count ? .track : homes + tracks == 0 ? .photo : nil
    }
}

/// The Morton code of a point on the map: the bits of its row and its column, interleaved.
///
/// All points of a cell share a prefix, so sorting by code keeps them together.
/// Source: G. M. Morton, "A Computer Oriented Geodetic Data Base", IBM, 1966.
struct MortonCode: Hashable, Comparable, Sendable {
    let bits: UInt64

    init(_ point: MercatorPoint) { bits = Self.spread(point.x) | Self.spread(point.y) << 1 }

    /// The point.
    var point: MercatorPoint { MercatorPoint(x: Self.gathered(bits), y: Self.gathered(bits >> 1)) }

    static func < (left: MortonCode, right: MortonCode) -> Bool { left.bits < right.bits }

    /// Inserts a zero before each bit.
    private static func spread(_ number: UInt32) -> UInt64 {
        var bits = UInt64(number)
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    /// Removes every other bit.
    private static func gathered(_ bits: UInt64) -> UInt32 {
        var bits = bits & 0x5555_5555_5555_5555
        bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
        bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: bits | bits >> 16)
    }
}

/// The cells that a view intersects; the world is divided into 2^level columns and rows.
struct MapCells: Hashable, Sendable {
    /// The level of subdivision.
    let level: Int
    /// The columns; two ranges if the view crosses the antimeridian.
    let columns: [ClosedRange<UInt32>]
    /// The rows, counted from the north.
    let rows: ClosedRange<UInt32>

    /// A cell is half a tile, or 128 pixels, wide: large enough for a picture and a finger.
    private static let levelsBelowZoom = 1
    /// The maximum number of cells in a view; if exceeded, larger cells are used.
    static let maximumCells = 1_024

    /// Determines the cells of a view.
    init(_ view: MapView) {
        var level = view.zoom + Self.levelsBelowZoom
        var (columns, rows) = (Self.columns(view, level), Self.rows(view, level))
        while level > 0, columns.reduce(0, { $0 + $1.count }) * rows.count > Self.maximumCells {
            level -= 1
            (columns, rows) = (Self.columns(view, level), Self.rows(view, level))
        }
        (self.level, self.columns, self.rows) = (level, columns, rows)
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

    /// Returns true if the cells intersect a larger cell of another level.
    func meet(column: UInt32, row: UInt32, level other: Int) -> Bool {
        let shift = UInt32(level - other)
        return rows.lowerBound >> shift <= row && row <= rows.upperBound >> shift
            && columns.contains {
                $0.lowerBound >> shift <= column && column <= $0.upperBound >> shift
            }
    }
}
