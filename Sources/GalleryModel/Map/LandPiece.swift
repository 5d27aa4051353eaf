/// A piece of the base map: what countries there are, in outlines, and the lines between them.
public struct LandPiece: Hashable, Sendable {
    /// A corner of an outline, in units of 1e-5 degrees, WGS 84.
    public struct Point: Hashable, Sendable {
        /// Units east.
        public var longitude: Int32
        /// Units north.
        public var latitude: Int32

        /// How many units a degree has.
        public static let unitsPerDegree = 100_000.0

        /// Makes a corner.
        public init(longitude: Int32, latitude: Int32) {
            self.longitude = longitude
            self.latitude = latitude
        }
    }

    /// A country, or as much of it as lies in the piece.
    public struct Country: Hashable, Sendable {
        /// ISO 3166-1 alpha-2, and `XK` for Kosovo.
        public var code: String
        /// The name in English.
        public var name: String
        /// Polygons of rings: first the outer one, against the clock, then its holes.
        ///
        /// The first corner is not repeated.
        public var polygons: [[[Point]]]
        /// A position within the largest of the polygons, where a name may stand; nil in a piece of the earth.
        public var label: Coordinate?

        /// Makes a country.
        public init(code: String, name: String, polygons: [[[Point]]], label: Coordinate?) {
            self.code = code
            self.name = name
            self.polygons = polygons
            self.label = label
        }
    }

    /// The countries, in the order of the index.
    public var countries: [Country]
    /// Coasts, and borders of countries; none in the piece of the whole world.
    public var borders: [[Point]]
    /// Borders of regions within countries.
    public var regions: [[Point]]

    /// Makes a piece.
    public init(countries: [Country], borders: [[Point]], regions: [[Point]]) {
        self.countries = countries
        self.borders = borders
        self.regions = regions
    }
}

/// A place whose name stands on a map.
public struct MapName: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Where it is.
    public var coordinate: Coordinate
    /// How many people live there.
    public var population: Int

    /// Makes a name.
    public init(name: String, coordinate: Coordinate, population: Int) {
        self.name = name
        self.coordinate = coordinate
        self.population = population
    }
}
