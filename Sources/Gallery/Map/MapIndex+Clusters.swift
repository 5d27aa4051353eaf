import Foundation
import GalleryModel

extension MapIndex {
    /// What stands in a view: a cluster for each cell with photos that the view meets.
    func contents(in view: MapView) -> MapContents {
        let cells = MapCells(view)
        var clusters: [MapCluster] = []
        visit(entries.indices, column: 0, row: 0, level: 0, cells) { range, column, row in
            let box = CellBox(column: column, row: row, level: cells.level)
            if let cluster = MapCluster(summary(of: range), in: box) { clusters.append(cluster) }
        }
        let whole = whole
        let world = CellBox(column: 0, row: 0, level: 0)
        return MapContents(
            clusters: clusters, level: cells.level, photos: whole.count,
            bounds: MapCluster(whole, in: world)?.bounds)
    }

    /// Gives the cells in view that have photos, each with these: a cell is cut in four until it is small enough.
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
            // The code of the next quarter's first point; behind the last one, all are left.
            let last = MercatorPoint(
                x: column << next | (1 << next - 1), y: row << next | (1 << next - 1))
            let high =
                quarter == 3
                ? range.upperBound : place(behind: MortonCode(last), in: low..<range.upperBound)
            visit(low..<high, column: column, row: row, level: level + 1, cells, body)
            low = high
        }
    }

    /// Where the first photo stands behind all that have a code or a lesser one.
    private func place(behind code: MortonCode, in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].code <= code { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The box of a cell, in columns and rows of points: its eastern and southern edges belong to the next one.
private struct CellBox {
    let columns: ClosedRange<Double>
    let rows: ClosedRange<Double>

    init(column: UInt32, row: UInt32, level: Int) {
        let width = MercatorPoint.side / Double(UInt64(1) << UInt64(level))
        columns = Double(column) * width...Double(column + 1) * width
        rows = Double(row) * width...Double(row + 1) * width
    }
}

extension MapCluster {
    /// Tells the photos of a cell; nil for none.
    ///
    /// The box is some centimetres larger than it must be, as its corners are told in decimal numbers, but never
    /// larger than the cell, so that photos of other cells do not lie in it.
    fileprivate init?(_ summary: MapSummary, in cell: CellBox) {
        guard summary.count > 0 else { return nil }
        let west = max(Double(summary.northWest.x) - 12, cell.columns.lowerBound)
        let east = min(Double(summary.southEast.x) + 13, cell.columns.upperBound)
        let north = max(Double(summary.northWest.y) - 12, cell.rows.lowerBound)
        let south = min(Double(summary.southEast.y) + 13, cell.rows.upperBound)
        // What lies beyond the edge of the square stands at the edge.
        let bounds = CoordinateBox(
            west: MercatorPoint.longitude(ofColumn: west),
            south: south >= MercatorPoint.side ? -90 : MercatorPoint.latitude(ofRow: south),
            east: MercatorPoint.longitude(ofColumn: east),
            north: north <= 0 ? 90 : MercatorPoint.latitude(ofRow: north))
        let mean = summary.mean
        let middle = Coordinate(
            latitude: MercatorPoint.latitude(ofRow: mean.y),
            longitude: MercatorPoint.longitude(ofColumn: mean.x))
        // Columns and rows of the square are positions of the Earth, always.
        guard let middle, let bounds else { return nil }
        self.init(
            count: summary.count, middle: middle, bounds: bounds, cover: summary.cover,
            homes: summary.homes, source: summary.source)
    }
}
