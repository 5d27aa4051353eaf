import Glibc

/// A position in index units of 1e-5 degrees.
struct GridPosition: Hashable, Sendable {
    var longitude: Int32
    var latitude: Int32

    static let unitsPerDegree = 100_000.0
    static let longitudes: ClosedRange<Int32> = -18_000_000...18_000_000
    static let latitudes: ClosedRange<Int32> = -9_000_000...9_000_000

    // Dividing two exact numbers yields the same double as parsing the decimal text.
    var longitudeDegrees: Double { Double(longitude) / GridPosition.unitsPerDegree }
    var latitudeDegrees: Double { Double(latitude) / GridPosition.unitsPerDegree }
}

/// A box in index units, including its edges.
struct GridBounds: Hashable {
    var west: Int32
    var south: Int32
    var east: Int32
    var north: Int32
}

extension GridBounds {
    /// Reads the bounds at the beginning of a part's row, which the caller has checked.
    init(_ bytes: UnsafeRawBufferPointer, at row: Int) {
        west = bytes.signed32(at: row)
        south = bytes.signed32(at: row + 4)
        east = bytes.signed32(at: row + 8)
        north = bytes.signed32(at: row + 12)
    }

    /// Makes the bounds of a single position.
    init(_ position: GridPosition) {
        self.init(
            west: position.longitude, south: position.latitude, east: position.longitude,
            north: position.latitude)
    }

    /// Makes the bounds of a position in degrees, widened by one unit on each side against
    /// rounding.
    init(around longitude: Double, _ latitude: Double) {
        let x = (longitude * GridPosition.unitsPerDegree).rounded(.down)
        let y = (latitude * GridPosition.unitsPerDegree).rounded(.down)
        self.init(west: Int32(x) - 1, south: Int32(y) - 1, east: Int32(x) + 2, north: Int32(y) + 2)
    }

    mutating func include(_ position: GridPosition) {
        west = min(west, position.longitude)
        south = min(south, position.latitude)
        east = max(east, position.longitude)
        north = max(north, position.latitude)
    }

    var isValid: Bool {
        west <= east && south <= north
            && GridPosition.longitudes.contains(west) && GridPosition.longitudes.contains(east)
            && GridPosition.latitudes.contains(south) && GridPosition.latitudes.contains(north)
    }

    func touches(_ other: GridBounds) -> Bool {
        west <= other.east && east >= other.west && south <= other.north && north >= other.south
    }
}

/// A position on the unit sphere: x points to 0, 0; y to 0, 90 east; z to the north pole.
struct UnitVector: Sendable {
    var x: Double
    var y: Double
    var z: Double
}

extension UnitVector {
    /// Makes the vector of a position in degrees.
    init(latitude: Double, longitude: Double) {
        let up = latitude * (Double.pi / 180)
        let across = longitude * (Double.pi / 180)
        let level = cos(up)
        self.init(x: level * cos(across), y: level * sin(across), z: sin(up))
    }

    /// Makes the vector of a position in index units, 1e-5 degrees.
    init(_ position: GridPosition) {
        self.init(latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
    }

    func minus(_ other: UnitVector) -> UnitVector {
        UnitVector(x: x - other.x, y: y - other.y, z: z - other.z)
    }

    func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: UnitVector) -> UnitVector {
        UnitVector(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z,
            z: x * other.y - y * other.x)
    }

    /// The squared straight-line distance to another vector.
    func squaredChord(to other: UnitVector) -> Double {
        let step = minus(other)
        return step.dot(step)
    }

    /// The chord length of an angle in radians.
    static func chord(ofAngle angle: Double) -> Double { 2 * sin(min(angle, Double.pi) / 2) }

    /// The squared chord to the nearest point of the shorter great-circle arc between two vectors.
    ///
    /// Source: cross-track distance, https://www.movable-type.co.uk/scripts/latlong-vectors.html
    func squaredChord(toArcFrom start: UnitVector, to end: UnitVector) -> Double {
        let ends = min(squaredChord(to: start), squaredChord(to: end))
        // The difference keeps digits that the product of two nearly equal vectors would lose.
        let normal = start.cross(end.minus(start))
        let length = normal.dot(normal)
        guard length > 0 else { return ends }
        guard normal.cross(start).dot(self) > 0, normal.cross(end).dot(self) < 0 else {
            return ends
        }
        let height = minus(start).dot(normal)
        let squaredSine = min(height * height / length, 1)
        // chord^2 = 2 - 2 cos, without losing digits for short chords.
        return min(ends, 2 * squaredSine / (1 + (1 - squaredSine).squareRoot()))
    }
}
