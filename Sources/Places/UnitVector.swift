import Glibc

/// A position on the unit sphere: x towards 0, 0; y towards 0, 90 east; z towards the north pole.
struct UnitVector: Sendable {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Makes the vector of a position in degrees.
    init(latitude: Double, longitude: Double) {
        let up = latitude * (Double.pi / 180)
        let across = longitude * (Double.pi / 180)
        let level = cos(up)
        self.init(x: level * cos(across), y: level * sin(across), z: sin(up))
    }

    /// Makes the vector of a position in units of the index, 1e-5 degrees.
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

    /// The square of the straight line to another vector.
    func squaredChord(to other: UnitVector) -> Double {
        let step = minus(other)
        return step.dot(step)
    }

    /// The length of the chord over an angle in radians.
    static func chord(ofAngle angle: Double) -> Double { 2 * sin(min(angle, Double.pi) / 2) }

    /// The square of the chord to the nearest point of a great circle's arc, the shorter one.
    ///
    /// Source: cross-track distance, https://www.movable-type.co.uk/scripts/latlong-vectors.html
    func squaredChord(toArcFrom start: UnitVector, to end: UnitVector) -> Double {
        let ends = min(squaredChord(to: start), squaredChord(to: end))
        // Differences keep the digits that the product of two nearly equal vectors would lose.
        let normal = start.cross(end.minus(start))
        let length = normal.dot(normal)
        guard length > 0 else { return ends }
        guard normal.cross(start).dot(self) > 0, normal.cross(end).dot(self) < 0 else {
            return ends
        }
        let height = minus(start).dot(normal)
        let squaredSine = min(height * height / length, 1)
        // chord^2 = 2 - 2 cos, without the loss of digits for short chords.
        return min(ends, 2 * squaredSine / (1 + (1 - squaredSine).squareRoot()))
    }
}
