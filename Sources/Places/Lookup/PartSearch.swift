import Glibc

/// Finds the parts of the index around a position.
///
/// Scans the bounds of every part and reads only the candidates, which suits a few lookups.
/// `prepareForMany` sorts the parts into cells of one degree; from then on each polygon is decoded
/// and prepared once, when its bounds first contain a position. Not for use by several threads at
/// once, as GEOS prepares polygons lazily.
final class PartSearch {
    private static let columns = 360
    private static let rows = 180

    private let index: PlaceIndex
    private let context: GEOSContext
    /// All parts, once prepared.
    private var parts: [IndexPart] = []
    /// The numbers of the parts that touch each cell, in file order.
    private var cells: [[Int32]] = []
    // Caches by part number.
    private var polygons: [Int: PartPolygon] = [:]
    private var outlines: [Int: PartOutline] = [:]

    init(_ index: PlaceIndex, context: GEOSContext) {
        self.index = index
        self.context = context
    }

    /// Sorts all parts into cells.
    ///
    /// - Throws: `damaged`.
    func prepareForMany() throws(PlacesError) {
        var parts: [IndexPart] = []
        var cells = [[Int32]](repeating: [], count: PartSearch.rows * PartSearch.columns)
        for number in 0..<index.layout[.parts].count {
            let part = try IndexPart(number, in: index)
            parts.append(part)
            PartSearch.forEachCell(of: part.bounds) { cells[$0].append(Int32(number)) }
        }
        (self.parts, self.cells) = (parts, cells)
        // Polygons are decoded again to be prepared.
        polygons = [:]
    }

    /// Returns a part by number.
    ///
    /// - Throws: `damaged`.
    func part(_ number: Int) throws(PlacesError) -> IndexPart {
        parts.isEmpty ? try IndexPart(number, in: index) : parts[number]
    }

    /// Returns the first part in file order that contains one of the positions.
    ///
    /// - Parameter longitudes: degrees; both values of the antimeridian, or one longitude.
    /// - Throws: `damaged`, `failed`.
    func firstPart(
        containing longitudes: [Double], latitude: Double
    ) throws(PlacesError) -> IndexPart? {
        let boxes = longitudes.map { GridBounds(around: $0, latitude) }
        for number in try numbers(touching: boxes) {
            for longitude in longitudes
            where try contains(number, longitude: longitude, latitude: latitude) {
                return try part(number)
            }
        }
        return nil
    }

    /// True if a part contains a position, including its edges.
    ///
    /// - Throws: `damaged`, `failed`.
    func contains(_ number: Int, longitude: Double, latitude: Double) throws(PlacesError) -> Bool {
        let part = try part(number)
        guard part.bounds.touches(GridBounds(around: longitude, latitude)) else { return false }
        return try polygon(part).contains(longitude: longitude, latitude: latitude)
    }

    /// Returns the outline of a part.
    ///
    /// - Throws: `damaged`.
    func outline(of number: Int) throws(PlacesError) -> PartOutline {
        if let outline = outlines[number] { return outline }
        let outline = try PartOutline(part(number), of: index)
        outlines[number] = outline
        return outline
    }

    private func polygon(_ part: IndexPart) throws(PlacesError) -> PartPolygon {
        if let polygon = polygons[part.number] { return polygon }
        let polygon = try PartPolygon(part, of: index, context: context, isPrepared: !cells.isEmpty)
        polygons[part.number] = polygon
        return polygon
    }

    /// Returns the numbers of the parts whose bounds touch a box, in file order.
    ///
    /// - Throws: `damaged`.
    func numbers(touching boxes: [GridBounds]) throws(PlacesError) -> [Int] {
        guard !cells.isEmpty else { return try scan(boxes) }
        // An array, as a set takes several times as long.
        var numbers: [Int] = []
        for box in boxes {
            PartSearch.forEachCell(of: box) { cell in
                for number in cells[cell] where parts[Int(number)].bounds.touches(box) {
                    numbers.append(Int(number))
                }
            }
        }
        numbers.sort()
        var last = -1
        numbers.removeAll { number in
            defer { last = number }
            return number == last
        }
        return numbers
    }

    private func scan(_ boxes: [GridBounds]) throws(PlacesError) -> [Int] {
        let section = index.layout[.parts]
        guard section.count > 0 else { return [] }
        try index.check(section.offset..<(section.offset + section.length))
        let stride = section.length / section.count
        return (0..<section.count).filter {
            let bounds = GridBounds(index.bytes, at: section.offset + $0 * stride)
            return bounds.isValid && boxes.contains { $0.touches(bounds) }
        }
    }

    private static func forEachCell(of bounds: GridBounds, _ body: (Int) -> Void) {
        func cell(_ unit: Int32, _ lowest: Int32, _ count: Int) -> Int {
            min(max(Int(unit - lowest) / Int(GridPosition.unitsPerDegree), 0), count - 1)
        }
        let (west, south) = (GridPosition.longitudes.lowerBound, GridPosition.latitudes.lowerBound)
        for row in cell(bounds.south, south, rows)...cell(bounds.north, south, rows) {
            for column in cell(bounds.west, west, columns)...cell(bounds.east, west, columns) {
                body(row * columns + column)
            }
        }
    }
}

extension GridBounds {
    /// Returns the box around all positions within a distance of a position in degrees; two boxes
    /// if the antimeridian divides it.
    ///
    /// - Parameter distance: radians.
    static func boxes(
        around longitude: Double, _ latitude: Double, within distance: Double
    ) -> [GridBounds] {
        let radian = Double.pi / 180
        let angle = distance + PartOutline.slack
        let tall = angle / radian
        // Near a pole every longitude is in reach; elsewhere meridians converge toward the poles.
        let reachesPole = abs(latitude) + tall >= 90
        let wide = reachesPole ? 360 : asin(min(sin(angle) / cos(latitude * radian), 1)) / radian
        let south = unit(latitude - tall, .down, within: GridPosition.latitudes)
        let north = unit(latitude + tall, .up, within: GridPosition.latitudes)
        let (west, east) = (longitude - wide, longitude + wide)
        var boxes = [bounds(west, south, east, north)]
        if !reachesPole, east >= 180 {
            boxes.append(bounds(-180, south, east - 360, north))
        } else if !reachesPole, west <= -180 {
            boxes.append(bounds(west + 360, south, 180, north))
        }
        return boxes
    }

    private static func bounds(
        _ west: Double, _ south: Int32, _ east: Double, _ north: Int32
    ) -> GridBounds {
        GridBounds(
            west: unit(west, .down, within: GridPosition.longitudes), south: south,
            east: unit(east, .up, within: GridPosition.longitudes), north: north)
    }

    private static func unit(
        _ degrees: Double, _ rule: FloatingPointRoundingRule, within range: ClosedRange<Int32>
    ) -> Int32 {
        let units = (degrees * GridPosition.unitsPerDegree).rounded(rule)
        return Int32(min(max(units, Double(range.lowerBound)), Double(range.upperBound)))
    }
}
