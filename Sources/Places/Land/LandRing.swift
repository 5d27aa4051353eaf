import GalleryModel

/// Operations on single rings of the base map.
enum LandRing {
    typealias Point = LandTile.Point

    /// Snaps the corners to a grid, so that neighbors share a border, and drops repeated corners.
    ///
    /// - Parameter grid: grid spacing in index units.
    static func snapped(_ ring: [GridPosition], to grid: Int32) -> [Point] {
        func snapped(_ value: Int32) -> Int32 {
            let half = value < 0 ? -grid / 2 : grid / 2
            return (value + half) / grid * grid
        }
        var points: [Point] = []
        points.reserveCapacity(ring.count / 2)
        for position in ring {
            let point = Point(
                longitude: snapped(position.longitude), latitude: snapped(position.latitude))
            if point != points.last { points.append(point) }
        }
        if points.count > 1, points.first == points.last { points.removeLast() }
        return points
    }

    /// The edges of a ring, beginning with the one that ends at its first corner.
    static func edges(_ ring: [Point]) -> Zip2Sequence<ArraySlice<Point>, [Point]> {
        zip(ring.suffix(1) + ring.dropLast(), ring)
    }

    /// Twice the signed area in square units; positive if counterclockwise.
    static func doubleArea(_ ring: [Point]) -> Double {
        var sum = 0.0
        for (start, end) in edges(ring) {
            sum +=
                Double(start.longitude) * Double(end.latitude)
                - Double(end.longitude) * Double(start.latitude)
        }
        return sum
    }

    /// Clips a ring to a box; the result may contain overlapping edges along the box.
    ///
    /// Source: I. E. Sutherland, G. W. Hodgman, "Reentrant Polygon Clipping", CACM 17, 1974.
    static func clipped(_ ring: [Point], to box: GridBounds) -> [Point] {
        var ring = ring
        let sides: [(WritableKeyPath<Point, Int32>, WritableKeyPath<Point, Int32>, Int32, Bool)] = [
            (\.longitude, \.latitude, box.west, true), (\.longitude, \.latitude, box.east, false),
            (\.latitude, \.longitude, box.south, true), (\.latitude, \.longitude, box.north, false),
        ]
        for (axis, other, limit, isLower) in sides {
            func isInside(_ point: Point) -> Bool {
                isLower ? point[keyPath: axis] >= limit : point[keyPath: axis] <= limit
            }
            if ring.allSatisfy(isInside) { continue }
            var kept: [Point] = []
            for (last, point) in edges(ring) {
                if isInside(point) != isInside(last) {
                    kept.append(crossing(last, point, axis, other, limit))
                }
                if isInside(point) { kept.append(point) }
            }
            ring = kept
        }
        return ring
    }

    /// The intersection of an edge and a line; independent of direction, so that neighbors share
    /// it.
    private static func crossing(
        _ one: Point, _ two: Point, _ axis: WritableKeyPath<Point, Int32>,
        _ other: WritableKeyPath<Point, Int32>, _ limit: Int32
    ) -> Point {
        let (first, second) = one[keyPath: axis] < two[keyPath: axis] ? (one, two) : (two, one)
        let share =
            Double(limit - first[keyPath: axis])
            / Double(second[keyPath: axis] - first[keyPath: axis])
        let length = Double(second[keyPath: other]) - Double(first[keyPath: other])
        var point = first
        point[keyPath: axis] = limit
        point[keyPath: other] = first[keyPath: other] + Int32((share * length).rounded())
        return point
    }

    /// True if the ring contains the point, found by counting the edges to its east.
    static func contains(_ ring: [Point], _ point: Point) -> Bool {
        var isInside = false
        for (last, corner) in edges(ring) {
            if (corner.latitude > point.latitude) != (last.latitude > point.latitude) {
                let share =
                    Double(point.latitude - corner.latitude)
                    / Double(last.latitude - corner.latitude)
                let longitude =
                    Double(corner.longitude)
                    + share * (Double(last.longitude) - Double(corner.longitude))
                if Double(point.longitude) < longitude { isInside.toggle() }
            }
        }
        return isInside
    }

    /// Groups rings into polygons; holes are clockwise.
    ///
    /// A hole belongs to the smallest ring around it.
    static func polygons(_ rings: [[Point]], smallest: Double) -> [[[Point]]] {
        let areas = rings.map(doubleArea)
        let outer = rings.indices.filter { areas[$0] / 2 >= smallest }
        var polygons = outer.map { [rings[$0]] }
        for hole in rings.indices where -areas[hole] / 2 >= smallest {
            // The first corner of a hole may be on the outline of its ring, so several corners are
            // tried.
            let around = outer.indices.filter { index in
                areas[outer[index]] > -areas[hole]
                    && rings[hole].prefix(8).contains { contains(rings[outer[index]], $0) }
            }
            if let home = around.min(by: { areas[outer[$0]] < areas[outer[$1]] }) {
                polygons[home].append(rings[hole])
            }
        }
        return polygons
    }

