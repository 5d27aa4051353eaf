import GalleryModel

/// The k-d tree of the cities, which lies in the file as it is searched.
///
/// Positions are unit vectors, because a tree in degrees finds the wrong city for one point in eleven.
/// Source: J. L. Bentley, "Multidimensional binary search trees used for associative searching", 1975.
struct CityTree {
    /// A city's row, without its name.
    struct City {
        let number: Int
        let coordinate: Coordinate
        let name: Int
        let country: Int
        /// The number of the disputed area that decides about its country; nil for none.
        let area: Int?
    }

    private struct Node {
        let vector: UnitVector
        /// 0 x, 1 y, 2 z.
        let axis: UInt8
    }

    /// A search's state: chords of the unit sphere.
    private struct Search {
        let place: UnitVector
        /// The shortest chord so far.
        var nearest: Double
        /// Up to where a node may still matter, squared.
        var reach: Double
        var city: (number: Int, chord: Double)?
    }

    private let index: PlaceIndex
    /// Every node, once they are loaded; before, nodes are read from the file.
    private var nodes: [Node] = []

    init(_ index: PlaceIndex) {
        self.index = index
    }

    /// Keeps all unit vectors in memory, for many searches.
    ///
    /// Throws: `damaged`.
    mutating func load() throws(PlacesError) {
        var nodes: [Node] = []
        nodes.reserveCapacity(index.layout[.cities].count)
        for number in 0..<index.layout[.cities].count { nodes.append(try node(number)) }
        self.nodes = nodes
    }

    /// The city nearest to a position by great circle, at most a chord of the unit sphere away.
    ///
    /// Of cities at the same distance the one with more people, then the first in the file.
    ///
    /// Throws: `damaged`.
    func nearest(to place: UnitVector, within chord: Double = 2) throws(PlacesError) -> City? {
        let reach = chord + PlaceRules.chordTolerance
        var search = Search(place: place, nearest: reach, reach: reach * reach)
        try look(&search, 0, index.layout[.cities].count)
        guard let city = search.city else { return nil }
        return try self.city(city.number)
    }

    /// The city of a number.
    ///
    /// Throws: `damaged`.
    func city(_ number: Int) throws(PlacesError) -> City {
        let row = try index.element(number, of: .cities)
        let position = try position(atRow: row)
        let country = Int(index.bytes.integer16(at: row + 12))
        let coordinate = Coordinate(
            latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
        let area = Int(index.bytes[row + 15])
        guard let coordinate, country < index.layout[.countries].count,
            area <= index.layout[.areas].count
        else { throw index.damaged("city \(number) has no country or area") }
        return City(
            number: number, coordinate: coordinate, name: Int(index.bytes.integer32(at: row + 8)),
            country: country, area: area == 0 ? nil : area - 1)
    }

    private func look(_ search: inout Search, _ low: Int, _ high: Int) throws(PlacesError) {
        guard low < high else { return }
        let middle = low + (high - low) / 2
        let node = nodes.isEmpty ? try node(middle) : nodes[middle]
        try offer(middle, search.place.squaredChord(to: node.vector), &search)
        let side =
            switch node.axis {
            case 0: search.place.x - node.vector.x
            case 1: search.place.y - node.vector.y
            default: search.place.z - node.vector.z
            }
        if side <= 0 {
            try look(&search, low, middle)
            if side * side <= search.reach { try look(&search, middle + 1, high) }
        } else {
            try look(&search, middle + 1, high)
            if side * side <= search.reach { try look(&search, low, middle) }
        }
    }

    private func offer(
        _ number: Int, _ squared: Double, _ search: inout Search
    ) throws(PlacesError) {
        guard squared <= search.reach else { return }
        let chord = squared.squareRoot()
        if let city = search.city, chord >= search.nearest - PlaceRules.chordTolerance,
            city.chord < chord + PlaceRules.chordTolerance
        {
            // As far as the nearest so far: people decide, then the order.
            let (mine, other) = (try population(number), try population(city.number))
            if mine > other || mine == other && number < city.number {
                search.city = (number, chord)
            }
        } else {
            search.city = (number, chord)
        }
        search.nearest = min(search.nearest, chord)
        let reach = search.nearest + PlaceRules.chordTolerance
        search.reach = reach * reach
    }

    private func population(_ number: Int) throws(PlacesError) -> UInt32 {
        index.bytes.integer32(at: try index.element(number, of: .cities) + 16)
    }

    private func node(_ number: Int) throws(PlacesError) -> Node {
        let row = try index.element(number, of: .cities)
        let axis = index.bytes[row + 14]
        guard axis <= 2 else { throw index.damaged("city \(number) has no axis") }
        return Node(vector: UnitVector(try position(atRow: row)), axis: axis)
    }

    private func position(atRow row: Int) throws(PlacesError) -> GridPosition {
        let position = GridPosition(
            longitude: index.bytes.signed32(at: row + 4), latitude: index.bytes.signed32(at: row))
        guard GridPosition.longitudes.contains(position.longitude),
            GridPosition.latitudes.contains(position.latitude)
        else { throw index.damaged("a city lies outside the Earth") }
        return position
    }
}
