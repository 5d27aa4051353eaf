import Catalog
import GalleryModel
import Testing

@Suite("PhotoCatalog, homes")
struct HomeTests {
    private static let given = GivenPosition(coordinate: PlaceScene.lyon, track: "walk.gpx")

    /// Looks up what a page says, and takes homes away; returns the page.
    @discardableResult
    private func locate(
        _ temporary: TemporaryCatalog, home: HomeChoice, recipe: String = "first",
        again: Bool = false
    ) throws -> PlaceWorkPage {
        let page = try temporary.catalog.placeWork(
            .everything, after: 0, limit: 9, recipe: recipe, home: home, again: again)
        try temporary.catalog.removeHomes(of: page.clearing)
        try temporary.catalog.record(
            page.works.map { LocatedPhoto($0, place: PlaceScene.place($0.coordinate)) },
            recipe: recipe)
        return page
    }

    @Test("A home stands in for a missing position, stays when one moves, and is looked up anew")
    func moved() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let id = try temporary.addPhotos(at: [nil], to: section)[0]
        try temporary.locateDue(home: PlaceScene.home)
        let location = try temporary.catalog.photo(id: id).location
        #expect(location?.source == .home)
        #expect(location?.place == PlaceScene.homePlace)
        #expect(try temporary.catalog.photo(id: id).coordinate == nil)
        // One lives elsewhere by now: what was home then stays.
        let lyon = PlaceScene.position(45.76, 4.84, altitude: 170)
        #expect(try locate(temporary, home: .fill(lyon)).upToDate == [id])
        #expect(try locate(temporary, home: .keep).upToDate == [id])
        let outdated = try locate(temporary, home: .fill(lyon), recipe: "second")
        #expect(outdated.works.map(\.coordinate) == [PlaceScene.home])
        let again = try locate(temporary, home: .fill(lyon), recipe: "second", again: true)
        #expect(again.works.map(\.coordinate) == [PlaceScene.home])
        #expect(again.works.map(\.source) == [.home])
        // Unless it is said to replace it; the same home again changes nothing.
        let replaced = try locate(temporary, home: .replace(lyon), recipe: "second")
        #expect(replaced.works.map(\.isNewHome) == [true])
        #expect(try temporary.catalog.photo(id: id).location?.place == PlaceScene.lyonPlace)
        #expect(try locate(temporary, home: .replace(lyon), recipe: "second").upToDate == [id])
        #expect(try temporary.catalog.duePlaceCount() == 0)
    }

    @Test(
        "A photo that gets a position loses the home's place, and has it again without the position"
    )
    func comesBack() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let id = try temporary.addPhotos(at: [nil], to: section)[0]
        try temporary.locateDue(home: PlaceScene.home)
        func city() throws -> String? { try catalog.photo(id: id).location?.place.city }
        // A track gives a position, and is taken back.
        try catalog.setPositions([(id, Self.given)], command: "locate")
        try temporary.locateDue()
        #expect(try city() == "Lyon")
        _ = try catalog.undo(nil)
        #expect(try temporary.locateDue() == 1)
        #expect(try city() == "Berlin")
        #expect(try catalog.photo(id: id).location?.source == .home)
        // The origin tells one, and no longer.
        _ = try temporary.addPhotos(at: [PlaceScene.brest], to: section)
        try temporary.locateDue(home: PlaceScene.lyon)
        #expect(try city() == "Brest")
        _ = try temporary.addPhotos(at: [nil], to: section)
        #expect(try catalog.placeCounts(by: .city).due == 1)
        try temporary.locateDue(home: PlaceScene.lyon)
        #expect(try city() == "Berlin")
    }

    @Test("Homes are taken away, also those behind a position, and do not come back")
    func cleared() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil, PlaceScene.brest], to: section)
        _ = try catalog.trash([ids[2]])
        try temporary.locateDue(home: PlaceScene.home)
        try catalog.setPositions([(ids[1], Self.given)], command: "locate")
        try temporary.locateDue()
        let page = try locate(temporary, home: .clear)
        #expect(page.clearing == [ids[0], ids[1]])
        #expect(page.positionless == [ids[0]])
        #expect(page.upToDate == [ids[1], ids[3]])
        #expect(try catalog.photo(id: ids[0]).location == nil)
        #expect(try catalog.photo(id: ids[1]).location?.place == PlaceScene.lyonPlace)
        let counts = try catalog.placeCounts(by: .city)
        #expect(counts.positionless == 1 && counts.due == 0)
        _ = try catalog.undo(nil)
        #expect(try temporary.locateDue() == 0)
        #expect(try catalog.photo(id: ids[1]).location == nil)
        #expect(try locate(temporary, home: .clear).clearing.isEmpty)
    }

    @Test("A home that is another one by now is not looked up into the photo")
    func stale() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let id = try temporary.addPhotos(at: [nil], to: section)[0]
        try temporary.locateDue(home: PlaceScene.home)
        let page = try temporary.catalog.placeWork(
            .everything, after: 0, limit: 9, recipe: "second", home: .keep, again: false)
        try locate(temporary, home: .replace(PlaceScene.lyon))
        let stored = try temporary.catalog.record(
            page.works.map { LocatedPhoto($0, place: PlaceScene.homePlace) }, recipe: "second")
        #expect(stored.isEmpty)
        #expect(try temporary.catalog.photo(id: id).location?.place == PlaceScene.lyonPlace)
    }
}
