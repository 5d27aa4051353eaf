package import GalleryModel

/// Looks positions up in the index of places: one thread's.
///
/// The first lookups read what they need and no more; then trees are built, and every page of the
/// index is checked. Both give the same answers.
package final class PlaceLookup {
    /// A position in the forms that lookups need.
    private struct Position {
        let coordinate: Coordinate
        let vector: UnitVector

        init(_ coordinate: Coordinate) {
            // One name for the antimeridian, so that distances are equal to the last bit.
            let place =
                coordinate.longitude == -180
                ? Coordinate(latitude: coordinate.latitude, longitude: 180) : nil
            self.coordinate = place ?? coordinate
            vector = UnitVector(
                latitude: self.coordinate.latitude, longitude: self.coordinate.longitude)
        }

        /// Degrees; both names of the antimeridian, because polygons end on either side of it.
        var longitudes: [Double] {
            coordinate.longitude == 180 ? [180, -180] : [coordinate.longitude]
        }
    }

    private struct NearPart {
        let part: IndexPart
        /// 0 inside the part.
        let kilometres: Double
    }

    private struct NearCity {
        let city: CityTree.City
        let kilometres: Double
    }

    private let index: PlaceIndex
    private let context: GEOSContext
    private var parts: any PartSearch
    private var cities: CityTree
    private var names: AnswerNames
    private var lookupsWithoutTrees = 0

    /// Prepares lookups; reads nearly nothing.
    ///
    /// - Parameters:
    ///   - index: the index, which other threads may share.
    ///   - overrides: what to answer in disputed areas.
    ///
    /// Throws: `damaged`, `failed` where there is not enough memory.
    package init(_ index: PlaceIndex, overrides: PlaceOverrides = .none) throws(PlacesError) {
        self.index = index
        context = try GEOSContext()
        parts = PartScan(index, context: context)
        cities = CityTree(index)
        names = try AnswerNames(index, overrides: overrides)
    }

    /// Builds the trees now: for a caller who knows that many lookups come.
    ///
    /// Throws: `damaged`, `failed`.
    package func prepareForMany() throws(PlacesError) {
        guard lookupsWithoutTrees <= PlaceRules.lookupsWithoutTrees else { return }
        try index.verifyAll()
        try cities.load()
        parts = try PartTree(index, context: context)
        names.keep()
        lookupsWithoutTrees = PlaceRules.lookupsWithoutTrees + 1
    }

    /// Says where a position lies.
    ///
    /// The altitude does not matter.
    ///
    /// Throws: `damaged`, `failed`.
    package func place(at coordinate: Coordinate) throws(PlacesError) -> Place {
        if lookupsWithoutTrees == PlaceRules.lookupsWithoutTrees {
            try prepareForMany()
        } else if lookupsWithoutTrees < PlaceRules.lookupsWithoutTrees {
            lookupsWithoutTrees += 1
        }
        let position = Position(coordinate)
        let part = try parts.firstPart(
            containing: position.longitudes, latitude: coordinate.latitude)
        if let part { return try place(position, NearPart(part: part, kilometres: 0), .inside) }
        let shore = try nearestPart(
            to: position, within: PlaceRules.coastKm, mayContain: false, country: nil)
        if let shore { return try place(position, shore, .coast) }
        // A little more than the limit, which the distance itself decides.
        let chord = PlaceRules.chord(ofKm: PlaceRules.coastCityKm) * 1.001
        guard let city = try nearestCity(to: position, within: chord),
            city.kilometres <= PlaceRules.coastCityKm
        else { return Place() }
        return try place(near: city)
    }

    /// The place of a position that belongs to a part, but for what a near city says.
    private func place(
        _ position: Position, _ part: NearPart, _ match: Place.Match
    ) throws(PlacesError) -> Place {
        guard let city = try nearestCity(to: position, within: 2) else {
            let name = try names.region(part.part.region)
            return Place(
                match: match, countryCode: name.code, country: name.country, region: name.region)
        }
        var region = part.part.region
        if try isAcrossBorder(city, region) {
            if let voted = try vote(position, part, city) {
                region = voted
            } else if city.kilometres < part.kilometres {
                // A town nearer than any polygon: its island is one that the polygons lack.
                let home = try nearestPart(
                    to: position, within: PlaceRules.coastKm, mayContain: false,
                    country: names.country(of: city.city))
                guard let home else { return try place(near: city) }
                region = home.part.region
            }
        }
        let name = try names.region(region)
        return Place(
            match: match, countryCode: name.code, country: name.country, region: name.region,
            city: try names.city(city.city), cityDistanceKm: city.kilometres)
    }

    /// Whether a city lies in another country than a region, and may speak about it.
    ///
    /// No city speaks for the country that a person took a disputed area from.
    private func isAcrossBorder(_ city: NearCity, _ region: Int) throws(PlacesError) -> Bool {
        guard try names.country(ofRegion: region) != names.country(of: city.city) else {
            return false
        }
        return try !names.isSettled(region: region, against: city.city)
    }

    /// The region across a border that a near city speaks for; nil where none does.
    ///
    /// Borders of the polygons are 1 to 3 km off, and towns at borders end at them: the nearer the
    /// town, the farther its country may be.
    private func vote(
        _ position: Position, _ part: NearPart, _ city: NearCity
    ) throws(PlacesError) -> Int? {
        let share = 1 - city.kilometres / PlaceRules.voteCityKm
        guard share >= 0 else { return nil }
        let reach = min(part.kilometres + share * PlaceRules.voteBorderKm, PlaceRules.coastKm)
        return try nearestPart(
            to: position, within: reach, mayContain: part.kilometres == 0,
            country: names.country(of: city.city))?.part.region
    }

    /// The nearest part; the first in the file of equals.
    ///
    /// - Parameters:
    ///   - kilometres: how far away at most; a part that contains the position is 0 away.
    ///   - mayContain: whether a part can contain the position.
    ///   - country: the number of the country it has to answer; nil for any.
    private func nearestPart(
        to position: Position, within kilometres: Double, mayContain: Bool, country: Int?
    ) throws(PlacesError) -> NearPart? {
        let boxes = SearchBoxes(
            longitude: position.coordinate.longitude, latitude: position.coordinate.latitude,
            distance: kilometres / Coordinate.earthRadiusKm)
        let chord = PlaceRules.chord(ofKm: kilometres)
        // The limit itself belongs to it.
        var limit = (chord * chord).nextUp
        var nearest: IndexPart?
        for number in try parts.parts(touching: boxes) {
            let part = try parts.part(number)
            if let country, try names.country(ofRegion: part.region) != country { continue }
            for longitude in mayContain ? position.longitudes : []
            where try parts.contains(
                number, longitude: longitude, latitude: position.coordinate.latitude)
            {
                return NearPart(part: part, kilometres: 0)
            }
            let outline = try parts.outline(of: number)
            if let found = try outline.squaredChord(to: position.vector, below: limit, of: index) {
                (limit, nearest) = (found, part)
            }
        }
        return nearest.map {
            NearPart(part: $0, kilometres: PlaceRules.kilometres(ofChord: limit.squareRoot()))
        }
    }

    /// The nearest city, at most a chord of the unit sphere away; nil where there is none.
    private func nearestCity(
        to position: Position, within chord: Double
    ) throws(PlacesError) -> NearCity? {
        guard let city = try cities.nearest(to: position.vector, within: chord) else { return nil }
        return NearCity(
            city: city, kilometres: position.coordinate.distanceKm(to: city.coordinate))
    }

    /// The place of a position with a city near, but no part of its country: the polygons lack its
    /// island.
    private func place(near city: NearCity) throws(PlacesError) -> Place {
        let country = try index.country(names.country(of: city.city))
        return Place(
            match: .coast, countryCode: country.code, country: country.name, region: nil,
            city: try names.city(city.city), cityDistanceKm: city.kilometres)
    }
}
