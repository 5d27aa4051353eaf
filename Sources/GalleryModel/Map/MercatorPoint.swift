import Foundation

/// A position in the square of the Web Mercator projection, cut into 2^32 columns from the antimeridian
/// eastwards and 2^32 rows from the north southwards: about a centimetre each at the equator.
///
/// Source: EPSG 3857 on a sphere, https://epsg.io/3857; the square ends at 85.0511 degrees north and south.
public struct MercatorPoint: Hashable, Sendable {
    /// The column.
    public var x: UInt32
    /// The row.
    public var y: UInt32

    /// How many columns and rows there are.
    public static let side = 4_294_967_296.0

    /// Makes a point of a column and a row.
    public init(x: UInt32, y: UInt32) {
        (self.x, self.y) = (x, y)
    }

    /// Projects a position; what lies nearer to a pole than the square stands at its edge.
    public init(_ coordinate: Coordinate) {
        x = Self.clamped(Self.column(ofLongitude: coordinate.longitude))
        y = Self.clamped(Self.row(ofLatitude: coordinate.latitude))
    }

    /// The column of a longitude, in columns; also of longitudes beyond the antimeridian.
    public static func column(ofLongitude degrees: Double) -> Double {
        (degrees + 180) / 360 * side
    }

    /// The row of a latitude, in rows: infinite at the poles.
    public static func row(ofLatitude degrees: Double) -> Double {
        let angle = degrees * .pi / 180
        return (0.5 - atanh(sin(angle)) / (2 * .pi)) * side
    }

    /// The longitude of a column, in degrees.
    public static func longitude(ofColumn column: Double) -> Double { column / side * 360 - 180 }

    /// The latitude of a row, in degrees.
    public static func latitude(ofRow row: Double) -> Double {
        asin(tanh((0.5 - row / side) * 2 * .pi)) * 180 / .pi
    }

    private static func clamped(_ value: Double) -> UInt32 {
        UInt32(min(max(value, 0), side - 1))
    }
}
