import GalleryModel

/// A k-d tree of cities and their parts, searched directly in the file.
///
/// Uses unit vectors, as a tree in degrees finds the wrong city for one point in eleven.
/// Source: J. L. Bentley, "Multidimensional binary search trees used for associative searching",
/// 1975.
struct CityTree {
    /// A city's row, without its name.
    struct City {
        let number: Int
        let coordinate: Coordinate
        let name: Int
        let country: Int
        /// Number of the disputed area that determines its country; nil outside disputed areas.
        let area: Int?
        /// Number of its region; nil if no polygon is near.
        let region: Int?
        /// True for a section of a town, which does not influence country borders.
        let isQuarter: Bool
        /// Number of the city that it is a part of; nil for a city.
        let parent: Int?
    }

    /// Restricts the results of a search.
    enum Choice {
        case all
        /// Cities that influence country borders, excluding sections of towns.
        case towns
        /// A city and its parts.
        case city(Int)

        fileprivate func includes(_ number: Int, _ node: Node) -> Bool {
            switch self {
            case .all: true
            case .towns: !node.isQuarter
            case .city(let city): number == city || node.parent == UInt32(city)
            }
        }
    }

    fileprivate struct Node {
        let vector: UnitVector
        /// The city's reach, and the largest reach in its subtree, in kilometers.
        let reachKm, farthestReachKm: Double
        let parent: UInt32
        let region: UInt16
        let isQuarter: Bool
        /// Splitting axis: 0 x, 1 y, 2 z.
        let axis: UInt8

        /// The signed distance of a position from the splitting plane, as a chord.
        func side(of place: UnitVector) -> Double {
            switch axis {
            case 0: place.x - vector.x
            case 1: place.y - vector.y
            default: place.z - vector.z
            }
        }
    }

    /// The state of a nearest-city search; distances are chords of the unit sphere.
    private struct Search {
        let place: UnitVector
        let choice: Choice
        /// The shortest chord so far.
        var nearest: Double
        /// Squared chord beyond which nodes are skipped.
        var reach: Double
        var city: (number: Int, chord: Double)?
    }

    /// The state of a search for the city in whose reach a position is deepest.
    private struct DepthSearch {
        let place: UnitVector
        let region: UInt16
        var depth = Double.infinity
        var number: Int?
    }

    private let index: PlaceIndex
    /// All nodes once loaded; until then, nodes are read from the file.
    private var nodes: [Node] = []

    init(_ index: PlaceIndex) { self.index = index }

    /// Loads all unit vectors into memory, for many searches.
    ///
    /// - Throws: `damaged`.
    mutating func load() throws(PlacesError) {
        nodes = try (0..<index.layout[.cities].count).map(readNode)
    }

    /// Returns the city nearest by great circle, within a chord of the unit sphere.
    ///
    /// At equal distance the larger population wins, then file order.
    ///
    /// - Throws: `damaged`.
    func nearest(
        to place: UnitVector, within chord: Double = 2, of choice: Choice = .towns
    ) throws(PlacesError) -> City? {
        let reach = chord + PlaceRules.chordTolerance
        var search = Search(place: place, choice: choice, nearest: reach, reach: reach * reach)
        try look(&search, 0, index.layout[.cities].count)
        guard let city = search.city else { return nil }
        return try self.city(city.number)
    }

    /// Returns the city of a region in whose reach a position is deepest, and the depth; nil if the
    /// region has no cities.
    ///
    /// At equal depth the larger population wins, then file order. A nearby city of any region
    /// speeds up the search.
    ///
    /// - Throws: `damaged`.
    func deepest(
        at place: UnitVector, inRegion region: Int, near: City? = nil
    ) throws(PlacesError) -> (city: City, depth: Double)? {
        var search = DepthSearch(place: place, region: UInt16(region))
        if let near { try offer(near.number, try node(near.number), &search) }
        let numbers = try index.cities(ofRegion: region)
        if numbers.count <= PlaceRules.linearSearchLimit {
            for row in numbers {
                let start = try index.element(row, of: .regionCities)
                let number = Int(index.bytes.integer32(at: start))
                try offer(number, try node(number), &search)
            }
        } else {
            try look(&search, 0, index.layout[.cities].count, beyond: 0)
        }
        guard let number = search.number else { return nil }
        return (try city(number), search.depth)
    }

