/// What a map shows: a box and how far it is zoomed in.
public struct MapView: Hashable, Sendable {
    /// The western edge in degrees; maps show the world more than once, so any longitude will do.
    public let west: Double
    /// The southern edge, -90...90.
    public let south: Double
    /// The eastern edge in degrees, not less than `west`.
    public let east: Double
    /// The northern edge, `south`...90.
    public let north: Double
    /// The zoom: at 0 the world is 256 pixels wide, and twice as wide with each step.
    public let zoom: Int

    /// The zooms that there are.
    public static let zooms = 0...20

    /// Makes a view, or nil where a value is not finite, or out of range or order.
    public init?(west: Double, south: Double, east: Double, north: Double, zoom: Int) {
        let longitudes = -1080.0...1080
        guard longitudes.contains(west), longitudes.contains(east), west <= east,
            (-90...90).contains(south), (-90...90).contains(north), south <= north,
            Self.zooms.contains(zoom)
        else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
        self.zoom = zoom
    }

    /// The box on the Earth that is shown.
    public var box: CoordinateBox {
        func wrapped(_ longitude: Double) -> Double {
            longitude - ((longitude + 180) / 360).rounded(.down) * 360
        }
        let isWhole = east - west >= 360
        let box = CoordinateBox(
            west: isWhole ? -180 : wrapped(west), south: south,
            east: isWhole ? 180 : wrapped(east), north: north)
        // Longitudes that were wrapped and latitudes that were checked make a box.
        return box ?? .everywhere
    }

    /// The whole world.
    public static func world(zoom: Int) -> MapView? {
        MapView(west: -180, south: -90, east: 180, north: 90, zoom: zoom)
    }
}
