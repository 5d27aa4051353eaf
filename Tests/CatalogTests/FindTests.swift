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

    @Test("Random queries find what a test of every photo finds, in every order, page by page")
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
            #expect(found.map(\.id) == expected, "\(filter) by \(order)")
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
                paged += page.map(\.id)
                cursor = last.cursor
            }
            #expect(paged == expected, "\(filter) by \(order), \(size) a page")
            let offset = scene.dice.one(of: [0, 1, 20])
            #expect(
                try scene.catalog.photos(
                    of: [.everything], where: filter, in: order, offset: offset, limit: 5
                ).map(\.id) == Array(expected.dropFirst(offset).prefix(5)), "\(filter)")
        }
    }

    @Test("A section lists what fits at its places, whether an index finds it or a walk")
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

    @Test("What is kept for queries is what the photos say, whatever happens to them")
    func kept() throws {
        var scene = try FindScene(seed: 15, photos: 60)
        for round in 0..<40 {
            for _ in 0..<10 { try scene.change() }
            if round % 10 == 0 { try scene.store(3) }
            if round % 15 == 14 {
                let id = scene.dice.one(of: try scene.ids()).rawValue
                try scene.catalog.write { db in
                    try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [id])
                }
            }
            try Self.checkKept(scene.catalog)
        }
    }

    /// Compares every kept count with one of the photos as they are read.
    private static func checkKept(_ catalog: PhotoCatalog) throws {
        let naive = try NaiveFilter(catalog)
        let listed = naive.photos.filter { $0.dateTrashed == nil }
        var labels: [[String]: Int] = [:]
        for photo in listed {
            let camera = LabelKey.key([photo.make ?? "", photo.model ?? ""].joined(separator: " "))
            var own = Set(photo.tags.map { ["tag", LabelKey.key($0)] })
            own.formUnion(
                (photo.faces ?? []).compactMap(\.name).map { ["person", LabelKey.key($0)] })
            if photo.make == "Canon" {
                own.insert(["camera", "canon eos 5d"])
            } else if !camera.isEmpty {
                own.insert(["camera", camera])
            }
            for (kind, name) in [
                ("lens", photo.lens), ("license", photo.license?.name), ("owner", photo.owner),
                ("creator", photo.creator), ("type", photo.picture?.fileType),
            ] {
                if let name { own.insert([kind, LabelKey.key(name)]) }
            }
            for label in own { labels[label, default: 0] += 1 }
        }
        try catalog.read { db in
            let kept = try Row.fetchAll(
                db, sql: "SELECT kind, key, photos FROM label WHERE photos <> 0")
            #expect(
                Dictionary(
                    uniqueKeysWithValues: kept.map { ([$0["kind"], $0["key"]], $0["photos"]) })
                    == labels)
            let days = try Row.fetchAll(
                db, sql: "SELECT day, photos FROM takenDay WHERE photos <> 0")
            let expectedDays = Dictionary(
                grouping: listed, by: { NaiveFilter.taken($0).map { $0 / 86400 } }
            ).values.map(\.count)
            #expect(days.map { $0["photos"] as Int }.sorted() == expectedDays.sorted())
            let wrong = try String.fetchAll(
                db,
                sql: """
                    SELECT city FROM placeName n WHERE photos <> (
                        SELECT count(*) FROM photoPlace pp JOIN photo p ON p.id = pp.photoID
                        WHERE pp.placeNameID = n.id AND p.dateTrashed IS NULL)
                    """)
            #expect(wrong.isEmpty)
        }
        // FTS5 compares its index with the photos and places, and fails where they differ.
        try catalog.write { db in
            try db.execute(sql: "INSERT INTO photoWords (photoWords) VALUES ('integrity-check')")
            try db.execute(sql: "INSERT INTO placeWords (placeWords) VALUES ('integrity-check')")
        }
    }
}
