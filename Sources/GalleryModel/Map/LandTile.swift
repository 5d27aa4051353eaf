/// A tile of the base map: the outlines of countries, and borders.
package struct LandTile: Hashable, Sendable {
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
    package struct Country: Hashable, Sendable {
        /// The code: ISO 3166-1 alpha-2, or `XK` for Kosovo.
        package var code: String
        /// The English name.
        package var name: String
        /// Polygons of rings: the outer ring counterclockwise, followed by its holes.
        ///
        /// The first vertex is not repeated at the end.
        package var polygons: [[[Point]]]
        /// A position inside the largest polygon for a label; nil in tiles that are not of the
        /// whole world.
        package var label: Coordinate?

        /// Creates a country.
        package init(code: String, name: String, polygons: [[[Point]]], label: Coordinate?) {
            self.code = code
            self.name = name
            self.polygons = polygons
            self.label = label
        }
    }

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
