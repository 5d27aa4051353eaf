package import GalleryModel

/// The base map, made of the index of places.
///
/// Outlines come in two levels of detail: the whole world, and pieces of 10 by 10 degrees.
package struct PlaceLand: Sendable {
    /// The width and height of a piece, in degrees.
    package static let pieceDegrees = 10

    /// What an outline is told of: corners on a grid, in units of the index, and the least area in units squared.
    ///
    /// Source: measured, the world at 0.15 degrees takes 120 kB compressed, at 0.1 degrees 195 kB.
    private struct Detail {
        var grid: Int32
        var smallest: Double

        static let world = Detail(grid: 15_000, smallest: 4 * 15_000 * 15_000)
        static let piece = Detail(grid: 500, smallest: 0)
    }

    let index: PlaceIndex
    /// The number of the country that each region answers.
    private let countries: [Int]

    /// Prepares a base map.
    ///
    /// Throws: `damaged`.
    package init(
        _ index: PlaceIndex, overrides: PlaceOverrides = .none
    ) throws(PlacesError) {
        self.index = index
        let names = try AnswerNames(index, overrides: overrides)
        var countries: [Int] = []
        for region in 0..<index.layout[.regions].count {
            countries.append(try names.country(ofRegion: region))
        }
        self.countries = countries
    }

    /// The countries of the world, without islands smaller than some 1,000 square kilometres.
    ///
    /// Reads all outlines: half a second.
    ///
    /// Throws: `damaged`.
    package func world() throws(PlacesError) -> LandPiece {
        var graphs = [RingGraph](
            repeating: RingGraph(), count: index.layout[.countries].count)
        for number in 0..<index.layout[.parts].count {
            let part = try IndexPart(number, in: index)
            for ring in try rings(of: part, .world) { graphs[countries[part.region]].add(ring) }
        }
        return LandPiece(
            countries: try shapes(graphs, .world, isLabelled: true), borders: [], regions: [])
    }

    /// What lies in 10 by 10 degrees.
    ///
    /// - Parameters:
    ///   - west: its western edge in degrees, a multiple of 10 from -180 to 170.
    ///   - south: its southern edge, a multiple of 10 from -90 to 80.
    /// - Returns: nil for other edges.
    ///
    /// Throws: `damaged`.
    package func piece(west: Int, south: Int) throws(PlacesError) -> LandPiece? {
        let side = Self.pieceDegrees
        guard west % side == 0, south % side == 0, (-180..<180).contains(west),
            (-90..<90).contains(south)
        else { return nil }
        let units = Int32(GridPosition.unitsPerDegree)
        let box = GridBounds(
            west: Int32(west) * units, south: Int32(south) * units,
            east: Int32(west + side) * units, north: Int32(south + side) * units)
        var graphs = [RingGraph](
            repeating: RingGraph(), count: index.layout[.countries].count)
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
        return LandPiece(
            countries: try shapes(graphs, .piece, isLabelled: false), borders: lines.borders,
            regions: lines.regions)
    }

    /// The rings of a part on a grid, the outer one against the clock, its holes with it.
    private func rings(
        of part: IndexPart, _ detail: Detail
    ) throws(PlacesError) -> [[LandPiece.Point]] {
        var reader = try RingReader(part, in: index)
        var rings: [[LandPiece.Point]] = []
        while let count = try reader.nextRing() {
            var positions: [GridPosition] = []
            positions.reserveCapacity(count)
            while let position = try reader.next() { positions.append(position) }
            let ring = LandRing.snapped(positions, to: detail.grid)
            let isOuter = rings.isEmpty
            if ring.count < 3 {
                // Too small for the grid: its holes are, too.
                if isOuter { return [] }
                continue
            }
            rings.append((LandRing.doubleArea(ring) > 0) == isOuter ? ring : ring.reversed())
        }
        return rings
    }

    private func shapes(
        _ graphs: [RingGraph], _ detail: Detail, isLabelled: Bool
    ) throws(PlacesError) -> [LandPiece.Country] {
        var found: [LandPiece.Country] = []
        for (number, graph) in graphs.enumerated() {
            let polygons = LandRing.polygons(graph.rings(), smallest: detail.smallest)
            guard !polygons.isEmpty else { continue }
            let country = try index.country(number)
            let largest = polygons.max {
                LandRing.doubleArea($0[0]) < LandRing.doubleArea($1[0])
            }
            found.append(
                LandPiece.Country(
                    code: country.code, name: country.name, polygons: polygons,
                    label: isLabelled ? largest.flatMap { LandRing.label(in: $0[0]) } : nil))
        }
        return found
    }
}
