import Glibc

/// The box in degrees around every position within a distance of one; two where the antimeridian
/// cuts it.
struct SearchBoxes {
    let first: GridBounds
    private(set) var second: GridBounds?

    /// - Parameter distance: radians.
    init(longitude: Double, latitude: Double, distance: Double) {
        let radian = Double.pi / 180
        let angle = distance + PartOutline.slack
        let tall = angle / radian
        // Over a pole every longitude is near; elsewhere meridians lie closer to each other than at
        // the equator.
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
