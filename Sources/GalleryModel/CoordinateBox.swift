import Foundation

/// A box between two meridians and two parallels, in degrees, WGS 84.
///
/// Where `west` is greater than `east` the box crosses the antimeridian, as in RFC 7946, section 5.2.
public struct CoordinateBox: Hashable, Sendable {
    /// The western edge, -180...180.
    public let west: Double
    /// The southern edge, -90...90.
    public let south: Double
    /// The eastern edge, -180...180.
    public let east: Double
    /// The northern edge, `south`...90.
    public let north: Double

    /// Makes a box, or nil where a value is not finite or out of range, or south lies north of north.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard (-180...180).contains(west), (-180...180).contains(east),
            (-90...90).contains(south), (-90...90).contains(north), south <= north
        else { return nil }
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// The whole Earth.
    public static let everywhere = CoordinateBox()

    private init() {
        (west, south, east, north) = (-180, -90, 180, 90)
    }

    /// Reads `WEST,SOUTH,EAST,NORTH` in decimal degrees; nil for anything else.
    public init?(text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap {
            Double(decimal: $0.trimmingCharacters(in: .whitespaces))
        }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        self.init(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    }

    /// The longitudes of the box, cut at the antimeridian: ranges that have none in common.
    ///
    /// The antimeridian has two names, -180 and 180: a box that touches it has both.
    public var longitudes: [ClosedRange<Double>] {
        if west > east { return [west...180, -180...east] }
        var ranges = [west...east]
        if east == 180, west > -180 { ranges.append(-180...(-180)) }
        if west == -180, east < 180 { ranges.append(180...180) }
        return ranges
    }

    /// Whether a position lies in the box; its edges belong to it.
    public func contains(_ coordinate: Coordinate) -> Bool {
        (south...north).contains(coordinate.latitude)
            && longitudes.contains { $0.contains(coordinate.longitude) }
    }
}
