import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, manual positions")
struct PositionTests {
    private static let given = ManualPosition(coordinate: PlaceScene.lyon, track: "walk.gpx")

    @Test("a manual position overrides the photo's own at once, and its place follows")
    func given() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [PlaceScene.brest, nil], to: section)
        try temporary.locateDue()
        let entry = try temporary.catalog.setPositions(
            ids.map { ($0, Self.given) }, command: "locate")
        #expect(entry.id != nil && entry.count == 2 && entry.kept.isEmpty)
        for id in ids {
            let photo = try temporary.catalog.photo(id: id)
            #expect(photo.coordinate == PlaceScene.lyon)
            #expect(photo.location?.source == .track)
            #expect(photo.location?.place == Place())
        }
        #expect(try temporary.catalog.placeCounts(by: .city).due == 2)
        #expect(try temporary.locateDue() == 2)
        #expect(
            try temporary.catalog.photos(ids: ids).map(\.location?.place)
                == [PlaceScene.lyonPlace, PlaceScene.lyonPlace])
        // Later positions from the origin do not change it.
        _ = try temporary.addPhotos(at: [PlaceScene.home], to: section)
        #expect(try temporary.catalog.queuedPlaceCount() == 0)
        #expect(try temporary.catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
        // After its removal the photo's own position is used again.
        try temporary.catalog.setPositions(ids.map { ($0, nil) }, command: "locate")
        #expect(try temporary.catalog.photo(id: ids[0]).coordinate == PlaceScene.home)
        #expect(try temporary.catalog.photo(id: ids[1]).location == nil)
        #expect(try temporary.locateDue() == 1)
    }

    @Test("the same position again changes nothing; with an unknown photo nothing is stored")
    func refused() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        try temporary.catalog.setPositions([(ids[0], Self.given)], command: "locate")
        let again = try temporary.catalog.setPositions([(ids[0], Self.given)], command: "locate")
        #expect(again.id == nil && again.count == 0 && again.kept.isEmpty)
        #expect(try temporary.catalog.journalEntries(limit: 9).count == 2)
        let error = #expect(throws: CatalogError.self) {
            try temporary.catalog.setPositions(
                [(ids[0], nil), (PhotoID(rawValue: 99), Self.given)], command: "locate")
        }
        #expect(error?.code == .noPhoto)
        #expect(error?.message.contains("'99'") == true)
        #expect(try temporary.catalog.photo(id: ids[0]).coordinate == PlaceScene.lyon)
    }

    @Test("if only photos without a position are requested, those with one stay unchanged")
    func onlyWithoutPosition() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [PlaceScene.brest, nil, nil, nil], to: section)
        let other = ManualPosition(coordinate: PlaceScene.brest)
        try temporary.catalog.setPositions([(ids[1], other), (ids[2], Self.given)], command: "x")
        let change = try temporary.catalog.setPositions(
            ids.map { ($0, Self.given) }, command: "locate", onlyWithoutPosition: true)
        #expect(change.count == 1)
        #expect(change.kept == Array(ids[0...2]))
        #expect(
            try temporary.catalog.photos(ids: ids).map(\.coordinate)
                == [PlaceScene.brest, PlaceScene.brest, PlaceScene.lyon, PlaceScene.lyon])
        #expect(try temporary.catalog.undo(nil)[.positions] == [ids[3]])
    }

    @Test("a photo listed more than once gets the last of its positions")
    func repeated() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        let brest = ManualPosition(coordinate: PlaceScene.brest)
        let change = try temporary.catalog.setPositions(
            [(ids[0], brest), (ids[1], brest), (ids[0], Self.given), (ids[1], nil)],
            command: "locate")
        #expect(change.count == 1)
        #expect(
            try temporary.catalog.photos(ids: ids).map(\.coordinate) == [PlaceScene.lyon, nil])
        #expect(try temporary.catalog.undo(nil)[.positions] == [ids[0]])
        #expect(try temporary.catalog.photo(id: ids[0]).coordinate == nil)
    }

    @Test("candidates for a track are paged with their times and positions")
    func candidates() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        var details = PhotoDetails(origin: .camera, originID: "1")
        details.dateTimeOriginal = "2024:05:01 10:00:00"
        details.offsetTimeOriginal = "+02:00"
        details.fileName = "DSC1.JPG"
        let first = try temporary.catalog.store([details], in: section, command: "import")[0].id
        let second = try temporary.addPhotos(at: [PlaceScene.brest], to: section)[0]
        try temporary.catalog.setPositions([(second, Self.given)], command: "locate")
        let pages = try temporary.catalog.pages(of: .section(section), limit: 1)
        #expect(pages == [[first], [second], []])
        let page = try temporary.catalog.photos(ids: pages[0])
        #expect(page.map(\.id) == [first])
        #expect(page[0].dateTimeOriginal == "2024:05:01 10:00:00")
        #expect(page[0].offsetTimeOriginal == "+02:00")
        #expect(page[0].fileName == "DSC1.JPG")
        #expect(page[0].details.coordinate == nil && page[0].location == nil)
        let rest = try temporary.catalog.photos(ids: pages[1])
        #expect(rest.map(\.id) == [second])
        #expect(rest[0].title == "photo 1")
        #expect(rest[0].details.coordinate == PlaceScene.brest)
        #expect(rest[0].location?.coordinate == Self.given.coordinate)
        #expect(rest[0].location?.source == .track)
        #expect(try temporary.catalog.manualPosition(of: second) == Self.given)
        #expect(try temporary.catalog.pages(of: .section(section), limit: 5) == [[first, second]])
    }

    @Test("positions in a section are correct after photos were deleted and while some are trashed")
    func gaps() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let lyon = PlaceScene.lyon
        let ids = try temporary.addPhotos(at: [nil, lyon, nil, lyon, lyon, nil, lyon], to: section)
        let database = temporary.catalog.database
        try database.write {
            try $0.execute(sql: "DELETE FROM photo WHERE id IN (\(ids[0]), \(ids[4]))")
        }
        _ = try temporary.catalog.trash([ids[2]])
        #expect(try temporary.places("near:45.76,4.84,1", in: section) == [1, 2, 4])
        #expect(try temporary.catalog.section(section.reference).count == 4)
        _ = try temporary.catalog.restore([ids[2]])
        #expect(try temporary.places("near:45.76,4.84,1", in: section) == [1, 3, 5])
        try database.write { try $0.execute(sql: "DELETE FROM section WHERE id = \(section.id)") }
        let gaps = try database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM membershipGap")
        }
        #expect(gaps == 0)
    }

    @Test("a deleted photo leaves no rows")
    func deleted() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(
            at: [PlaceScene.brest, PlaceScene.brest, nil], to: section, from: .camera)
        try temporary.catalog.setPositions([(ids[0], Self.given)], command: "locate")
        try temporary.locateDue(home: PlaceScene.home)
        _ = try temporary.addPhotos(
            at: [PlaceScene.lyon, PlaceScene.lyon], to: section, from: .camera)
        let database = temporary.catalog.database
        try database.write { try $0.execute(sql: "DELETE FROM photo") }
        for table in [
            "photoPlace", "givenPosition", "placeDue", "photoPosition", "homePosition",
        ] {
            let count = try database.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")
            }
            #expect(count == 0, "\(table)")
        }
    }
}
