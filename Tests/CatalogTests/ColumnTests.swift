import Basics
import Foundation
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, months and columns")
struct ColumnTests {
    private static let newest = PhotoOrder(.date, isDescending: true)

    @Test("months and columns contain the found photos in their order")
    func random() throws {
        var scene = try FindScene(seed: 21, photos: 120)
        let catalog = scene.catalog
        let photos = try NaiveFilter(catalog).photos
        let photoOf = Dictionary(uniqueKeysWithValues: photos.map { ($0.id, $0) })
        for _ in 0..<150 {
            let filter = scene.dice.oneIn(4) ? PhotoFilter.everything : try scene.filter()
            let section = scene.dice.one(of: try catalog.sections())
            let scope = scene.dice.oneIn(2) ? PhotoScope.everything : .section(section)
            let found = try catalog.photos(of: [scope], where: filter, in: Self.newest)
                .compactMap { photoOf[$0.photoID] }
            let expected = Dictionary(grouping: found, by: NaiveFilter.month)
            let months = try catalog.months(of: scope, where: filter)
            #expect(months.map(\.month) == expected.keys.sorted(by: >), "\(filter)")
            #expect(months.map(\.photos) == months.map { expected[$0.month]?.count }, "\(filter)")
            for month in months {
                let columns = try catalog.columns(
                    ofMonth: month.month == "0000-01"
                        ? .implausible : try #require(PartialDate(text: month.month[...])),
                    of: scope,
                    where: filter, part: 0)
                let photos = expected[month.month] ?? []
                #expect(columns.ids == photos.map(\.id), "\(filter) in \(month)")
                #expect(columns.dates == photos.map { NaiveFilter.date($0).flooredSeconds })
                let undatedDays = photos.compactMap { photo in
                    ["1978": -100, "1978:06": 0][photo.dateTimeOriginal ?? ""].map {
                        (photo.id, $0)
                    }
                }
                #expect(columns.undatedDays == Dictionary(uniqueKeysWithValues: undatedDays))
                #expect(columns.aspects == photos.map(NaiveFilter.aspect))
                #expect(columns.photos == photos.count && columns.version == month.version)
            }
            // A quarter of the photos for each query: positions of all take most of the time.
            let sample = Set(photos.map(\.id).filter { _ in scene.dice.oneIn(4) })
            for (place, photo) in found.enumerated() where sample.contains(photo.id) {
                let listPosition = try #require(
                    try catalog.listPosition(of: photo.id, byDateIn: scope, where: filter),
                    "\(filter)")
                #expect(listPosition.month == NaiveFilter.month(photo), "\(filter)")
                let month = expected[NaiveFilter.month(photo)] ?? []
                #expect(month.firstIndex { $0.id == photo.id } == listPosition.index, "\(filter)")
                #expect(listPosition.position == place + 1 && listPosition.count == found.count)
            }
            for id in sample where !found.contains(where: { $0.id == id }) {
                #expect(
                    try catalog.listPosition(of: id, byDateIn: scope, where: filter) == nil)
            }
            let key = scene.dice.one(of: [PhotoOrder.Key.title, .rating, .size, .added])
            let order = PhotoOrder(key, isDescending: scene.dice.oneIn(2))
            let ids = try catalog.photos(of: [scope], where: filter, in: order).map(\.photoID)
            for id in sample {
                let listPosition = try catalog.listPosition(
                    of: id, in: order, of: scope, where: filter)
                #expect(listPosition?.index == ids.firstIndex(of: id), "\(filter)")
                #expect(listPosition.map(\.count) ?? ids.count == ids.count)
            }
            let listed = try catalog.columns(of: section, where: filter, part: 0)
            var rows: [PhotoID] = []
            try catalog.forEachBatch(of: section, where: filter) { batch in
                rows += batch.map(\.photo.id)
                return true
            }
            #expect(listed.ids == rows && listed.photos == rows.count, "\(filter)")
            for id in sample {
                let listPosition = try catalog.listPosition(of: id, in: section, where: filter)
                #expect(listPosition?.index == rows.firstIndex(of: id), "\(filter)")
                #expect(listPosition.map(\.count) ?? rows.count == rows.count)
            }
        }
    }

    @Test("parts are contiguous, and their version changes when they no longer fit together")
    func parts() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        var section = try temporary.makeSection("dogs")
        let count = PhotoColumns.partLength * 2 + 100
        let page = (0..<count).map { number in
            var details = flickrDetails("\(number)")
            details.dateTimeOriginal = "2024:05:17 10:00:\(10 + number % 7)"
            details.dateUploaded = nil
            return details
        }
        let ids = try catalog.store(page, in: section, command: "search").map(\.id)
        section = try catalog.section(section.reference)
        let month = try #require(PartialDate(year: 2024, month: 5))
        func byMonth(_ filter: PhotoFilter = .everything) throws -> [PhotoColumns] {
            try (0..<4).map { try catalog.columns(ofMonth: month, where: filter, part: $0) }
        }
        let parts = try byMonth()
        #expect(parts.map(\.ids.count) == [2_000, 2_000, 100, 0])
        #expect(Set(parts.map(\.photos)) == [count] && Set(parts.map(\.version)).count == 1)
        let expected = try catalog.photos(
            of: [.everything], where: .everything, in: Self.newest
        ).map(\.photoID)
        #expect(parts.flatMap(\.ids) == expected)
        let found = try byMonth(.condition(.tag("dog")))
        #expect(found.map(\.ids) == parts.map(\.ids))
        let own = try (0..<4).map { try catalog.columns(of: section, part: $0) }
        #expect(own.flatMap(\.ids) == ids && own.map(\.ids.count) == parts.map(\.ids.count))
        // A photo is removed and restored: the count is the same, but the parts differ meanwhile.
        _ = try catalog.trash([ids[7]])
        let versions = try catalog.months().map(\.version)
        #expect(versions != [parts[0].version])
        _ = try catalog.restore([ids[7]])
        let after = try catalog.columns(ofMonth: month, part: 0)
        #expect(
            after.ids == parts[0].ids && ![versions[0], parts[0].version].contains(after.version))
        section = try catalog.section(section.reference)
        #expect(try catalog.columns(of: section, part: 0).version != own[0].version)
        #expect(try byMonth(.condition(.tag("dog")))[0].version != found[0].version)
    }

    @Test("an edit that rotates a photo changes its month's version; a thumbnail adds its color")
    func look() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        var details = flickrDetails("1")
        (details.width, details.height, details.orientation) = (4_000, 3_000, 6)
        let id = try catalog.store([details], in: section, command: "search")[0].id
        let month = try #require(PartialDate(year: 2012, month: 10))
        func columns() throws -> PhotoColumns { try catalog.columns(ofMonth: month, part: 0) }
        let before = try columns()
        #expect(before.aspects == [750] && before.colors == [-2])
        // Flickr's picture of an original is upright.
        let file = PictureFile(
            digest: digest(1), byteCount: 9, fileType: "JPEG", fileExtension: "jpg", width: 240,
            height: 120)
        try catalog.record(
            [PictureResult(photoID: id, size: .small, outcome: .stored(file))], command: "search")
        #expect(try columns().aspects == [2_000])
        #expect(try columns().version != before.version)
        func store(_ color: Int, _ edit: PhotoEdit?) throws {
            let key = ThumbnailKey(
                sha256: digest(1).hexadecimal, cacheKey: "1 \(edit?.json ?? "")", side: 240)
            try catalog.storeThumbnails([
                (
                    key: key, isWhole: true, width: 240, height: 120, bytes: [1],
                    fileExtension: "jpg", color: color, edit: edit
                )
            ])
        }
        try store(0x10_20_30, nil)
        #expect(try columns().colors == [0x10_20_30])
        var edit = PhotoEdit()
        edit.rotation = 90
        try catalog.setEdits([(id, edit)], command: "edit")
        #expect(try columns().aspects == [500])
        #expect(try columns().colors == [-1])
        try store(0x40_50_60, edit)
        #expect(try columns().colors == [0x40_50_60])
        _ = try catalog.undo(nil)
        #expect(try columns().aspects == [2_000])
        #expect(try columns().colors == [0x10_20_30])
    }
}
