package import GalleryModel

/// The base map, derived from the place index.
///
/// Outlines have two levels of detail: the whole world, and pieces of 10 by 10 degrees.
package struct PlaceLand: Sendable {
    /// The width and height of a piece, in degrees.
    package static let pieceDegrees = 10

    /// The detail of outlines: grid spacing in index units and minimum area in square units.
    ///
    /// Source: measured, the world at 0.15 degrees takes 120 kB compressed, at 0.1 degrees 195 kB.
    private struct Detail {
        var grid: Int32
        var smallest: Double

        static let world = Detail(grid: 15_000, smallest: 4 * 15_000 * 15_000)
        static let piece = Detail(grid: 500, smallest: 0)
    }

    let index: PlaceIndex
    /// The country number of each region.
    private let countries: [Int]

    /// Prepares a base map.
    ///
    /// - Throws: `damaged`.
    package init(_ index: PlaceIndex, overrides: PlaceOverrides = .none) throws(PlacesError) {
        self.index = index
        let names = try EffectivePlaceNames(index, overrides: overrides)
        countries = try (0..<index.layout[.regions].count).map(names.country(ofRegion:))
    }

    /// Returns the countries of the world, without islands below about 1,000 square kilometers.
    ///
    /// Reads all outlines, which takes half a second.
    ///
    /// - Throws: `damaged`.
    package func world() throws(PlacesError) -> LandTile {
        var graphs = [RingGraph](repeating: RingGraph(), count: index.layout[.countries].count)
        for number in 0..<index.layout[.parts].count {
            let part = try IndexPart(number, in: index)
            for ring in try rings(of: part, .world) { graphs[countries[part.region]].add(ring) }
        }
        return LandTile(
            countries: try shapes(graphs, .world, isLabeled: true), borders: [], regions: [])
    }

    /// Returns the map of 10 by 10 degrees.
    ///
    /// - Parameters:
    ///   - west: the western edge in degrees, a multiple of 10 from -180 to 170.
    ///   - south: the southern edge in degrees, a multiple of 10 from -90 to 80.
    /// - Returns: nil for other edges.
    /// - Throws: `damaged`.
    package func piece(west: Int, south: Int) throws(PlacesError) -> LandTile? {
        let side = Self.pieceDegrees
        guard west % side == 0, south % side == 0, (-180..<180).contains(west),
            (-90..<90).contains(south)
        else { return nil }
        let units = Int32(GridPosition.unitsPerDegree)
        let box = GridBounds(
            west: Int32(west) * units, south: Int32(south) * units,
            east: Int32(west + side) * units, north: Int32(south + side) * units)
        var graphs = [RingGraph](repeating: RingGraph(), count: index.layout[.countries].count)
        var lines = BorderLines(within: box)
        for number in 0..<index.layout[.parts].count {
            let part = try IndexPart(number, in: index)
            guard part.bounds.touches(box) else { continue }
            let country = countries[part.region]
            for ring in try rings(of: part, .piece) {
                lines.add(ring, ofCountry: country)
                graphs[country].add(LandRing.clipped(ring, to: box))
            }
        }
        return LandTile(
            countries: try shapes(graphs, .piece, isLabeled: false), borders: lines.borders,
            regions: lines.regions)
    }

    /// Returns a part's rings snapped to the grid: the outer one counterclockwise, holes clockwise.
    private func rings(
        of part: IndexPart, _ detail: Detail
    ) throws(PlacesError) -> [[LandTile.Point]] {
        var reader = try RingReader(part, in: index)
        var rings: [[LandTile.Point]] = []
        while let count = try reader.nextRing() {
            var positions: [GridPosition] = []
            positions.reserveCapacity(count)
            while let position = try reader.next() { positions.append(position) }
            let ring = LandRing.snapped(positions, to: detail.grid)
            let isOuter = rings.isEmpty
            if ring.count < 3 {
                // An outer ring below grid size has no visible holes either.
                if isOuter { return [] }
                continue
            }
            rings.append((LandRing.doubleArea(ring) > 0) == isOuter ? ring : ring.reversed())
        }
        return rings
    }

    private func shapes(
        _ graphs: [RingGraph], _ detail: Detail, isLabeled: Bool
    ) throws(PlacesError) -> [LandTile.Country] {
        var found: [LandTile.Country] = []
        for (number, graph) in graphs.enumerated() {
            let polygons = LandRing.polygons(graph.rings(), smallest: detail.smallest)
            guard !polygons.isEmpty else { continue }
            let country = try index.country(number)
            let largest = polygons.max { LandRing.doubleArea($0[0]) < LandRing.doubleArea($1[0]) }
            let label = isLabeled ? largest.flatMap { LandRing.label(in: $0[0]) } : nil
            found.append((country.code, country.name, polygons, label))
        }
        return found
    }
}

extension PlaceLand {
    /// Returns the largest cities, at most one per cell of a map.
    ///
    /// Scans all cities, which takes a few milliseconds.
    ///
    /// - Parameters:
    ///   - box: limits the search.
    ///   - cell: maps a position to its cell.
    /// - Returns: the cities, largest first.
    /// - Throws: `damaged`.
    package func names<Cell: Hashable>(
        in box: CoordinateBox, oneFor cell: (Coordinate) -> Cell
    ) throws(PlacesError) -> [MapName] {
        var largest: [Cell: (number: Int, people: UInt32, coordinate: Coordinate)] = [:]
        for number in 0..<index.layout[.cities].count {
            let row = try index.element(number, of: .cities)
            // Quarters are skipped, as their city is named.
            if index.isQuarter(atRow: row) { continue }
            let position = try index.cityPosition(atRow: row)
            let people = index.bytes.integer32(at: row + 16)
            let coordinate = Coordinate(
                latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
            guard let coordinate, box.contains(coordinate) else { continue }
            let cell = cell(coordinate)
            if let known = largest[cell], known.people >= people { continue }
            largest[cell] = (number, people, coordinate)
        }
        let cities = largest.values.sorted { ($0.people, $1.number) > ($1.people, $0.number) }
        return try cities.map { city throws(PlacesError) in
            let name = Int(
                index.bytes.integer32(at: try index.element(city.number, of: .cities) + 8))
            return MapName(
                name: try index.string(name), coordinate: city.coordinate,
                population: Int(city.people))
        }
    }
}
