import Foundation

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
package struct MercatorPoint: Hashable, Sendable {
    /// The column.
    package var x: UInt32
    /// The row.
    package var y: UInt32

    /// The number of columns and of rows.
    package static let side = 4_294_967_296.0

    /// Creates a point from a column and a row.
    package init(x: UInt32, y: UInt32) {
        (self.x, self.y) = (x, y)
    }

    /// Projects a position; positions closer to a pole are clamped to the edge of the square.
    package init(_ coordinate: Coordinate) {
        x = Self.clamped(Self.column(ofLongitude: coordinate.longitude))
        y = Self.clamped(Self.row(ofLatitude: coordinate.latitude))
    }

    /// Returns the column of a longitude in degrees, which may exceed the antimeridian.
    package static func column(ofLongitude degrees: Double) -> Double {
        (degrees + 180) / 360 * side
    }

    /// Returns the row of a latitude in degrees; infinite at the poles.
    package static func row(ofLatitude degrees: Double) -> Double {
        let angle = degrees * .pi / 180
        return (0.5 - atanh(sin(angle)) / (2 * .pi)) * side
    }

    /// Returns the longitude of a column in degrees.
    package static func longitude(ofColumn column: Double) -> Double { column / side * 360 - 180 }

    /// Returns the latitude of a row in degrees.
    package static func latitude(ofRow row: Double) -> Double {
        asin(tanh((0.5 - row / side) * 2 * .pi)) * 180 / .pi
    }

    private static func clamped(_ value: Double) -> UInt32 {
        UInt32(min(max(value, 0), side - 1))
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

    /// Creates a cluster.
    package init(
        count: Int, middle: Coordinate, bounds: CoordinateBox, cover: PhotoID, homes: Int,
        source: PositionSource?
    ) {
        self.count = count
        self.middle = middle
        self.bounds = bounds
        self.cover = cover
        self.homes = homes
        self.source = source
    }
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

    /// Creates contents.
    package init(clusters: [MapCluster], level: Int, photos: Int, bounds: CoordinateBox?) {
        self.clusters = clusters
        self.level = level
        self.photos = photos
        self.bounds = bounds
    }
}
