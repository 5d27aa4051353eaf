internal import CGEOS
import Glibc

/// Finds the parts of the index around a position.
protocol PartSearch {
    /// Returns a part by number.
    ///
    /// - Throws: `damaged`.
    func part(_ number: Int) throws(PlacesError) -> IndexPart

    /// Returns the first part in file order that contains one of the positions.
    ///
    /// - Parameter longitudes: degrees; both values of the antimeridian, or one longitude.
    /// - Throws: `damaged`, `failed`.
    func firstPart(containing longitudes: [Double], latitude: Double) throws(PlacesError)
        -> IndexPart?

    /// True if a part contains a position, including its edges.
    ///
    /// - Throws: `damaged`, `failed`.
    func contains(_ number: Int, longitude: Double, latitude: Double) throws(PlacesError) -> Bool

    /// Returns the numbers of the parts whose bounds touch a box, in file order.
    ///
    /// - Throws: `damaged`, `failed`.
    func parts(touching boxes: SearchBoxes) throws(PlacesError) -> [Int]

    /// Returns the outline of a part.
    ///
    /// - Throws: `damaged`.
    func outline(of number: Int) throws(PlacesError) -> PartOutline
}

/// Scans the bounds of every part and reads only the candidates; suits a few lookups.
struct PartScan: PartSearch {
    private let index: PlaceIndex
    private let context: GEOSContext

    init(_ index: PlaceIndex, context: GEOSContext) {
        self.index = index
        self.context = context
    }

    func part(_ number: Int) throws(PlacesError) -> IndexPart {
        try IndexPart(number, in: index)
    }

    func firstPart(
        containing longitudes: [Double], latitude: Double
    ) throws(PlacesError) -> IndexPart? {
        let boxes = longitudes.map { GridBounds(around: $0, latitude) }
        let candidates = try numbers { bounds in boxes.contains { $0.touches(bounds) } }
        for number in candidates {
            let polygon = try PartPolygon(part(number), of: index, context: context)
            for longitude in longitudes {
                let point = try GEOSPoint(
                    longitude: longitude, latitude: latitude, context: context)
                if try polygon.intersects(point) { return try part(number) }
            }
        }
        return nil
    }

    func contains(
        _ number: Int, longitude: Double, latitude: Double
    ) throws(PlacesError) -> Bool {
        let part = try part(number)
        guard part.bounds.touches(GridBounds(around: longitude, latitude)) else { return false }
        let point = try GEOSPoint(longitude: longitude, latitude: latitude, context: context)
        return try PartPolygon(part, of: index, context: context).intersects(point)
    }

    func parts(touching boxes: SearchBoxes) throws(PlacesError) -> [Int] {
        try numbers { boxes.touch($0) }
    }

    func outline(of number: Int) throws(PlacesError) -> PartOutline {
        try PartOutline(part(number), of: index)
    }

    private func numbers(where isCandidate: (GridBounds) -> Bool) throws(PlacesError) -> [Int] {
        let section = index.layout[.parts]
        guard section.count > 0 else { return [] }
        try index.check(section.offset..<(section.offset + section.length))
        let stride = section.length / section.count
        return (0..<section.count).filter {
            let bounds = GridBounds(index.bytes, at: section.offset + $0 * stride)
            return bounds.isValid && isCandidate(bounds)
        }
    }
}

/// Searches a tree of all bounds and caches polygons; suits many lookups.
///
/// A polygon is decoded and prepared when its bounds first contain a position. Not for use by
/// several threads at once, as GEOS builds trees and prepared polygons lazily.
/// Source: https://libgeos.org/doxygen/geos__c_8h.html
final class PartTree: PartSearch {
    private let index: PlaceIndex
    private let context: GEOSContext
    private let parts: [IndexPart]
    private let tree: OpaquePointer
    /// The geometries of the tree's envelopes, which must outlive the tree.
    private var boxes: [OpaquePointer] = []
    private var polygons: [PreparedPolygon?]
    private var outlines: [PartOutline?]
    /// Buffer for the results of a query.
    private let hits: UnsafeMutableBufferPointer<UInt32>

    /// Inserts every part.
    ///
    /// - Throws: `damaged`, `failed`.
    init(_ index: PlaceIndex, context: GEOSContext) throws(PlacesError) {
        var parts: [IndexPart] = []
        for number in 0..<index.layout[.parts].count {
            parts.append(try IndexPart(number, in: index))
        }
        // 10 is the default node capacity of GEOS.
        guard let tree = GEOSSTRtree_create_r(context.handle, 10) else { throw context.failure() }
        self.index = index
        self.context = context
        self.parts = parts
        self.tree = tree
        polygons = [PreparedPolygon?](repeating: nil, count: parts.count)
        outlines = [PartOutline?](repeating: nil, count: parts.count)
        hits = .allocate(capacity: max(parts.count, 1))
        boxes.reserveCapacity(parts.count)
        for part in parts {
            let box = try rectangle(part.bounds)
            boxes.append(box)
            gallery_geos_insert(context.handle, tree, box, UInt32(part.number))
        }
    }

