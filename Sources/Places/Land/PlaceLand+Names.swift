package import GalleryModel

extension PlaceLand {
    /// The largest cities, at most one for each cell of a map.
    ///
    /// Looks at all cities: some milliseconds.
    ///
    /// - Parameters:
    ///   - box: where they are to be.
    ///   - cell: the cell that a position stands in.
    /// - Returns: the largest first.
    ///
    /// Throws: `damaged`.
    package func names<Cell: Hashable>(
        in box: CoordinateBox, oneFor cell: (Coordinate) -> Cell
    ) throws(PlacesError) -> [MapName] {
        var largest: [Cell: (number: Int, people: UInt32, coordinate: Coordinate)] = [:]
        for number in 0..<index.layout[.cities].count {
            let row = try index.element(number, of: .cities)
            let position = GridPosition(
                longitude: index.bytes.signed32(at: row + 4),
                latitude: index.bytes.signed32(at: row))
            let people = index.bytes.integer32(at: row + 16)
            guard
                let coordinate = Coordinate(
                    latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
            else { throw index.damaged("a city lies outside the Earth") }
            guard box.contains(coordinate) else { continue }
            let cell = cell(coordinate)
            if let known = largest[cell], known.people >= people { continue }
            largest[cell] = (number, people, coordinate)
        }
        var names: [MapName] = []
        for city in largest.values.sorted(by: { ($0.people, $1.number) > ($1.people, $0.number) }) {
            let name = Int(
                index.bytes.integer32(at: try index.element(city.number, of: .cities) + 8))
            names.append(
                MapName(
                    name: try index.string(name), coordinate: city.coordinate,
                    population: Int(city.people)))
        }
        return names
    }
}