    /// Reads a city by number.
    ///
    /// - Throws: `damaged`.
    func city(_ number: Int) throws(PlacesError) -> City {
        let row = try index.element(number, of: .cities)
        let position = try index.cityPosition(atRow: row)
        let country = Int(index.bytes.integer16(at: row + 12))
        let coordinate = Coordinate(
            latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
        let area = Int(index.bytes[row + 15])
        let region = index.bytes.integer16(at: row + 24)
        let parent = index.bytes.integer32(at: row + 28)
        guard let coordinate, country < index.layout[.countries].count,
            area <= index.layout[.areas].count
        else { throw index.damaged("city \(number) has no country or area") }
        guard region == .max || Int(region) < index.layout[.regions].count,
            parent == .max || Int(parent) < index.layout[.cities].count
        else { throw index.damaged("city \(number) refers to a missing region or parent city") }
        return City(
            number: number, coordinate: coordinate, name: Int(index.bytes.integer32(at: row + 8)),
            country: country, area: area == 0 ? nil : area - 1,
            region: region == .max ? nil : Int(region), isQuarter: index.isQuarter(atRow: row),
            parent: parent == .max ? nil : Int(parent))
    }

    private func look(_ search: inout Search, _ low: Int, _ high: Int) throws(PlacesError) {
        guard low < high else { return }
        let middle = low + (high - low) / 2
        let node = try node(middle)
        if search.choice.includes(middle, node) {
            try offer(middle, search.place.squaredChord(to: node.vector), &search)
        }
        let side = node.side(of: search.place)
        if side <= 0 {
            try look(&search, low, middle)
            if side * side <= search.reach { try look(&search, middle + 1, high) }
        } else {
            try look(&search, middle + 1, high)
            if side * side <= search.reach { try look(&search, low, middle) }
        }
    }

    /// Searches a subtree that is at least a chord away.
    private func look(
        _ search: inout DepthSearch, _ low: Int, _ high: Int, beyond chord: Double
    ) throws(PlacesError) {
        guard low < high else { return }
        let middle = low + (high - low) / 2
        let node = try node(middle)
        // Distances computed by the builder and by this machine may differ in the last digits.
        let least = max(0, chord - PlaceRules.chordTolerance) * Coordinate.earthRadiusKm
        guard PlaceRules.depth(kilometers: least, reachKm: node.farthestReachKm) <= search.depth
        else { return }
        try offer(middle, node, &search)
        let side = node.side(of: search.place)
        let (below, above) = (max(chord, side), max(chord, -side))
        if side <= 0 {
            try look(&search, low, middle, beyond: chord)
            try look(&search, middle + 1, high, beyond: above)
        } else {
            try look(&search, middle + 1, high, beyond: chord)
            try look(&search, low, middle, beyond: below)
        }
    }

    private func offer(
        _ number: Int, _ node: Node, _ search: inout DepthSearch
    ) throws(PlacesError) {
        guard node.region == search.region else { return }
        let chord = search.place.squaredChord(to: node.vector).squareRoot()
        let depth = PlaceRules.depth(
            kilometers: chord * Coordinate.earthRadiusKm, reachKm: node.reachKm)
        var isDeepest = depth < search.depth
        if depth == search.depth { isDeepest = try isLarger(number, search.number) }
        if isDeepest { (search.depth, search.number) = (depth, number) }
    }

    private func offer(
        _ number: Int, _ squared: Double, _ search: inout Search
    ) throws(PlacesError) {
        guard squared <= search.reach else { return }
        let chord = squared.squareRoot()
        if let city = search.city, chord >= search.nearest - PlaceRules.chordTolerance,
            city.chord < chord + PlaceRules.chordTolerance
        {
            // At equal distance the population decides, then file order.
            if try isLarger(number, city.number) { search.city = (number, chord) }
        } else {
            search.city = (number, chord)
        }
        search.nearest = min(search.nearest, chord)
        let reach = search.nearest + PlaceRules.chordTolerance
        search.reach = reach * reach
    }

    /// True if a city has a larger population than another, or the same and a smaller number.
    private func isLarger(_ number: Int, _ other: Int?) throws(PlacesError) -> Bool {
        guard let other else { return true }
        let mine = try population(number)
        let its = try population(other)
        return mine > its || mine == its && number < other
    }

    private func population(_ number: Int) throws(PlacesError) -> UInt32 {
        index.bytes.integer32(at: try index.element(number, of: .cities) + 16)
    }

    private func node(_ number: Int) throws(PlacesError) -> Node {
        nodes.indices.contains(number) ? nodes[number] : try readNode(number)
    }

    private func readNode(_ number: Int) throws(PlacesError) -> Node {
        let row = try index.element(number, of: .cities)
        let axis = index.bytes[row + 14]
        guard axis <= 2 else { throw index.damaged("city \(number) has an invalid axis") }
        return Node(
            vector: UnitVector(try index.cityPosition(atRow: row)),
            reachKm: PlaceRules.reachKm(population: index.bytes.integer32(at: row + 16)),
            farthestReachKm: PlaceRules.reachKm(population: index.bytes.integer32(at: row + 20)),
            parent: index.bytes.integer32(at: row + 28),
            region: index.bytes.integer16(at: row + 24),
            isQuarter: index.isQuarter(atRow: row), axis: axis)
    }
}

extension PlaceIndex {
    /// Whether the city in a row is a quarter of another city.
    func isQuarter(atRow row: Int) -> Bool { bytes.integer16(at: row + 26) & 1 == 1 }

    /// Returns the position of the city in a row.
    ///
    /// - Throws: `damaged`.
    func cityPosition(atRow row: Int) throws(PlacesError) -> GridPosition {
        let position = GridPosition(
            longitude: bytes.signed32(at: row + 4), latitude: bytes.signed32(at: row))
        guard GridPosition.longitudes.contains(position.longitude),
            GridPosition.latitudes.contains(position.latitude)
        else { throw damaged("a city's coordinates are out of range") }
        return position
    }
}
