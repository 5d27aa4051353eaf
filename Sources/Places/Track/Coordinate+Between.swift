import GalleryModel
import Glibc

extension Coordinate {
    /// The position on the great circle between two positions, at a fraction of the way.
    ///
    /// Degrees are rounded to 1e-7 (a centimetre) and metres to a millimetre. Nil where the positions
    /// lie on opposite sides of the Earth, so that every direction is as short.
    ///
    /// - Parameter fraction: 0...1.
    /// Source: https://www.movable-type.co.uk/scripts/latlong.html ("Intermediate point")
    static func between(
        _ start: Coordinate, _ end: Coordinate, fraction: Double
    ) -> Coordinate? {
        let altitude = start.altitude.flatMap { low in
            end.altitude.map { high in
                ((low + (high - low) * fraction) * 1e3).rounded() / 1e3
            }
        }
        let from = UnitVector(latitude: start.latitude, longitude: start.longitude)
        let towards = UnitVector(latitude: end.latitude, longitude: end.longitude)
        let cross = from.cross(towards)
        let sine = cross.dot(cross).squareRoot()
        let angle = atan2(sine, from.dot(towards))
        // A thousandth of a millimetre, and the same distance from the other side.
        guard angle > 1e-13 else {
            return Coordinate(
                latitude: start.latitude, longitude: start.longitude, altitude: altitude)
        }
        guard angle < Double.pi - 1e-6 else { return nil }
        let (near, far) = (sin((1 - fraction) * angle) / sine, sin(fraction * angle) / sine)
        let x = near * from.x + far * towards.x
        let y = near * from.y + far * towards.y
        let z = near * from.z + far * towards.z
        let degree = 180 / Double.pi
        let rounded = { (degrees: Double) in (degrees * 1e7).rounded() / 1e7 + 0 }
        let level = (x * x + y * y).squareRoot()
        return Coordinate(
            latitude: rounded(atan2(z, level) * degree),
            // At a pole every meridian is right.
            longitude: level < 1e-15 ? start.longitude : rounded(atan2(y, x) * degree),
            altitude: altitude)
    }
}
