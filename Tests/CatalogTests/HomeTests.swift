import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, homes")
struct HomeTests {
    private static let given = ManualPosition(coordinate: PlaceScene.lyon, track: "walk.gpx")

    /// Looks up a page of work and clears homes; returns the page.
    @discardableResult
    private func locate(
        _ temporary: TemporaryCatalog, home: HomeChoice, cacheKey: String = "first",
        again: Bool = false
    ) throws -> PlaceWorkPage {
        let entry = CommandEntry("locate")
        let page = try temporary.catalog.placeWork(
            of: temporary.catalog.allPhotos(), cacheKey: cacheKey, home: home, again: again)
        try temporary.catalog.removeHomes(of: page.clearing, noting: entry)
        try temporary.catalog.record(
            page.works.map { LocatedPhoto($0, place: PlaceScene.place($0.coordinate)) },
            cacheKey: cacheKey, noting: entry)
        return page
    }

    @Test("a home replaces a missing position, stays after a move, and is looked up again")
    func moved() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let id = try temporary.addPhotos(at: [nil], to: section, from: .camera)[0]
        try temporary.locateDue(home: PlaceScene.home)
        let location = try temporary.catalog.photo(id: id).location
        #expect(location?.source == .home)
        #expect(location?.place == PlaceScene.homePlace)
        #expect(try temporary.catalog.photo(id: id).coordinate == nil)
        // After a move the old home stays.
        let lyon = PlaceScene.position(45.76, 4.84, altitude: 170)
        #expect(try locate(temporary, home: HomeChoice(lyon)).upToDate == [id])
        #expect(try locate(temporary, home: HomeChoice()).upToDate == [id])
        let outdated = try locate(temporary, home: HomeChoice(lyon), cacheKey: "second")
        #expect(outdated.works.map(\.coordinate) == [PlaceScene.home])
        let again = try locate(temporary, home: HomeChoice(lyon), cacheKey: "second", again: true)
        #expect(again.works.map(\.coordinate) == [PlaceScene.home])
        #expect(again.works.map(\.source) == [.home])
        // Unless it is replaced explicitly; the same home again changes nothing.
        let replaced = try locate(
            temporary, home: HomeChoice(lyon, replaces: true), cacheKey: "second")
        #expect(replaced.works.map(\.isNewHome) == [true])
        #expect(try temporary.catalog.photo(id: id).location?.place == PlaceScene.lyonPlace)
        #expect(
            try locate(temporary, home: HomeChoice(lyon, replaces: true), cacheKey: "second")
                .upToDate == [id])
        #expect(try temporary.catalog.queuedPlaceCount() == 0)
    }

    @Test("a photo with a new position loses the home's place and regains it without the position")
    func comesBack() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let id = try temporary.addPhotos(at: [nil], to: section, from: .camera)[0]
        try temporary.locateDue(home: PlaceScene.home)
        func city() throws -> String? { try catalog.photo(id: id).location?.place.city }
        // A track sets a position, and the change is undone.
        try catalog.setPositions([(id, Self.given)], command: "locate")
        try temporary.locateDue()
        #expect(try city() == "Lyon")
        _ = try catalog.undo(nil)
        #expect(try temporary.locateDue() == 1)
        #expect(try city() == "Berlin")
        #expect(try catalog.photo(id: id).location?.source == .home)
        // A sidecar contains a position: no other home is used.
        _ = try temporary.addPhotos(at: [PlaceScene.brest], to: section, from: .camera)
        try temporary.locateDue(home: PlaceScene.lyon)
        #expect(try city() == "Brest")
        #expect(try catalog.placeCounts(by: .city).due == 0)
    }

    @Test("cleared homes, also those of photos with a position, do not return")
    func cleared() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [nil, nil, nil, PlaceScene.brest], to: section, from: .camera)
        _ = try catalog.trash([ids[2]])
        try temporary.locateDue(home: PlaceScene.home)
        let track = try catalog.setPositions([(ids[1], Self.given)], command: "locate").id
        try temporary.locateDue()
        let page = try locate(temporary, home: HomeChoice(replaces: true))
        #expect(page.clearing == [ids[0], ids[1]])
        #expect(page.positionless == [ids[0]])
        #expect(page.upToDate == [ids[1], ids[3]])
        #expect(try catalog.photo(id: ids[0]).location == nil)
        #expect(try catalog.photo(id: ids[1]).location?.place == PlaceScene.lyonPlace)
        let counts = try catalog.placeCounts(by: .city)
        #expect(counts.positionless == 1 && counts.due == 0)
        // The track's change is undone: no home is left to use.
        _ = try catalog.undo(track)
        #expect(try temporary.locateDue() == 0)
        #expect(try catalog.photo(id: ids[1]).location == nil)
        #expect(try locate(temporary, home: HomeChoice(replaces: true)).clearing.isEmpty)
    }

    @Test("a lookup result for a replaced home is discarded")
    func stale() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let id = try temporary.addPhotos(at: [nil], to: section, from: .camera)[0]
        try temporary.locateDue(home: PlaceScene.home)
        let page = try temporary.catalog.placeWork(
            of: temporary.catalog.allPhotos(), cacheKey: "second", home: HomeChoice(), again: false)
        try locate(temporary, home: HomeChoice(PlaceScene.lyon, replaces: true))
        let stored = try temporary.catalog.record(
            page.works.map { LocatedPhoto($0, place: PlaceScene.homePlace) }, cacheKey: "second")
        #expect(stored.isEmpty)
        #expect(try temporary.catalog.photo(id: id).location?.place == PlaceScene.lyonPlace)
    }

    @Test("setting and clearing homes is one change per command and can be undone")
    func undone() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil], to: section, from: .camera)
        // Given homes from the settings
        try temporary.locateDue(home: PlaceScene.home)
        let before = try catalog.journalEntries(limit: 9).count
        func cities() throws -> [String?] {
            try catalog.photos(ids: ids).map { $0.location?.place.city }
        }
        // When another home is set explicitly, page by page
        let entry = CommandEntry("locate")
        try catalog.forEachPage(of: .everything, limit: 2) { page in
            let page = try catalog.placeWork(
                of: page, cacheKey: "first", home: HomeChoice(PlaceScene.lyon, replaces: true),
                again: false)
            try catalog.record(
                page.works.map { LocatedPhoto($0, place: PlaceScene.place($0.coordinate)) },
                cacheKey: "first", noting: entry)
            return true
        }
        #expect(try cities() == ["Lyon", "Lyon", "Lyon"])
        // Then it is one change of homes
        let entries = try catalog.journalEntries(limit: 9)
        #expect(entries.count == before + 1)
        #expect(entries[0].id == entry.id)
        #expect(entries[0][.homes] == 3 && entries[0][.positions] == 0)
        #expect(entries[0].isUndoable)
        // When homes are cleared
        try locate(temporary, home: HomeChoice(replaces: true))
        #expect(try cities() == [nil, nil, nil])
        #expect(try catalog.homeCount() == 0)
        // Then the clearing is undone first, then the explicit home
        #expect(try catalog.undo(nil, isDryRun: true)[.homes] == ids)
        #expect(try catalog.homeCount() == 0)
        #expect(try catalog.undo(nil)[.homes] == ids)
        #expect(try temporary.locateDue() == 3)
        #expect(try cities() == ["Lyon", "Lyon", "Lyon"])
        #expect(try catalog.undo(nil)[.homes] == ids)
        try temporary.locateDue()
        #expect(try cities() == ["Berlin", "Berlin", "Berlin"])
        #expect(try catalog.journalEntries(limit: 2).map { $0[.homes] } == [3, 3])
    }

    @Test("homes are not undone while one was changed since")
    func changedSince() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section, from: .camera)
        try locate(temporary, home: HomeChoice(PlaceScene.lyon, replaces: true))
        let first = try #require(try catalog.journalEntries(limit: 1).first).id
        let entry = CommandEntry("locate")
        try catalog.removeHomes(of: [ids[0]], noting: entry)
        let error = #expect(throws: CatalogError.self) { try catalog.undo(first) }
        #expect(error?.code == .blocked)
        #expect(try catalog.homeCount() == 1)
        #expect(try catalog.undo(entry.id)[.homes] == [ids[0]])
        #expect(try catalog.undo(first)[.homes] == ids)
        #expect(try catalog.homeCount() == 0)
        #expect(try catalog.redo()[.homes] == ids)
        #expect(try catalog.homeCount() == 2)
    }

    @Test("a change to no homes leaves no journal entry")
    func unchanged() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section, from: .camera)
        let entry = CommandEntry("locate")
        #expect(try temporary.catalog.removeHomes(of: ids, noting: entry).isEmpty)
        #expect(entry.id == nil)
    }

    @Test("a photo from elsewhere never gets a home")
    func foreign() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let own = try temporary.addPhotos(at: [nil], to: section, from: .camera)
        let others = try temporary.addPhotos(at: [nil, PlaceScene.brest], to: section, firstID: 7)
        // From the settings
        #expect(try temporary.locateDue(home: PlaceScene.home) == 2)
        #expect(try catalog.queuedPlaceCount() == 0)
        #expect(try catalog.photo(id: others[0]).location == nil)
        // And explicitly
        let page = try locate(temporary, home: HomeChoice(PlaceScene.lyon, replaces: true))
        #expect(page.works.map(\.photoID) == own)
        #expect(page.positionless == [others[0]] && page.foreign == [others[0]])
        #expect(try catalog.photo(id: others[0]).location == nil)
        #expect(try catalog.homeCount() == 1)
        // Also if a result claims one.
        let work = PlaceWork(
            photoID: others[0], coordinate: PlaceScene.home, source: .home, isNewHome: true)
        let claimed = LocatedPhoto(work, place: PlaceScene.homePlace)
        #expect(try catalog.record([claimed], cacheKey: "first").isEmpty)
    }
}
