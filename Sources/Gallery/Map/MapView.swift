import Foundation
package import GalleryModel

/// The visible area and zoom of a map.
package struct MapView: Hashable, Sendable {
    /// The western edge in degrees; any longitude is valid because maps repeat the world.
    package let west: Double
    /// The southern edge in degrees, -90...90.
    package let south: Double
    /// The eastern edge in degrees, at least `west`.
    package let east: Double
    /// The northern edge in degrees, `south`...90.
    package let north: Double
    /// The zoom; at 0 the world is 256 pixels wide, and each step doubles that.
    package let zoom: Int

    /// The supported zooms.
    package static let zooms = 0...20

    /// Creates a view; nil if a value is not finite, out of range or out of order.
    package init?(west: Double, south: Double, east: Double, north: Double, zoom: Int) {
        let longitudes = -1080.0...1080
        guard longitudes.contains(west), longitudes.contains(east), west <= east,
            (-90...90).contains(south), (-90...90).contains(north), south <= north,
            Self.zooms.contains(zoom)
        else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
        self.zoom = zoom
    }

    /// The visible box on the Earth.
    package var box: CoordinateBox {
        func wrapped(_ longitude: Double) -> Double {
            longitude - ((longitude + 180) / 360).rounded(.down) * 360
        }
        let isWhole = east - west >= 360
        let box = CoordinateBox(
            west: isWhole ? -180 : wrapped(west), south: south,
            east: isWhole ? 180 : wrapped(east), north: north)
        // The wrapped longitudes and checked latitudes always form a box.
        return box ?? .everywhere
    }
}

/// A position in the square of the Web Mercator projection, divided into 2^32 columns from the
/// antimeridian eastward and 2^32 rows from the north southward: about a centimeter each at the
/// equator.
///
/// Source: EPSG 3857 on a sphere, https://epsg.io/3857; the square ends at 85.0511 degrees north
/// and south.
struct MercatorPoint: Hashable, Sendable {
    /// The column.
    var x: UInt32
    /// The row.
    var y: UInt32

    /// The number of columns and of rows.
    static let side = 4_294_967_296.0

    /// Returns the column of a longitude in degrees, which may exceed the antimeridian.
    static func column(ofLongitude degrees: Double) -> Double { (degrees + 180) / 360 * side }

    /// Returns the row of a latitude in degrees; infinite at the poles.
    static func row(ofLatitude degrees: Double) -> Double {
        let angle = degrees * .pi / 180
        return (0.5 - atanh(sin(angle)) / (2 * .pi)) * side
    }

    /// Returns the longitude of a column in degrees.
    static func longitude(ofColumn column: Double) -> Double { column / side * 360 - 180 }

    /// Returns the latitude of a row in degrees.
    static func latitude(ofRow row: Double) -> Double {
        asin(tanh((0.5 - row / side) * 2 * .pi)) * 180 / .pi
    }

    private static func clamped(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), side - 1)) }
}

extension MercatorPoint {
    /// Projects a position; positions closer to a pole are clamped to the edge of the square.
    init(_ coordinate: Coordinate) {
        self.init(
            x: Self.clamped(Self.column(ofLongitude: coordinate.longitude)),
            y: Self.clamped(Self.row(ofLatitude: coordinate.latitude)))
    }
}

/// The photos in one grid cell of a map.
package struct MapCluster: Hashable, Sendable {
    /// The number of photos.
    package var count: Int
    /// The mean of their projected positions.
    package var middle: Coordinate
    /// The bounding box of the photos, clipped to the cell.
    package var bounds: CoordinateBox
    /// The newest photo; the highest ID breaks ties.
    package var cover: PhotoID
    /// The number of photos placed at a fallback home because their position is unknown.
    package var homes: Int
    /// The source shared by all positions; nil if they differ.
    package var source: PositionSource?
}

/// The contents of a map.
package struct MapContents: Hashable, Sendable {
    /// The visible clusters.
    package var clusters: [MapCluster]
    /// The grid level: the world is divided into 2^level columns and rows.
    package var level: Int
    /// The number of photos on the map, including those outside the view.
    package var photos: Int
    /// The bounding box of all photos; nil without photos.
    package var bounds: CoordinateBox?
}

/// The tracks on a map as lines.
package struct MapTracks: Hashable, Sendable {
    /// A track with the visible part of its line.
    package struct Line: Hashable, Sendable {
        /// The track.
        package var track: RecordedTrack
        /// Continuous parts of the line, each extended by one point outside the view where it
        /// continues.
        package var pieces: [[TrackLine.Point]]
    }

    /// The visible lines, newest first.
    package var lines: [Line]
    /// The zoom for which the lines are exact: that of the view, or a lower one if the view
    /// contains too many points.
    package var zoom: Int
    /// True if all visible tracks are included.
    package var isWhole: Bool
}
