/// A tile of the base map: the outlines of countries, and borders.
package struct LandTile: Sendable {
    /// A vertex of an outline, in units of 1e-5 degrees, WGS 84.
    package struct Point: Hashable, Sendable {
        /// Units east.
        package var longitude: Int32
        /// Units north.
        package var latitude: Int32

        /// Creates a vertex.
        package init(longitude: Int32, latitude: Int32) {
            self.longitude = longitude
            self.latitude = latitude
        }
    }

    /// A country, or the part of it inside the tile.
    ///
    /// - code: ISO 3166-1 alpha-2, or `XK` for Kosovo.
    /// - name: the English name.
    /// - polygons: rings, the outer one counterclockwise, followed by its holes; the first vertex
    ///   is not repeated at the end.
    /// - label: a position inside the largest polygon for a label; nil in tiles that are not of the
    ///   whole world.
    package typealias Country = (
        code: String, name: String, polygons: [[[Point]]], label: Coordinate?
    )

    /// The countries in index order.
    package var countries: [Country]
    /// Coasts and country borders; empty in the tile of the whole world.
    package var borders: [[Point]]
    /// Borders of regions within countries.
    package var regions: [[Point]]

    /// Creates a tile.
    package init(countries: [Country], borders: [[Point]], regions: [[Point]]) {
        self.countries = countries
        self.borders = borders
        self.regions = regions
    }
}

/// A labeled place on a map.
package struct MapName: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The position.
    package var coordinate: Coordinate
    /// The number of inhabitants.
    package var population: Int

    /// Creates a label.
    package init(name: String, coordinate: Coordinate, population: Int) {
        self.name = name
        self.coordinate = coordinate
        self.population = population
    }
}
