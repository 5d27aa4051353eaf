import Catalog
import GalleryModel

/// Places and photos that the tests of places share.
enum PlaceScene {
    static let brest = position(48.39, -4.49)
    static let lyon = position(45.76, 4.84)
    static let home = position(52.52, 13.40)

    static let brestPlace = Place(
        match: .inside, countryCode: "FR", country: "France", region: "Brittany", city: "Brest",
        cityDistanceKm: 1.5)
    static let lyonPlace = Place(
        match: .inside, countryCode: "FR", country: "France", region: "Auvergne-Rhône-Alpes",
        city: "Lyon", cityDistanceKm: 0.25)
    static let homePlace = Place(
        match: .inside, countryCode: "DE", country: "Germany", region: "Berlin", city: "Berlin",
        cityDistanceKm: 0)

    /// What a table of places says; what it lacks lies at sea.
    static func place(_ position: Coordinate) -> Place {
        [brest: brestPlace, lyon: lyonPlace, home: homePlace][position] ?? Place()
    }

    /// A position that is known to be in range.
    static func position(
        _ latitude: Double, _ longitude: Double, altitude: Double? = nil
    ) -> Coordinate {
        let position = Coordinate(latitude: latitude, longitude: longitude, altitude: altitude)
        guard let position else { preconditionFailure("\(latitude), \(longitude) is out of range") }
        return position
    }
}

extension TemporaryCatalog {
    /// Stores photos in a section, the first at the first position and so on; returns their ids.
    func addPhotos(
        at positions: [Coordinate?], to section: PhotoSection, firstID: Int = 1,
        from origin: Origin = .flickr
    ) throws -> [PhotoID] {
        let page = positions.enumerated().map { index, position in
            var details = PhotoDetails(origin: origin, originID: "\(firstID + index)")
            details.title = "photo \(firstID + index)"
            details.coordinate = position
            return details
        }
        return try catalog.store(page, in: section, command: "search").map(\.id)
    }

    /// Looks up what is due with a table of places; what it lacks lies at sea.
    ///
    /// Returns how many photos were looked up.
    @discardableResult
    func locateDue(
        home: Coordinate? = nil, cacheKey: String = "first", limit: Int = 2
    ) throws -> Int {
        var count = 0
        while let works = try catalog.duePlaceWork(
            limit: limit, home: home.map { .fill($0) } ?? .keep)
        {
            count += works.count
            try catalog.record(
                works.map { LocatedPhoto($0, place: PlaceScene.place($0.coordinate)) },
                cacheKey: cacheKey)
        }
        return count
    }

    /// The places in a section of the photos that a query holds for.
    func places(
        _ query: String, in section: PhotoSection, offset: Int = 0, limit: Int? = nil
    ) throws -> [Int] {
        var found: [Int] = []
        try catalog.forEachBatch(
            of: section, offset: offset, limit: limit, where: try PhotoFilter(text: query)
        ) { rows in
            found += rows.map(\.position)
            return true
        }
        return found
    }
}
