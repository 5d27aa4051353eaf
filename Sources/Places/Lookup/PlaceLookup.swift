package import GalleryModel

/// Looks up the places of positions; not for use by several threads at once.
///
/// The first lookups read only what they need; then trees are built and every page of the index is
/// checked. Both modes return the same results.
package final class PlaceLookup {
    /// A position in the forms that lookups need.
    private struct Position {
        let coordinate: Coordinate
        let vector: UnitVector

        init(_ coordinate: Coordinate) {
            // The antimeridian is normalized to 180, so that distances are equal to the last bit.
            let place =
                coordinate.longitude == -180
                ? Coordinate(latitude: coordinate.latitude, longitude: 180) : nil
            self.coordinate = place ?? coordinate
            vector = UnitVector(
                latitude: self.coordinate.latitude, longitude: self.coordinate.longitude)
        }

        /// Degrees; both values of the antimeridian, as polygons end on either side of it.
        var longitudes: [Double] {
            coordinate.longitude == 180 ? [180, -180] : [coordinate.longitude]
        }
    }

    /// A part and its distance, 0 inside the part.
    private typealias NearPart = (part: IndexPart, kilometers: Double)
    private typealias NearCity = (city: CityTree.City, kilometers: Double)

    private let index: PlaceIndex
    private let context: GEOSContext
    private let parts: PartSearch
    private var cities: CityTree
    private var names: EffectivePlaceNames
    private var lookupsWithoutTrees = 0

    /// Prepares lookups, reading almost nothing.
    ///
    /// - Parameters:
    ///   - index: the index, which can be shared with other threads.
    ///   - overrides: the countries to return for disputed areas.
    /// - Throws: `damaged`, `failed` if memory runs out.
    package init(_ index: PlaceIndex, overrides: PlaceOverrides = .none) throws(PlacesError) {
        self.index = index
        context = try GEOSContext()
        parts = PartSearch(index, context: context)
        cities = CityTree(index)
        names = try EffectivePlaceNames(index, overrides: overrides)
    }

    /// Builds the trees immediately, for callers that expect many lookups.
    ///
    /// - Throws: `damaged`, `failed`.
    package func prepareForMany() throws(PlacesError) {
        guard lookupsWithoutTrees <= PlaceRules.lookupsWithoutTrees else { return }
        try index.verifyAll()
        try cities.load()
        try parts.prepareForMany()
        lookupsWithoutTrees = PlaceRules.lookupsWithoutTrees + 1
    }

    /// Returns the place of a position, ignoring its altitude.
    ///
    /// - Throws: `damaged`, `failed`.
    package func place(at coordinate: Coordinate) throws(PlacesError) -> Place {
        if lookupsWithoutTrees == PlaceRules.lookupsWithoutTrees {
            try prepareForMany()
        } else if lookupsWithoutTrees < PlaceRules.lookupsWithoutTrees {
            lookupsWithoutTrees += 1
        }
        let position = Position(coordinate)
        let part = try parts.firstPart(
            containing: position.longitudes, latitude: coordinate.latitude)
        if let part { return try place(position, (part, 0), .inside) }
        let shore = try nearestPart(to: position, within: PlaceRules.coastKm, mayContain: false)
        if let shore { return try place(position, shore, .coast) }
        // Slightly more than the limit, which is checked by distance below.
        let chord = PlaceRules.chord(ofKm: PlaceRules.coastCityKm) * 1.001
        guard let city = try nearestCity(to: position, within: chord),
            city.kilometers <= PlaceRules.coastCityKm
        else { return Place() }
        return try place(position, near: city)
    }

    /// Returns the place of a position in a part, corrected by nearby cities.
    private func place(
        _ position: Position, _ part: NearPart, _ match: Place.Match
    ) throws(PlacesError) -> Place {
        guard let near = try nearestCity(to: position, within: 2, of: .all),
            let city = near.city.isQuarter ? try nearestCity(to: position, within: 2) : near
        else { return try place(position, inRegion: part.part.region, match) }
        var region = part.part.region
        if try hasForeignVote(city, region) {
            if let voted = try vote(position, part, city, near) {
                region = voted
            } else if city.kilometers < part.kilometers {
                // A town nearer than any polygon is on an island that the polygons lack.
                let country = names.country(of: city.city)
                let home = try nearestPart(
                    to: position, within: PlaceRules.coastKm, mayContain: false
                ) { (region: Int) throws(PlacesError) -> Bool in
                    try names.country(ofRegion: region) == country
                }
                guard let home else { return try place(position, near: city) }
                region = home.part.region
            }
        } else if city.kilometers < part.kilometers,
            names.country(of: city.city) != city.city.country,
            city.city.region != (try index.region(region).cities)
        {
            // A town on an island that the polygons lack, in an area that an override assigns to
            // the shore's country.
            return try place(position, near: city)
        }
        region = try regionVote(position, part, region, near) ?? region
        return try place(position, inRegion: region, match, near: near)
    }

    /// Returns the place of a position in a region, with its most likely city.
    private func place(
        _ position: Position, inRegion number: Int, _ match: Place.Match, near: NearCity? = nil
    ) throws(PlacesError) -> Place {
        var place = try names.region(number)
        place.match = match
        guard let region = try index.region(number).cities,
            let deepest = try cities.deepest(
                at: position.vector, inRegion: region, near: near?.city)
        else { return place }
        return try naming(deepest.city, in: place, position)
    }

    /// Adds to a place the name of a city, or of the city that it is a part of, and the nearest
    /// district.
    private func naming(
        _ part: CityTree.City, in place: Place, _ position: Position
    ) throws(PlacesError) -> Place {
        var place = place
        var city = part
        if let parent = part.parent { city = try cities.city(parent) }
        place.city = try names.city(city)
        place.cityDistanceKm = position.coordinate.distanceKm(to: city.coordinate)
        let near = try cities.nearest(
            to: position.vector, within: PlaceRules.chord(ofKm: PlaceRules.districtKm),
            of: .city(city.number))
        if let near, near.number != city.number { place.district = try names.city(near) }
        return place
    }

    /// Returns another region of the same country if the nearest city indicates it, else nil.
    ///
    /// Region borders of the polygons are as inaccurate as country borders: they put St. Louis into
    /// Illinois. The sea has no region borders. The region changes only if the position is deeper
    /// in a city of the other region and that region's border is near.
    private func regionVote(
        _ position: Position, _ part: NearPart, _ region: Int, _ near: NearCity
    ) throws(PlacesError) -> Int? {
        let country = try names.country(ofRegion: region)
        let isInside = part.kilometers == 0
        let share = isInside ? 1 - near.kilometers / PlaceRules.regionCityKm : 1
        guard share >= 0, let other = near.city.region,
            other != (try index.region(region).cities), country == names.country(of: near.city)
        else { return nil }
        let reach = min(part.kilometers + share * PlaceRules.regionBorderKm, PlaceRules.coastKm)
        let found = try nearestPart(to: position, within: reach, mayContain: isInside) {
            (region: Int) throws(PlacesError) -> Bool in
            guard try index.region(region).cities == other else { return false }
            return try names.country(ofRegion: region) == country
        }
        guard let found else { return nil }
        let off = (found.kilometers - part.kilometers) / PlaceRules.regionBorderKm
        let its = try depth(of: position, inRegion: found.part.region, near)
        let own = try depth(of: position, inRegion: region, near)
        return its + off < own ? found.part.region : nil
    }

    /// The depth of a position in the most likely city of a region; infinite if the region has
    /// none.
    private func depth(
        of position: Position, inRegion number: Int, _ near: NearCity
    ) throws(PlacesError) -> Double {
        guard let region = try index.region(number).cities else { return .infinity }
        let deepest = try cities.deepest(at: position.vector, inRegion: region, near: near.city)
        return deepest?.depth ?? .infinity
    }

    /// True if a city is in another country than a region and may influence the result.
    ///
    /// Cities of the country that lost a disputed area by an override have no influence there.
    private func hasForeignVote(_ city: NearCity, _ region: Int) throws(PlacesError) -> Bool {
        guard try names.country(ofRegion: region) != names.country(of: city.city) else {
            return false
        }
        return try !names.isSettled(region: region, against: city.city)
    }

    /// Returns the region across a border that a nearby city indicates, else nil.
    ///
    /// Polygon borders are off by 1 to 3 km, and border towns end at them: the nearer the town, the
    /// farther its country may be. A country whose cities do not reach the position is ignored if a
    /// city of the part's region does: the Vatican ends before the Castel Sant'Angelo.
    private func vote(
        _ position: Position, _ part: NearPart, _ city: NearCity, _ near: NearCity
    ) throws(PlacesError) -> Int? {
        let share = 1 - city.kilometers / PlaceRules.voteCityKm
        guard share >= 0 else { return nil }
        let reach = min(part.kilometers + share * PlaceRules.voteBorderKm, PlaceRules.coastKm)
        let country = names.country(of: city.city)
        let found = try nearestPart(
            to: position, within: reach, mayContain: part.kilometers == 0
        ) { (region: Int) throws(PlacesError) -> Bool in
            try names.country(ofRegion: region) == country
        }
        guard let region = found?.part.region else { return nil }
        if try depth(of: position, inRegion: region, near) <= 1 { return region }
        return try depth(of: position, inRegion: part.part.region, near) <= 1 ? nil : region
    }

    /// Returns the nearest part; the first in file order if several are equally near.
    ///
    /// - Parameters:
    ///   - kilometers: maximum distance; a part that contains the position is 0 away.
    ///   - mayContain: true if a part can contain the position.
    ///   - isIncluded: returns true for regions to include.
    private func nearestPart(
        to position: Position, within kilometers: Double, mayContain: Bool,
        where isIncluded: (Int) throws(PlacesError) -> Bool = { _ in true }
    ) throws(PlacesError) -> NearPart? {
        let boxes = GridBounds.boxes(
            around: position.coordinate.longitude, position.coordinate.latitude,
            within: kilometers / Coordinate.earthRadiusKm)
        let chord = PlaceRules.chord(ofKm: kilometers)
        // The limit is inclusive.
        var limit = (chord * chord).nextUp
        var nearest: IndexPart?
        for number in try parts.numbers(touching: boxes) {
            let part = try parts.part(number)
            guard try isIncluded(part.region) else { continue }
            for longitude in mayContain ? position.longitudes : []
            where try parts.contains(
                number, longitude: longitude, latitude: position.coordinate.latitude)
            {
                return (part, 0)
            }
            let outline = try parts.outline(of: number)
            if let found = try outline.squaredChord(to: position.vector, below: limit, of: index) {
                (limit, nearest) = (found, part)
            }
        }
        return nearest.map {
            ($0, PlaceRules.kilometers(ofChord: limit.squareRoot()))
        }
    }

    /// Returns the nearest city or town within a chord of the unit sphere; nil if none is in range.
    private func nearestCity(
        to position: Position, within chord: Double, of choice: CityTree.Choice = .towns
    ) throws(PlacesError) -> NearCity? {
        let nearest = try cities.nearest(to: position.vector, within: chord, of: choice)
        guard let city = nearest else { return nil }
        return (city, position.coordinate.distanceKm(to: city.coordinate))
    }

    /// Returns the place of a position near a city but not near a part of its country, as on an
    /// island that the polygons lack.
    private func place(_ position: Position, near city: NearCity) throws(PlacesError) -> Place {
        let country = try index.country(names.country(of: city.city))
        return try naming(
            city.city,
            in: Place(match: .coast, countryCode: country.code, country: country.name), position)
    }
}
