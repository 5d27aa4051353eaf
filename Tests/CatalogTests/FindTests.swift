import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, queries")
struct FindTests {
    private static let orders = PhotoOrder.Key.allCases.filter { $0 != .relevance }.flatMap {
        [PhotoOrder($0), PhotoOrder($0, isDescending: true)]
    }

    @Test("random queries find the same photos as a test of every photo, in every order and page")
    func randomQueries() throws {
        var scene = try FindScene(seed: 13, photos: 160)
        let naive = try NaiveFilter(scene.catalog)
        #expect(naive.photos.contains { $0.dateTrashed != nil })
        for round in 0..<500 {
            let filter =
                round < 120
                ? PhotoFilter.condition(try scene.condition()) : try scene.filter()
            let order = scene.dice.one(of: Self.orders)
            let expected = NaiveFilter.sorted(naive.fitting(filter), order)
            let found = try scene.catalog.photos(of: [.everything], where: filter, in: order)
            #expect(found.map(\.photoID) == expected, "\(filter) by \(order)")
            #expect(
                try scene.catalog.photoCount(of: [.everything], where: filter) == expected.count,
                "\(filter)")
            var paged: [PhotoID] = []
            var cursor: PhotoCursor?
            let size = scene.dice.one(of: [1, 3, 50])
            while paged.count < expected.count {
                let page = try scene.catalog.photos(
                    of: [.everything], where: filter, in: order, after: cursor, limit: size)
                guard let last = page.last else { break }
                paged += page.map(\.photoID)
                cursor = last
            }
            #expect(paged == expected, "\(filter) by \(order), \(size) a page")
            let offset = scene.dice.one(of: [0, 1, 20])
            #expect(
                try scene.catalog.photos(
                    of: [.everything], where: filter, in: order, offset: offset, limit: 5
                ).map(\.photoID) == Array(expected.dropFirst(offset).prefix(5)), "\(filter)")
        }
    }

    @Test("a section lists matching photos at their positions, with an index or a scan")
    func sections() throws {
        var scene = try FindScene(seed: 14, photos: 120)
        let naive = try NaiveFilter(scene.catalog)
        for _ in 0..<150 {
            let filter = try scene.filter()
            let section = scene.dice.one(of: try scene.catalog.sections())
            let listed = try scene.temporary.rows(section)
            #expect(listed.map(\.position) == Array(listed.indices.map { $0 + 1 }))
            #expect(listed.count == section.count)
            let fitting = Set(naive.fitting(filter).map(\.id))
            let expected = listed.filter { fitting.contains($0.photo.id) }
            var rows: [ListedPhoto] = []
            let offset = scene.dice.one(of: [0, 0, 3])
            let limit = scene.dice.one(of: [nil, 1, 4])
            try scene.catalog.forEachBatch(
                of: section, offset: offset, limit: limit, where: filter
            ) {
                rows += $0
                return true
            }
            #expect(rows == Array(expected.dropFirst(offset).prefix(limit ?? .max)), "\(filter)")
            let place = Int.random(in: 0...(listed.count), using: &scene.dice)
            #expect(
                try scene.temporary.rows(section, offset: place, limit: 2)
                    == Array(listed.dropFirst(place).prefix(2)))
        }
    }

    @Test("pages of a query contain each photo once while others are added and removed")
    func pagesMeanwhile() async throws {
        let scene = try FindScene(seed: 16, photos: 150)
        let catalog = scene.catalog
        let order = PhotoOrder(.rating, isDescending: true)
        let before = try catalog.photos(of: [.everything], where: .everything, in: order).map(
            \.photoID)
        // Every third photo is removed meanwhile, and others are added.
        let leaving = before.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let steps = AsyncStream<Int>.makeStream()
        let writing = Task.detached { [scene] in
            var scene = scene
            for await step in steps.stream {
                try scene.store(2)
                _ = try scene.catalog.trash([leaving[step % leaving.count]])
            }
        }
        var paged: [PhotoID] = []
        var cursor: PhotoCursor?
        var step = 0
        while true {
            let page = try catalog.photos(
                of: [.everything], where: .everything, in: order, after: cursor, limit: 7)
            guard let last = page.last else { break }
            paged += page.map(\.photoID)
            cursor = last
            if step < 40 { steps.continuation.yield(step) }
            step += 1
        }
        steps.continuation.finish()
        try await writing.value
        #expect(Set(paged).count == paged.count)
        let staying = before.filter { !leaving.contains($0) }
        #expect(paged.filter(Set(staying).contains) == staying)
    }

    @Test("a cursor of another order is rejected")
    func foreignCursor() throws {
        let scene = try FindScene(seed: 17, photos: 9)
        let orders = [PhotoOrder(.title), PhotoOrder(.taken), PhotoOrder(.relevance)]
        let ranks: [PhotoCursor.Rank] = [.number(1), .text("a"), .text("a")]
        for (order, rank) in zip(orders, ranks) {
            let cursor = PhotoCursor(photoID: PhotoID(rawValue: 1), rank: rank)
            let error = #expect(throws: CatalogError.self) {
                try scene.catalog.photos(
                    of: [.everything], where: .everything, in: order, after: cursor)
            }
            #expect(error?.code == .badCursor)
        }
    }

    @Test("relevance sorts the best first, page by page, and photos without a matching word last")
    func relevance() throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.makeSection("dogs")
        var page = ["a dog and much more about it", "dog", "cat"].enumerated().map {
            flickrDetails("\($0.offset)", title: $0.element)
        }
        for index in page.indices { page[index].tags = [] }
        let ids = try temporary.catalog.store(page, in: section, command: "search").map(\.id)
        let filter = PhotoFilter.any([.condition(.words("dog")), .condition(.has(.title))])
        var cursor: PhotoCursor?
        var found: [PhotoID] = []
        for _ in ids {
            let page = try temporary.catalog.photos(
                of: [.everything], where: filter, in: PhotoOrder(.relevance), after: cursor,
                limit: 1)
            found += page.map(\.photoID)
            cursor = page.last
        }
        #expect(found == [ids[1], ids[0], ids[2]])
        let worstFirst = try temporary.catalog.photos(
            of: [.everything], where: filter, in: PhotoOrder(.relevance, isDescending: true))
        #expect(worstFirst.map(\.photoID) == [ids[0], ids[1], ids[2]])
    }

    @Test("an explanation names the index and counts the rows that it returns")
    func explanation() throws {
        let scene = try FindScene(seed: 18, photos: 60)
        func explain(_ text: String) throws -> (steps: [String], photos: Int, rowsRead: Int) {
            try scene.catalog.explanation(
                of: [.everything], where: try PhotoFilter(text: text))
        }
        let everything = try explain("")
        #expect(everything.photos == (try scene.catalog.photoCount()))
        let tag = try explain("tag:dog")
        #expect(tag.steps == ["a stored count"] && tag.rowsRead == 1 && tag.photos > 0)
        let rated = try explain("tag:dog rating:>2")
        #expect(rated.steps.count == 2 && rated.steps[1] == "a test of each of these photos")
        #expect(rated.rowsRead >= rated.photos && rated.rowsRead < everything.photos)
        let walk = try explain("is:public")
        #expect(walk.steps == ["a scan of all photos"])
        #expect(walk.rowsRead == everything.photos)
        #expect(try explain("is:trashed").steps.contains("a scan of the trash"))
    }

    @Test("albums list their matches, also in filters, and an album that contains itself has none")
    func albums() throws {
        var scene = try FindScene(seed: 19, photos: 80)
        let catalog = scene.catalog
        let naive = try NaiveFilter(catalog)
        try catalog.makeAlbum(
            SectionReference(kind: .album, name: "a"), filter: try PhotoFilter(text: "tag:dog"))
        let album = try catalog.section(SectionReference(kind: .album, name: "a"))
        let members = naive.fitting(.condition(.tag("dog"))).map(\.id)
        #expect(!members.isEmpty && album.count == members.count)
        let rows = try scene.temporary.rows(album)
        #expect(rows.map(\.photo.id) == members)
        #expect(rows.map(\.position) == Array(1...members.count))
        #expect(try scene.temporary.rows(album, offset: 2, limit: 1) == [rows[2]])
        for _ in 0..<30 {
            let filter = try scene.filter()
            let both = filter.and(.condition(.section(album.reference)))
            let fitting = naive.fitting(filter.and(.condition(.tag("dog")))).filter {
                $0.dateTrashed == nil
            }
            var found: [ListedPhoto] = []
            try catalog.forEachBatch(of: album, where: filter) {
                found += $0
                return true
            }
            let wanted = Set(fitting.map(\.id))
            #expect(found == rows.filter { wanted.contains($0.photo.id) }, "\(filter)")
            #expect(
                try catalog.photoCount(of: [.everything], where: both)
                    == naive.fitting(filter.and(.condition(.tag("dog")))).count, "\(filter)")
        }
        // Only a manual change to the database can make such an album.
        try catalog.write { db in
            try db.execute(
                sql: "UPDATE section SET filter = replace(filter, 'tag:dog', 'section:album:a')")
        }
        #expect(try catalog.section(album.reference).count == 0)
    }
}
