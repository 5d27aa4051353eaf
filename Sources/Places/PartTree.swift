internal import CGEOS

/// A tree of the bounds of all parts, and their polygons as they are asked for: for many lookups.
///
/// A polygon is decoded and prepared when a position lies in its bounds for the first time. One
/// thread's, because GEOS finishes a tree and a prepared polygon at their first use.
/// Source: https://libgeos.org/doxygen/geos__c_8h.html
final class PartTree: PartSearch {
    private let index: PlaceIndex
    private let context: GEOSContext
    private let parts: [IndexPart]
    private let tree: OpaquePointer
    /// What the tree's envelopes belong to; they have to live as long as the tree.
    private var boxes: [OpaquePointer] = []
    private var polygons: [PreparedPolygon?]
    private var outlines: [PartOutline?]
    /// Where a query leaves what it finds.
    private let hits: UnsafeMutableBufferPointer<UInt32>

    /// Inserts every part.
    ///
    /// Throws: `damaged`, `failed`.
    init(_ index: PlaceIndex, context: GEOSContext) throws(PlacesError) {
        var parts: [IndexPart] = []
        for number in 0..<index.layout[.parts].count {
            parts.append(try IndexPart(number, in: index))
        }
        // 10 is GEOS's own default.
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
