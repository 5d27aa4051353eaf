import GalleryModel

/// What is done with single rings of the base map.
enum LandRing {
    typealias Point = LandPiece.Point

    /// The corners on a grid, so that neighbours keep one border; none twice in a row.
    ///
    /// - Parameter grid: the width of the grid, in units.
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

    /// Twice the area in units, positive against the clock.
    static func doubleArea(_ ring: [Point]) -> Double {
        guard var last = ring.last else { return 0 }
        var sum = 0.0
        for point in ring {
            sum +=
                Double(last.longitude) * Double(point.latitude)
                - Double(point.longitude) * Double(last.latitude)
            last = point
        }
        return sum
    }

    /// The part of a ring within a box, perhaps with edges along the box that lie on each other.
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
            guard var last = ring.last else { return [] }
            var kept: [Point] = []
            for point in ring {
                if isInside(point) != isInside(last) {
                    kept.append(crossing(last, point, axis, other, limit))
                }
                if isInside(point) { kept.append(point) }
                last = point
            }
            ring = kept
        }
        return ring
    }

    /// Where an edge meets a line; the same for both directions, so that neighbours keep one border.
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

    /// Whether a ring holds a point, by counting the edges to the east of it.
    static func contains(_ ring: [Point], _ point: Point) -> Bool {
        guard var last = ring.last else { return false }
        var isInside = false
        for corner in ring {
            if (corner.latitude > point.latitude) != (last.latitude > point.latitude) {
                let share =
                    Double(point.latitude - corner.latitude)
                    / Double(last.latitude - corner.latitude)
                let longitude =
                    Double(corner.longitude)
                    + share * (Double(last.longitude) - Double(corner.longitude))
                if Double(point.longitude) < longitude { isInside.toggle() }
            }
            last = corner
        }
        return isInside
    }

    /// Polygons of rings, each with its holes: those run with the clock.
    ///
    /// A hole goes to the smallest ring around it.
    static func polygons(_ rings: [[Point]], smallest: Double) -> [[[Point]]] {
        let areas = rings.map(doubleArea)
        let outer = rings.indices.filter { areas[$0] / 2 >= smallest }
        var polygons = outer.map { [rings[$0]] }
        for hole in rings.indices where -areas[hole] / 2 >= smallest {
            // On the outline of its own ring lies a hole that touches it: any corner that is inside will do.
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

    /// A position in a ring: the middle of the longest stretch of a parallel that lies in it, of some parallels.
    static func label(in ring: [Point]) -> Coordinate? {
        guard let south = ring.map(\.latitude).min(), let north = ring.map(\.latitude).max() else {
            return nil
        }
        var best: (width: Double, longitude: Double, latitude: Double) = (0, 0, 0)
        for step in 3...7 {
            let latitude =
                Double(south) + (Double(north) - Double(south)) * Double(step) / 10 + 0.5
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
        guard var last = ring.last else { return [] }
        var found: [Double] = []
        for corner in ring {
            let (low, high) = (Double(last.latitude), Double(corner.latitude))
            if (low > latitude) != (high > latitude) {
                let share = (latitude - low) / (high - low)
                found.append(
                    Double(last.longitude)
                        + share * (Double(corner.longitude) - Double(last.longitude)))
            }
            last = corner
        }
        return found
    }
}
