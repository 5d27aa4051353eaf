import Foundation
import GalleryModel

/// Ranges of latitudes and longitudes in degrees that do not cross the antimeridian.
struct PositionRange: Hashable {
    /// Degrees north.
    var latitudes: ClosedRange<Double>
    /// Degrees east.
    var longitudes: ClosedRange<Double>

    /// The ranges that make up a box; they have no position in common.
    static func covering(_ box: CoordinateBox) -> [PositionRange] {
        box.longitudes.map {
            PositionRange(latitudes: box.south...box.north, longitudes: $0)
        }
    }

    /// Ranges around a circle on the sphere, somewhat wider; they have no position in common.
    ///
    /// Source: I. N. Bronshtein, K. A. Semendyayev, "Handbook of Mathematics", the largest difference
    /// of longitude within an angle `a` of latitude `b` is `asin(sin a / cos b)`.
    static func covering(
        _ center: Coordinate, kilometres: Double
    ) -> [PositionRange] {
        // Wider than the errors of rounding, 6 mm.
        let angle = kilometres / Coordinate.earthRadiusKm * (1 + 1e-9) + 1e-9
        let degree = Double.pi / 180
        let south = center.latitude - angle / degree
        let north = center.latitude + angle / degree
        let latitudes = max(south, -90)...min(north, 90)
        // A pole lies within: every longitude does.
        guard south > -90, north < 90 else {
            return [PositionRange(latitudes: latitudes, longitudes: -180...180)]
        }
        let ratio = sin(angle) / cos(center.latitude * degree)
        let across = asin(min(ratio, 1)) / degree + 1e-7
        return longitudes(from: center.longitude - across, to: center.longitude + across).map {
            PositionRange(latitudes: latitudes, longitudes: $0)
        }
    }

    /// Cuts a range of less than a turn at the antimeridian, both of whose names count.
    private static func longitudes(
        from west: Double, to east: Double
    ) -> [ClosedRange<Double>] {
        if west <= -180 { return [-180...east, (west + 360)...180] }
        if east >= 180 { return [west...180, -180...(east - 360)] }
        return [west...east]
    }
}
