import Basics
import Catalog
import Foundation
import GalleryModel
import Testing

@Suite("PhotoCatalog")
struct PhotoCatalogTests {
    @Test("a new catalog has only the empty camera section")
    func newCatalog() throws {
        let temporary = try TemporaryCatalog()
        let sections = try temporary.catalog.sections()
        #expect(sections.map(\.reference.text) == ["camera"])
        #expect(sections.map(\.count) == [0])
        #expect(try temporary.catalog.sectionCount() == 1)
        #expect(try temporary.catalog.photoCount() == 0)
    }

    @Test("sections are listed in the order of their creation and compared without case")
    func sectionOrder() throws {
        let temporary = try TemporaryCatalog()
        _ = try temporary.makeSection("zebras")
        let cafe = try temporary.makeSection("Cafe\u{301}")
        _ = try temporary.makeSection("ants")
        #expect(try temporary.makeSection(" CAFÉ ").id == cafe.id)
        #expect(
            try temporary.catalog.sections().map(\.reference.text)
                == ["camera", "flickr:zebras", "flickr:Café", "flickr:ants"])
        #expect(try temporary.catalog.section(SectionReference(text: "café")).id == cafe.id)
    }

    @Test("a bare name that matches two kinds is rejected with both")
    func ambiguousName() throws {
        let temporary = try TemporaryCatalog()
        _ = try temporary.makeSection("camera")
        #expect(
            try temporary.catalog.section(SectionReference(text: "camera")).reference.kind
                == .camera)
        #expect(
            try temporary.catalog.section(SectionReference(text: "flickr:camera")).reference.kind
                == .flickr)
        let bare = SectionReference(kind: nil, name: "camera")
        #expect(throws: CatalogError.self) { try temporary.catalog.section(bare) }
    }

    @Test("stored photos are read back unchanged, with raw JSON byte for byte")
    func roundTrip() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let details = flickrDetails("53574198477")
        let stored = try temporary.catalog.store([details], in: section, command: "search")
        #expect(stored.map(\.outcome) == [.new])
        let photo = try temporary.catalog.photo(origin: .flickr, originID: "53574198477")
        #expect(photo.details == details)
        #expect(photo.id == stored[0].id)
        #expect(try temporary.catalog.rawJSON(of: photo.id) == details.rawJSON)
    }

    @Test("a page stored again is unchanged, a changed title is an update, and nothing is doubled")
    func storeAgain() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let page = ["1", "2", "3"].map { flickrDetails($0) }
        _ = try temporary.catalog.store(page, in: section, command: "search")
        var changed = page
        changed[1].title = "new title"
        changed[2].rawJSON = "{\"id\":\"3\", \"views\":\"4\"}"
        let stored = try temporary.catalog.store(changed, in: section, command: "search")
        #expect(stored.map(\.outcome) == [.unchanged, .updated, .unchanged])
        #expect(
            try temporary.rows(section).map(\.photo.title) == ["photo 1", "new title", "photo 3"])
        #expect(try temporary.catalog.rawJSON(of: stored[2].id) == changed[2].rawJSON)
    }

    @Test("a photo in two sections is one photo, listed in both")
    func twoSections() throws {
        let temporary = try TemporaryCatalog()
        let dogs = try temporary.makeSection("dogs")
        let puppies = try temporary.makeSection("puppies")
        let first = try temporary.catalog.store([flickrDetails("7")], in: dogs, command: "search")
        let second = try temporary.catalog.store(
            [flickrDetails("7")], in: puppies, command: "search")
        #expect(first[0].id == second[0].id)
        #expect(second[0].outcome == .new)
        #expect(try temporary.catalog.photoCount() == 1)
        #expect(
            try temporary.catalog.entries(of: [first[0].id])[first[0].id]?.map {
                "\($0.section)/\($0.position ?? 0)"
            }
                == ["flickr:dogs/1", "flickr:puppies/1"])
    }

    @Test("the positions of many photos match the listing without the trash")
    func places() throws {
        let temporary = try TemporaryCatalog()
        let dogs = try temporary.makeSection("dogs")
        let puppies = try temporary.makeSection("puppies")
        let page = (1...9).map { flickrDetails("\($0)") }
        let ids = try temporary.catalog.store(page, in: dogs, command: "search").map(\.id)
        _ = try temporary.catalog.store(
            [page[7], page[3], page[0]], in: puppies, command: "search")
        _ = try temporary.catalog.trash([ids[1], ids[4], ids[0]])
        let unknown = PhotoID(rawValue: 99)
        let places = try temporary.catalog.entries(of: ids.reversed() + [unknown, ids[3]])
        #expect(places[unknown] == nil)
        let rows = try temporary.rows(dogs) + temporary.rows(puppies)
        #expect(rows.count == 8)
        for id in ids {
            let expected = rows.filter { $0.photo.id == id }.map(\.position)
            #expect(places[id]?.compactMap(\.position) == expected)
            #expect(try temporary.catalog.entries(of: [id])[id] == places[id])
        }
        #expect(places[ids[0]]?.map(\.position) == [nil, nil])
        #expect(places[ids[7]]?.map(\.section.text) == ["flickr:dogs", "flickr:puppies"])
    }

    @Test("batches, offsets and limits return the rows with their positions")
    func listing() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let page = (1...10).map { flickrDetails("\($0)") }
        let ids = try temporary.catalog.store(page, in: section, command: "search").map(\.id)
        #expect(try temporary.rows(section).map(\.position) == Array(1...10))
        let middle = try temporary.rows(section, offset: 4, limit: 3)
        #expect(middle.map(\.position) == [5, 6, 7])
        #expect(middle.map(\.photo.id) == Array(ids[4..<7]))
        #expect(middle.allSatisfy { $0.section == "flickr:dogs" })
    }

    @Test("a photo in the trash is not listed, a search does not restore it, and restore does")
    func trash() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let page = ["1", "2", "3"].map { flickrDetails($0) }
        let ids = try temporary.catalog.store(page, in: section, command: "search").map(\.id)
        #expect(try temporary.catalog.trash([ids[1], ids[1]]) == [ids[1]])
        #expect(try temporary.rows(section).map(\.photo.id) == [ids[0], ids[2]])
        #expect(try temporary.rows(section).map(\.position) == [1, 2])
        #expect(try temporary.catalog.section(section.reference).count == 2)
        let again = try temporary.catalog.store(page, in: section, command: "search")
        #expect(again.map(\.outcome) == [.unchanged, .trashed, .unchanged])
        #expect(try temporary.catalog.trashedPhotos().map(\.id) == [ids[1]])
        #expect(try temporary.catalog.restore([ids[1], ids[0]]) == [ids[1]])
        #expect(try temporary.rows(section).map(\.photo.id) == ids)
        #expect(try temporary.catalog.trashedPhotos().isEmpty)
    }

    @Test("photos that the origin no longer lists are marked and kept until listed again")
    func delisted() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let page = ["1", "2"].map { flickrDetails($0) }
        let ids = try temporary.catalog.store(page, in: section, command: "search").map(\.id)
        #expect(
            try temporary.catalog.markDelisted(
                from: section, exceptFor: [ids[0]], command: "refresh")
                == [ids[1]])
        #expect(
            try temporary.catalog.markDelisted(
                from: section, exceptFor: [ids[0]], command: "refresh")
                == [])
        #expect(try temporary.rows(section).map(\.isDelisted) == [false, true])
        _ = try temporary.catalog.store(page, in: section, command: "refresh")
        #expect(try temporary.rows(section).map(\.isDelisted) == [false, false])
    }

    @Test("photos added with other filters are not marked as delisted")
    func delistedWithOtherFilters() throws {
        let temporary = try TemporaryCatalog()
        var query = FlickrQuery(term: "dogs")
        query.license = "4"
        let section = try temporary.makeSection("dogs", query)
        _ = try temporary.catalog.store([flickrDetails("1")], in: section, command: "search")
        query.license = "5"
        _ = try temporary.makeSection("dogs", query)
        let ids = try temporary.catalog.store(
            [flickrDetails("2"), flickrDetails("3")], in: section, command: "search"
        ).map(\.id)
        query.limit = 7
        _ = try temporary.makeSection("dogs", query)
        #expect(
            try temporary.catalog.markDelisted(
                from: section, exceptFor: [ids[0]], command: "refresh")
                == [ids[1]])
    }

    @Test("a dry run reports new photos and stores nothing")
    func dryRun() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let stored = try temporary.catalog.store(
            [flickrDetails("1")], in: section, command: "search", isDryRun: true)
        #expect(stored.map(\.outcome) == [.new])
        #expect(try temporary.catalog.photoCount() == 0)
        #expect(try temporary.rows(section).isEmpty)
    }

    @Test("a failed picture never hides a stored one, and success clears the problem")
    func pictures() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        let id = try temporary.catalog.store([flickrDetails("1")], in: section, command: "search")[
            0
        ].id
        let file = PictureFile(
            digest: digest(7), byteCount: 9, fileType: "JPEG", fileExtension: "jpg", width: 4,
            height: 3)
        try temporary.catalog.record(
            [PictureResult(photoID: id, size: .medium, outcome: .failed("stalled"))],
            command: "search")
        #expect(try temporary.catalog.photo(id: id).pictures.map(\.state) == [.failed])
        #expect(try temporary.catalog.pictureStates(of: [id], size: .medium).isEmpty)
        #expect(try temporary.catalog.problems().map(\.message) == ["stalled"])
        try temporary.catalog.record(
            [PictureResult(photoID: id, size: .medium, outcome: .stored(file))], command: "search")
        #expect(try temporary.catalog.problems().isEmpty)
        try temporary.catalog.record(
            [PictureResult(photoID: id, size: .medium, outcome: .failed("later"))],
            command: "search")
        let photo = try temporary.catalog.photo(id: id)
        #expect(photo.picture?.sha256 == digest(7).hexadecimal)
        #expect(photo.picture?.width == 4)
        let path = temporary.path("files/07/\(digest(7).hexadecimal).jpg")
        #expect(photo.picture?.path?.string == path)
    }

    @Test("changes are reported in the order in which they happened")
    func changes() async throws {
        let temporary = try TemporaryCatalog()
        var iterator = temporary.catalog.changes.stream().makeAsyncIterator()
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.catalog.store([flickrDetails("1")], in: section, command: "search")
            .map(\.id)
        _ = try temporary.catalog.trash(ids)
        _ = try temporary.catalog.restore(ids)
        #expect(await iterator.next() == .sectionAdded(section.reference))
        #expect(await iterator.next() == .photosAdded(ids, section: section.reference))
        #expect(await iterator.next() == .photosRemoved(ids))
        #expect(await iterator.next() == .photosRestored(ids))
    }

    @Test("the budget limits the queries of any hour across all programs")
    func budget() throws {
        let temporary = try TemporaryCatalog()
        let other = try PhotoCatalog.open(at: temporary.folder)
        let start = 1_000_000.0
        #expect(try temporary.catalog.reserveQuery(perHour: 2, now: start) == 0)
        #expect(try other.reserveQuery(perHour: 2, now: start + 10) == 0)
        #expect(try temporary.catalog.reserveQuery(perHour: 2, now: start + 20) == 3580)
        #expect(try other.reserveQuery(perHour: 2, now: start + 3600) == 0)
        #expect(try temporary.catalog.reserveQuery(perHour: 2, now: start + 3600) == 10)
        #expect(try temporary.catalog.reserveQuery(perHour: 0, now: start + 9000) > 0)
    }
}
