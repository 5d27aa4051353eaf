import Glibc

/// The outline of a part as runs of a few edges, each with a bounding ball, so that most runs are
/// skipped.
struct PartOutline {
    /// A run of consecutive edges of a ring.
    private struct Run {
        /// The ball's center on the unit sphere.
        var x: Float
        var y: Float
        var z: Float
        /// The ball's radius as a chord of the unit sphere, with slack for rounding.
        var radius: Float
        /// The first position.
        var start: GridPosition
        /// Offset of the second position, in bytes from the start of the geometry.
        var offset: UInt32
        /// The number of positions after the first.
        var positions: UInt8
        /// The ring's first position if the run closes the ring.
        var closing: GridPosition?
    }

    /// Edges per run; more edges mean fewer balls, fewer edges mean smaller balls.
    private static let edges = 32
    /// Covers centers rounded to 24 bits (0.4 meters) and edges up to 6 meters from their arcs: 13
    /// meters.
    static let slack = 2e-6

    private let part: IndexPart
    private var runs: [Run] = []

    /// Reads the part once to build the runs.
    ///
    /// - Throws: `damaged`.
    init(_ part: IndexPart, of index: PlaceIndex) throws(PlacesError) {
        self.part = part
        var reader = try RingReader(part, in: index)
        while try reader.nextRing() != nil {
            guard let first = try reader.next() else { continue }
            var (start, offset, positions) = (first, reader.offset, 0)
            var bounds = GridBounds(first)
            while let position = try reader.next() {
                positions += 1
                bounds.include(position)
                guard positions == PartOutline.edges else { continue }
                append(start, offset, positions, bounds, closing: nil)
                (start, offset, positions) = (position, reader.offset, 0)
                bounds = GridBounds(position)
            }
            bounds.include(first)
            append(start, offset, positions, bounds, closing: first)
        }
    }

    /// Returns the squared chord to the nearest point of the outline; nil if it is not below the
    /// limit.
    ///
    /// - Parameter limit: a squared chord.
    /// - Throws: `damaged`.
    func squaredChord(
        to place: UnitVector, below limit: Double, of index: PlaceIndex
    ) throws(PlacesError) -> Double? {
        // Every ball contains a piece of the outline, which already bounds the distance.
        var bound = limit
        for run in runs {
            let far = PartOutline.distance(place, run) + Double(run.radius)
            bound = min(bound, far * far)
        }
        var nearest = limit
        for run in runs {
            let near = PartOutline.distance(place, run) - Double(run.radius)
            if near > 0, near * near > min(bound, nearest) { continue }
            nearest = min(nearest, try squaredChord(to: place, run: run, of: index))
        }
        return nearest < limit ? nearest : nil
    }

    private func squaredChord(
        to place: UnitVector, run: Run, of index: PlaceIndex
    ) throws(PlacesError) -> Double {
        var reader = RingReader(
            part, in: index, at: run.start, offset: part.geometry.lowerBound + Int(run.offset))
        var previous = Corner(run.start)
        var nearest = place.squaredChord(to: previous.vector)
        for _ in 0..<run.positions {
            guard let position = try reader.next() else { break }
            let corner = Corner(position)
            nearest = min(nearest, previous.squaredChord(ofEdgeTo: corner, from: place))
            previous = corner
        }
        guard let closing = run.closing else { return nearest }
        return min(nearest, previous.squaredChord(ofEdgeTo: Corner(closing), from: place))
    }

    private static func distance(_ place: UnitVector, _ run: Run) -> Double {
        let (x, y, z) = (place.x - Double(run.x), place.y - Double(run.y), place.z - Double(run.z))
        return (x * x + y * y + z * z).squareRoot()
    }

    private mutating func append(
        _ start: GridPosition, _ offset: Int, _ positions: Int, _ bounds: GridBounds,
        closing: GridPosition?
    ) {
        let radian = Double.pi / 180
        let south = Double(bounds.south) / GridPosition.unitsPerDegree
        let north = Double(bounds.north) / GridPosition.unitsPerDegree
        let west = Double(bounds.west) / GridPosition.unitsPerDegree
        let east = Double(bounds.east) / GridPosition.unitsPerDegree
        let center = UnitVector(latitude: (south + north) / 2, longitude: (west + east) / 2)
        // The way along a parallel and then a meridian is at least as long as the great circle.
        let widest = south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
        let angle = ((north - south) + (east - west) * cos(widest * radian)) / 2 * radian
        // A ball of more than half the sphere must cover everything.
        let radius = angle < Double.pi / 2 ? UnitVector.chord(ofAngle: angle) : 2
        runs.append(
            Run(
                x: Float(center.x), y: Float(center.y), z: Float(center.z),
                radius: Float(radius + PartOutline.slack), start: start,
                offset: UInt32(offset - part.geometry.lowerBound), positions: UInt8(positions),
                closing: closing))
    }
}

/// A corner of an outline.
private struct Corner {
    let position: GridPosition
    let vector: UnitVector

    /// The longest edge that is treated as a great-circle arc, in units: 0.1 degrees.
    private static let maximumLength = 10_000

    init(_ position: GridPosition) {
        self.position = position
        vector = UnitVector(position)
    }

    /// The squared chord from a position to the edge that ends at another corner.
    ///
    /// Edges are straight in longitude and latitude, like the 49th parallel. Long edges are split:
    /// a great-circle arc over 0.1 degrees deviates by at most 6 meters.
    func squaredChord(ofEdgeTo end: Corner, from place: UnitVector) -> Double {
        let across = Int(end.position.longitude) - Int(position.longitude)
        let up = Int(end.position.latitude) - Int(position.latitude)
        let length = max(abs(across), abs(up))
        // Meridians are great circles.
        guard across != 0, length > Corner.maximumLength else {
            return place.squaredChord(toArcFrom: vector, to: end.vector)
        }
        let pieces = (length + Corner.maximumLength - 1) / Corner.maximumLength
        var nearest = Double.infinity
        var previous = vector
        for piece in 1...pieces {
            let share = Double(piece) / Double(pieces)
            let next =
                piece == pieces
                ? end.vector
                : UnitVector(
                    latitude: position.latitudeDegrees
                        + share * Double(up) / GridPosition.unitsPerDegree,
                    longitude: position.longitudeDegrees
                        + share * Double(across) / GridPosition.unitsPerDegree)
            nearest = min(nearest, place.squaredChord(toArcFrom: previous, to: next))
            previous = next
        }
        return nearest
    }
}