    /// The label position of a ring: the middle of the widest horizontal span among several
    /// parallels.
    static func label(in ring: [Point]) -> Coordinate? {
        guard let south = ring.map(\.latitude).min(), let north = ring.map(\.latitude).max() else {
            return nil
        }
        var best: (width: Double, longitude: Double, latitude: Double) = (0, 0, 0)
        for step in 3...7 {
            let latitude = Double(south) + (Double(north) - Double(south)) * Double(step) / 10 + 0.5
            let crossings = crossings(of: ring, latitude).sorted()
            for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                let width = crossings[pair + 1] - crossings[pair]
                if width > best.width { best = (width, crossings[pair] + width / 2, latitude) }
            }
        }
        return Coordinate(
            latitude: (best.latitude / 1_000).rounded() / 100,
            longitude: (best.longitude / 1_000).rounded() / 100)
    }

    private static func crossings(of ring: [Point], _ latitude: Double) -> [Double] {
        var found: [Double] = []
        for (last, corner) in edges(ring) {
            let (low, high) = (Double(last.latitude), Double(corner.latitude))
            if (low > latitude) != (high > latitude) {
                let share = (latitude - low) / (high - low)
                found.append(
                    Double(last.longitude)
                        + share * (Double(corner.longitude) - Double(last.longitude)))
            }
        }
        return found
    }
}

/// An edge of a ring.
struct LandEdge: Hashable {
    var start: LandTile.Point
    var end: LandTile.Point
}

/// Merges adjacent rings: an edge that occurs once in each direction is dropped from the outline.
///
/// The remaining edges always form closed rings, as every corner has as many incoming as outgoing
/// edges.
struct RingGraph {
    typealias Point = LandTile.Point

    private var edges: [LandEdge] = []
    /// Numbers of the remaining edges.
    private var numbers: [LandEdge: [Int]] = [:]

    /// Adds a closed ring, skipping zero-length edges.
    mutating func add(_ ring: [Point]) {
        for (start, end) in LandRing.edges(ring) where end != start {
            // The edge in the other direction is dropped with it.
            if numbers[LandEdge(start: end, end: start)]?.popLast() != nil { continue }
            let edge = LandEdge(start: start, end: end)
            numbers[edge, default: []].append(edges.count)
            edges.append(edge)
        }
    }

    /// The outline as rings, ordered by when their first edges were added, without collinear
    /// corners.
    func rings() -> [[Point]] {
        var isLeft = [Bool](repeating: false, count: edges.count)
        for left in numbers.values { for number in left { isLeft[number] = true } }
        var leaving: [Point: [Int]] = [:]
        // Edges are popped from the end, so reversing the order takes the first one first.
        for number in edges.indices.reversed() where isLeft[number] {
            leaving[edges[number].start, default: []].append(number)
        }
        var rings: [[Point]] = []
        for first in edges.indices where isLeft[first] {
            var ring: [Point] = []
            var place = edges[first].start
            while let number = leaving[place]?.popLast() {
                isLeft[number] = false
                ring.append(place)
                place = edges[number].end
                // Returning to the start closes the ring.
                if place == edges[first].start { break }
            }
            let outline = Self.removingCollinearCorners(ring)
            if outline.count >= 3 { rings.append(outline) }
        }
        return rings
    }

    private static func removingCollinearCorners(_ ring: [Point]) -> [Point] {
        guard ring.count >= 3 else { return [] }
        return ring.indices.filter { index in
            let before = ring[index == 0 ? ring.count - 1 : index - 1]
            let after = ring[index == ring.count - 1 ? 0 : index + 1]
            return Self.turn(before, ring[index], after) != 0
        }.map { ring[$0] }
    }

    /// Twice the signed area of a triangle; positive if counterclockwise.
    private static func turn(_ first: Point, _ second: Point, _ third: Point) -> Int64 {
        let along = (
            Int64(second.longitude) - Int64(first.longitude),
            Int64(second.latitude) - Int64(first.latitude)
        )
        let on = (
            Int64(third.longitude) - Int64(second.longitude),
            Int64(third.latitude) - Int64(second.latitude)
        )
        return along.0 * on.1 - along.1 * on.0
    }
}
