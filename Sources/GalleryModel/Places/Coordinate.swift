import Basics
import Foundation

/// A position on the Earth in degrees, WGS 84.
public struct Coordinate: Hashable, Codable, Sendable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double
    /// Meters above sea level, negative below; nil if unknown.
    public let altitude: Double?

    /// Creates a coordinate; nil if a value is not finite or out of range.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Parses `LAT,LON` in decimal degrees with optional spaces; nil for anything else.
    public init?(text: String) {
        guard let numbers = Double.list(text, count: 2) else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1])
    }

    /// Decodes a coordinate with the same checks as `init(latitude:longitude:altitude:)`.
    ///
    /// - Throws: `DecodingError` if a value is missing, not finite or out of range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let checked = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude),
            altitude: try container.decodeIfPresent(Double.self, forKey: .altitude))
        guard let checked else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container,
                debugDescription: "latitude or longitude is out of range")
        }
        self = checked
    }
}

extension Coordinate {
    /// The position as `LAT,LON`, without the altitude.
    package var text: String {
        [latitude, longitude].map { String(decoding: JSONValue($0).compact, as: UTF8.self) }
            .joined(separator: ",")
    }
}

extension Double {
    /// Parses a decimal number; nil for the hexadecimal forms and words that `Double` also accepts.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        self.init(String(text))
    }

    /// Parses a number of decimal numbers between commas, with optional spaces; nil for anything
    /// else.
    static func list(_ text: String, count: Int) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double(decimal: $0.trimmingCharacters(in: .whitespaces)) }
        return parts.count == count && numbers.count == count ? numbers : nil
    }
}

extension Coordinate {
    /// The mean radius of the Earth in kilometers. Source: IUGG, GRS 80, R1
    package static let earthRadiusKm = 6371.0088

    /// Returns the great-circle distance on a sphere in kilometers.
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

    /// Returns the center of the grid cell that contains the position, without altitude.
    ///
    /// The grid has rows of equal height between the poles and, within each row, cells of equal
    /// width around the Earth. No side of a cell is longer than the given size, so the center is at
    /// most 0.71 times that away. All positions in a cell give the same result.
    ///
    /// - Parameter kilometers: the maximum side of a cell, positive.
    package func coarsened(toGridOf kilometers: Double) -> Coordinate {
        let degree = Double.pi / 180
        let side = kilometers / (Coordinate.earthRadiusKm * degree)
        // One row more than necessary compensates for the curvature in the diagonal.
        let rows = (180 / side).rounded(.up) + 1
        let height = 180 / rows
        let row = min(((latitude + 90) / height).rounded(.down), rows - 1)
        let south = row * height - 90
        let north = south + height
        // A row is longest at its edge nearest to the equator.
        let nearest = south < 0 && north > 0 ? 0 : min(abs(south), abs(north))
        let columns = max((360 * cos(nearest * degree) / side).rounded(.up), 1)
        let width = 360 / columns
        // -180 and 180 are the same meridian.
        let east = longitude == 180 ? 0 : longitude + 180
        let column = min((east / width).rounded(.down), columns - 1)
        let rounded = { (degrees: Double) in (degrees * 1e6).rounded() / 1e6 }
        return Coordinate(
            latitude: rounded(south + height / 2),
            longitude: rounded((column + 0.5) * width - 180)) ?? self
    }
}

/// A box between two meridians and two parallels, in degrees, WGS 84.
///
/// If `west` is greater than `east`, the box crosses the antimeridian, as in RFC 7946, section 5.2.
public struct CoordinateBox: Hashable, Sendable {
    /// The western edge, -180...180.
    public let west: Double
    /// The southern edge, -90...90.
    public let south: Double
    /// The eastern edge, -180...180.
    public let east: Double
    /// The northern edge, `south`...90.
    public let north: Double

    /// Creates a box; nil if a value is not finite or out of range, or if south is north of north.
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

    private init() { (west, south, east, north) = (-180, -90, 180, 90) }

    /// Parses `WEST,SOUTH,EAST,NORTH` in decimal degrees; nil for anything else.
    package init?(text: String) {
        guard let numbers = Double.list(text, count: 4) else { return nil }
        self.init(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    }

    /// The longitudes of the box as disjoint ranges, split at the antimeridian.
    ///
    /// The antimeridian is both -180 and 180: a box that touches it includes both.
    package var longitudes: [ClosedRange<Double>] {
        if west > east { return [west...180, -180...east] }
        var ranges = [west...east]
        if east == 180, west > -180 { ranges.append(-180...(-180)) }
        if west == -180, east < 180 { ranges.append(180...180) }
        return ranges
    }

    /// Indicates whether the box contains a position; edges count as inside.
    public func contains(_ coordinate: Coordinate) -> Bool {
        (south...north).contains(coordinate.latitude)
            && longitudes.contains { $0.contains(coordinate.longitude) }
    }
}
