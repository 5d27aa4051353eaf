import Catalog
import GalleryModel

/// Places and photos shared by the tests of places.
enum PlaceScene {
    static let brest = position(48.39, -4.49)
    static let lyon = position(45.76, 4.84)
    static let home = position(52.52, 13.40)

    static let brestPlace = Place(
        match: .inside, countryCode: "FR", country: "France", region: "Brittany", city: "Brest",
        district: "Recouvrance", cityDistanceKm: 1.5)
    static let lyonPlace = Place(
        match: .inside, countryCode: "FR", country: "France", region: "Auvergne-Rhône-Alpes",
        city: "Lyon", cityDistanceKm: 0.25)
    static let homePlace = Place(
        match: .inside, countryCode: "DE", country: "Germany", region: "Berlin", city: "Berlin",
        cityDistanceKm: 0)

    /// The place at a position in the table; positions not in it are at sea.
    static func place(_ position: Coordinate) -> Place {
        [brest: brestPlace, lyon: lyonPlace, home: homePlace][position] ?? Place()
    }

    /// A position known to be in range.
    static func position(
        _ latitude: Double, _ longitude: Double, altitude: Double? = nil
    ) -> Coordinate {
        let position = Coordinate(latitude: latitude, longitude: longitude, altitude: altitude)
        guard let position else { preconditionFailure("\(latitude), \(longitude) is out of range") }
        return position
    }
}

extension PhotoCatalog {
    /// As `record(_:cacheKey:noting:)`, without recording homes in the journal.
    @discardableResult
    func record(
        _ places: [LocatedPhoto], cacheKey: String
    ) throws(CatalogError) -> [PhotoID] {
        return try record(places, cacheKey: cacheKey, noting: nil)
    }
}

extension TemporaryCatalog {
    /// Stores photos in a section, one per position; returns their ids.
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

    /// Looks up due photos with a table of places; positions not in it are at sea.
    ///
    /// Returns the number of photos looked up.
    @discardableResult
    func locateDue(
        home: Coordinate? = nil, cacheKey: String = "first", limit: Int = 2
    ) throws -> Int {
        var count = 0
        while let works = try catalog.queuedPlaceWork(
            limit: limit, home: home)
        {
            count += works.count
            try catalog.record(
                works.map { LocatedPhoto($0, place: PlaceScene.place($0.coordinate)) },
                cacheKey: cacheKey)
        }
        return count
    }

    /// The positions in a section of the photos that match a query.
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
