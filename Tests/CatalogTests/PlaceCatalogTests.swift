import Catalog
import GalleryModel
import Testing

@Suite("PhotoCatalog, places")
struct PlaceCatalogTests {
    @Test("each added or moved photo is due once, also without a position if a home is set")
    func queue() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        // Given photos with and without a position
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, nil, PlaceScene.lyon], to: section)
        #expect(try temporary.catalog.queuedPlaceCount() == 3)
        // When the queue is processed
        #expect(try temporary.locateDue() == 2)
        // Then the places are known and nothing is due
        let photos = try temporary.catalog.photos(ids: ids)
        #expect(photos[0].location?.place == PlaceScene.brestPlace)
        #expect(photos[0].location?.source == .photo)
        #expect(photos[0].location?.coordinate == PlaceScene.brest)
        #expect(photos[1].location == nil)
        #expect(photos[2].location?.place == PlaceScene.lyonPlace)
        #expect(try temporary.catalog.queuedPlaceCount() == 0)
        // When the origin repeats the same position, and then a new one
        _ = try temporary.addPhotos(at: [PlaceScene.brest, nil, PlaceScene.lyon], to: section)
        #expect(try temporary.catalog.queuedPlaceCount() == 0)
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: section)
        // Then the old place is removed at once, and the new one is looked up
        #expect(try temporary.catalog.photo(id: ids[0]).location == nil)
        #expect(try temporary.locateDue() == 1)
        #expect(try temporary.catalog.photo(id: ids[0]).location?.place == PlaceScene.lyonPlace)
    }

    @Test("unrecorded work is returned again, also to another program")
    func killed() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [PlaceScene.brest, nil, PlaceScene.lyon], to: section)
        let works = try temporary.catalog.queuedPlaceWork(limit: 10, home: nil)
        #expect(works?.map(\.coordinate) == [PlaceScene.brest, PlaceScene.lyon])
        let other = try PhotoCatalog.open(at: temporary.folder)
        #expect(try other.queuedPlaceWork(limit: 10, home: nil) == works)
        #expect(try other.queuedPlaceCount() == 2)
    }

    @Test("a position changed between lookup and recording gets no stale place")
    func stale() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, PlaceScene.brest, nil, PlaceScene.brest], to: section,
            from: .camera)
        let works = try #require(
            try temporary.catalog.queuedPlaceWork(limit: 10, home: PlaceScene.home))
        #expect(works.map(\.source) == [.photo, .photo, .home, .photo])
        // When three of them move before their places are recorded
        _ = try temporary.addPhotos(at: [PlaceScene.lyon], to: section, from: .camera)
        try temporary.catalog.setPositions(
            [
                (ids[1], ManualPosition(coordinate: PlaceScene.lyon)),
                (ids[2], ManualPosition(coordinate: PlaceScene.lyon)),
            ], command: "locate")
        let stored = try temporary.catalog.record(
            works.map { LocatedPhoto($0, place: PlaceScene.brestPlace) }, cacheKey: "first")
        // Then only the fourth has the place, and the others are still due
        #expect(stored == [ids[3]])
        let photos = try temporary.catalog.photos(ids: ids)
        #expect(photos.map { $0.location?.place.city } == [nil, nil, nil, "Brest"])
        let due = try temporary.catalog.queuedPlaceWork(limit: 10, home: nil)
        #expect(due?.map(\.photoID) == Array(ids[0...2]))
        #expect(due?.allSatisfy { $0.coordinate == PlaceScene.lyon } == true)
    }

    @Test("a photo with a changed altitude is due again, and the location contains it")
    func altitude() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        _ = try temporary.addPhotos(at: [PlaceScene.brest], to: section)
        try temporary.locateDue()
        let high = PlaceScene.position(48.39, -4.49, altitude: 52)
        let id = try #require(try temporary.addPhotos(at: [high], to: section).first)
        #expect(try temporary.locateDue() == 1)
        #expect(try temporary.catalog.photo(id: id).location?.coordinate.altitude == 52)
    }

    @Test("work is paged through a scope: photos of another recipe are due, others up to date")
    func work() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, nil, PlaceScene.lyon, PlaceScene.brest], to: section)
        try temporary.locateDue()
        _ = try temporary.catalog.trash([ids[3]])
        func page(
            _ ids: [PhotoID], cacheKey: String, again: Bool = false
        ) throws -> PlaceWorkPage {
            try temporary.catalog.placeWork(
                of: ids, cacheKey: cacheKey, home: HomeChoice(), again: again)
        }
        let all = try temporary.catalog.pages(of: .everything, limit: 10)
        #expect(all.count == 1)
        let same = try page(all[0], cacheKey: "first")
        #expect(same.works.isEmpty)
        #expect(same.upToDate == [ids[0], ids[2]])
        #expect(same.positionless == [ids[1]])
        let pages = try temporary.catalog.pages(of: .section(section), limit: 2)
        #expect(pages.count == 2)
        let first = try page(pages[0], cacheKey: "second")
        #expect(first.works.map(\.photoID) == [ids[0]])
        let second = try page(pages[1], cacheKey: "second")
        #expect(second.works.map(\.photoID) == [ids[2]])
        #expect(try page(all[0], cacheKey: "first", again: true).works.count == 2)
        let chosen = try temporary.catalog.pages(of: .photos([ids[3], ids[0]]), limit: 10)
        let named = try page(chosen[0], cacheKey: "second")
        #expect(named.works.map(\.photoID) == [ids[3], ids[0]])
    }

    @Test("places appear in sections, in the trash and in query rows, and changes are reported")
    func shown() async throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [PlaceScene.brest, PlaceScene.lyon], to: section)
        var iterator = temporary.catalog.changes.stream().makeAsyncIterator()
        try temporary.locateDue()
        #expect(await iterator.next() == .photosUpdated(ids))
        let rows = try temporary.rows(section)
        #expect(rows.map { $0.photo.location?.place.city } == ["Brest", "Lyon"])
        #expect(rows.map { $0.photo.location?.place.cityDistanceKm } == [1.5, 0.25])
        _ = try temporary.catalog.trash([ids[0]])
        let trashed = try temporary.catalog.trashedPhotos()
        #expect(trashed.map(\.location?.place) == [PlaceScene.brestPlace])
    }

    @Test("a file's raw position and its warnings are stored and read back")
    func positionText() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        var details = PhotoDetails(origin: .camera, originID: "abc")
        details.positionText = "55/1 6/1 1740/100 N"
        details.positionWarning = "missing-reference: no longitude"
        let stored = try temporary.catalog.store([details], in: section, command: "import")
        let id = try #require(stored.first).id
        #expect(try temporary.catalog.photo(id: id).details == details)
    }
}
