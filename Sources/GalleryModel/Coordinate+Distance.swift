import Foundation

extension Coordinate {
    /// The mean radius of the Earth, in kilometres. Source: IUGG, GRS 80, R1
    public static let earthRadiusKm = 6371.0088

    /// The length of the great circle between two positions on a sphere, in kilometres.
    ///
    /// Source: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68, 1984.
    public func distanceKm(to other: Coordinate) -> Double {
        let radian = Double.pi / 180
        let up = sin((other.latitude - latitude) * radian / 2)
        let across = sin((other.longitude - longitude) * radian / 2)
        let chord =
            up * up + cos(latitude * radian) * cos(other.latitude * radian) * across * across
        return 2 * Coordinate.earthRadiusKm * asin(min(chord.squareRoot(), 1))
    }

    /// The position on a grid of a given size: the centre of its cell, without the altitude.
    ///
    /// The grid has rows of one height between the poles and in each row cells of one width around the
    /// Earth, no side of which is longer than the given size. So the centre is at most 0.71 of the size
    /// away, and all positions of a cell have the same one.
    ///
    /// - Parameter kilometres: the long edge of a cell, greater than 0.
    public func coarsened(toGridOf kilometres: Double) -> Coordinate {
        let degree = Double.pi / 180
        let side = kilometres / (Coordinate.earthRadiusKm * degree)
        // One more than are needed: what the curved sides add to a diagonal is less than that takes off.
        let rows = (180 / side).rounded(.up) + 1
        let height = 180 / rows
        let row = min(((latitude + 90) / height).rounded(.down), rows - 1)
        let south = row * height - 90
        let north = south + height
        // A row is longest where it is nearest to the equator.
        let nearest = south < 0 && north > 0 ? 0 : min(abs(south), abs(north))
        let columns = max((360 * cos(nearest * degree) / side).rounded(.up), 1)
        let width = 360 / columns
        // The antimeridian has two names.
        let east = longitude == 180 ? 0 : longitude + 180
        let column = min((east / width).rounded(.down), columns - 1)
        let rounded = { (degrees: Double) in (degrees * 1e6).rounded() / 1e6 }
        return Coordinate(
            latitude: rounded(south + height / 2),
            longitude: rounded((column + 0.5) * width - 180)) ?? self
    }
}