    deinit {
        GEOSSTRtree_destroy_r(context.handle, tree)
        for box in boxes { GEOSGeom_destroy_r(context.handle, box) }
        hits.deallocate()
    }

    func part(_ number: Int) throws(PlacesError) -> IndexPart { parts[number] }

    func firstPart(
        containing longitudes: [Double], latitude: Double
    ) throws(PlacesError) -> IndexPart? {
        var first: Int?
        for longitude in longitudes {
            let point = try GEOSPoint(
                longitude: longitude, latitude: latitude, context: context)
            let near = GridBounds(around: longitude, latitude)
            for number in query(point.handle)
            where number < first ?? Int.max && parts[number].bounds.touches(near) {
                if try polygon(number).intersects(point) { first = number }
            }
        }
        return first.map { parts[$0] }
    }

    func contains(
        _ number: Int, longitude: Double, latitude: Double
    ) throws(PlacesError) -> Bool {
        guard parts[number].bounds.touches(GridBounds(around: longitude, latitude)) else {
            return false
        }
        let point = try GEOSPoint(longitude: longitude, latitude: latitude, context: context)
        return try polygon(number).intersects(point)
    }

    func parts(touching boxes: SearchBoxes) throws(PlacesError) -> [Int] {
        var numbers = try numbers(touching: boxes.first)
        if let second = boxes.second {
            numbers += try self.numbers(touching: second).filter { !numbers.contains($0) }
        }
        return numbers.sorted()
    }

    func outline(of number: Int) throws(PlacesError) -> PartOutline {
        if let outline = outlines[number] { return outline }
        let outline = try PartOutline(parts[number], of: index)
        outlines[number] = outline
        return outline
    }

    private func polygon(_ number: Int) throws(PlacesError) -> PreparedPolygon {
        if let polygon = polygons[number] { return polygon }
        let polygon = try PreparedPolygon(parts[number], of: index, context: context)
        polygons[number] = polygon
        return polygon
    }

    private func numbers(touching box: GridBounds) throws(PlacesError) -> [Int] {
        let rectangle = try rectangle(box)
        defer { GEOSGeom_destroy_r(context.handle, rectangle) }
        return query(rectangle)
    }

    private func query(_ geometry: OpaquePointer) -> [Int] {
        let count = gallery_geos_query(
            context.handle, tree, geometry, hits.baseAddress, hits.count)
        return hits[..<count].map(Int.init)
    }

    private func rectangle(_ bounds: GridBounds) throws(PlacesError) -> OpaquePointer {
        let units = GridPosition.unitsPerDegree
        let rectangle = GEOSGeom_createRectangle_r(
            context.handle, Double(bounds.west) / units, Double(bounds.south) / units,
            Double(bounds.east) / units, Double(bounds.north) / units)
        guard let rectangle else { throw context.failure() }
        return rectangle
    }
}

/// The box in degrees around all positions within a distance; two boxes if the antimeridian divides
/// it.
struct SearchBoxes {
    let first: GridBounds
    private(set) var second: GridBounds?

    /// - Parameter distance: radians.
    init(longitude: Double, latitude: Double, distance: Double) {
        let radian = Double.pi / 180
        let angle = distance + PartOutline.slack
        let tall = angle / radian
        // Near a pole every longitude is in reach; elsewhere meridians converge toward the poles.
        let reachesPole = abs(latitude) + tall >= 90
        let wide =
            reachesPole
            ? 360 : asin(min(sin(angle) / cos(latitude * radian), 1)) / radian
        let south = SearchBoxes.unit(latitude - tall, .down, within: GridPosition.latitudes)
        let north = SearchBoxes.unit(latitude + tall, .up, within: GridPosition.latitudes)
        let (west, east) = (longitude - wide, longitude + wide)
        first = SearchBoxes.bounds(west, south, east, north)
        if !reachesPole, east >= 180 {
            second = SearchBoxes.bounds(-180, south, east - 360, north)
        } else if !reachesPole, west <= -180 {
            second = SearchBoxes.bounds(west + 360, south, 180, north)
        }
    }

    func touch(_ bounds: GridBounds) -> Bool {
        first.touches(bounds) || second?.touches(bounds) ?? false
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
