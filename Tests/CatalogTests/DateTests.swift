import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, dates")
struct DateTests {
    /// A catalog with one photo per date, in the order of their ids.
    private func catalog(
        _ dates: [(text: String?, subSeconds: String?)]
    ) throws -> (temporary: TemporaryCatalog, ids: [PhotoID]) {
        let temporary = try TemporaryCatalog()
        let page = dates.enumerated().map { index, date in
            var details = PhotoDetails(origin: .flickr, originID: "\(index + 1)")
            details.dateTimeOriginal = date.text
            details.subSecTimeOriginal = date.subSeconds
            return details
        }
        let ids = try temporary.catalog.store(
            page, in: try temporary.makeSection("dogs"), command: "search"
        ).map(\.id)
        return (temporary, ids)
    }

    /// The numbers of the photos in an order, read in pages of a given length.
    private func numbers(
        _ catalog: PhotoCatalog, _ order: PhotoOrder, limit: Int,
        where filter: PhotoFilter = .everything
    ) throws -> [Int64] {
        var found: [PhotoCursor] = []
        while true {
            let page = try catalog.photos(
                of: [.everything], where: filter, in: order, after: found.last,
                limit: limit)
            if page.isEmpty { return found.map(\.photoID.rawValue) }
            found += page
        }
    }

    private func found(_ text: String, in catalog: PhotoCatalog) throws -> [Int64] {
        try numbers(
            catalog, PhotoOrder(.added), limit: 100, where: try PhotoFilter(text: "taken:\(text)"))
    }

    @Test(
        "a month or year is found by spans that contain all of it",
        arguments: [
            ("1978", [1, 2, 3]), ("1978-06", [2, 3]), ("1978-06-01", []), ("1978-06-17", [3]),
            ("1978-06-01..1978-06-30", [2, 3]), ("1978-06-02..1978-12-31", [3]),
            ("1978-01-01..1978-12-31", [1, 2, 3]), ("1978-01-01..1978-12-30", [2, 3]),
            (">=1978", [1, 2, 3, 4, 5]), ("<1978-07", [2, 3, 6]), ("..1977", [6]),
            ("0987", [6]), ("2016", [4]), ("2016-12-31", [4]), ("3000", [5]), (">today", [5]),
            ("<=today", [1, 2, 3, 4, 6]),
        ] as [(String, [Int64])])
    func spans(text: String, expected: [Int64]) throws {
        let (temporary, ids) = try catalog([
            ("1978", nil), ("1978:06", nil), ("1978:06:17 12:00:00", nil),
            ("2016:12:31 23:59:60", nil), ("3000:01:01 00:00:00", nil),
            ("0987:01:02 03:04:05", nil),
        ])
        #expect(try found(text, in: temporary.catalog) == expected)
        // A photo in the trash is found by the same dates.
        _ = try temporary.catalog.trash([ids[4]])
        let trashed = try PhotoFilter(text: "is:trashed taken:\(text)")
        #expect(
            try numbers(temporary.catalog, PhotoOrder(.taken), limit: 9, where: trashed)
                == expected.filter { $0 == 5 })
    }

    @Test("bursts are sorted by their fractions in every order, page and column")
    func bursts() throws {
        let second = "2024:05:17 10:00:00"
        let (temporary, _) = try catalog([
            (second, "900"), (second, "05"), (second, nil), (second, "5"), (second, "50"),
            (second, "100"),
        ])
        let catalog = temporary.catalog
        let expected: [Int64] = [3, 2, 6, 4, 5, 1]
        for key in [PhotoOrder.Key.taken, .date] {
            for limit in [1, 2, 100] {
                #expect(try numbers(catalog, PhotoOrder(key), limit: limit) == expected)
                #expect(
                    try numbers(catalog, PhotoOrder(key, isDescending: true), limit: limit)
                        == expected.reversed())
            }
        }
        let latest = try catalog.latestPhotos(limit: 9).map(\.id.rawValue)
        #expect(latest == expected.reversed())
        let month = try #require(PartialDate(year: 2024, month: 5))
        let columns = try catalog.columns(ofMonth: month, part: 0)
        #expect(columns.ids.map(\.rawValue) == expected.reversed())
        #expect(Set(columns.dates) == [1_715_940_000])
        for (place, id) in expected.reversed().enumerated() {
            let listPosition = try catalog.listPosition(
                of: PhotoID(rawValue: id), byDateIn: .everything)
            #expect(listPosition?.index == place && listPosition?.month == "2024-05")
        }
    }

    @Test("timelines count a month or year as such, and months sort it at its start")
    func timeline() throws {
        let (temporary, ids) = try catalog([
            ("1978", nil), ("1978:06", nil), ("1978:06:17 12:00:00", nil), (nil, nil),
            ("1969:12:31 23:59:59", "5"), ("2098:01:01 00:00:00", nil),
        ])
        let catalog = temporary.catalog
        let expected: [(TimelineUnit, [String?], [Int])] = [
            (.year, ["1969", "1978", nil], [1, 3, 2]),
            (.month, ["1969-12", "1978", "1978-06", nil], [1, 1, 2, 2]),
            (.day, ["1969-12-31", "1978", "1978-06", "1978-06-17", nil], [1, 1, 1, 1, 2]),
        ]
        let named = PhotoScope.photos(ids)
        for (unit, periods, counts) in expected {
            for scope in [PhotoScope.everything, named] {
                let timeline = try catalog.timeline(of: scope, by: unit)
                #expect(timeline.map(\.period) == periods, "\(unit)")
                #expect(timeline.map(\.photos) == counts, "\(unit)")
            }
        }
        let june = try catalog.columns(
            ofMonth: try #require(PartialDate(year: 1978, month: 6)), part: 0)
        #expect(june.ids == [ids[2], ids[1]] && june.undatedDays == [ids[1]: 0])
        let january = try catalog.columns(
            ofMonth: try #require(PartialDate(year: 1978, month: 1)), part: 0)
        #expect(january.ids == [ids[0]] && january.undatedDays == [ids[0]: -100])
        // A date that becomes fully known moves to its day.
        var details = PhotoDetails(origin: .flickr, originID: "2")
        details.dateTimeOriginal = "1978:06:02 12:00:00"
        _ = try catalog.store(
            [details], in: try catalog.sections().last ?? catalog.section(.camera),
            command: "search")
        let days = try catalog.timeline(by: .day).map(\.period)
        #expect(days == ["1969-12-31", "1978", "1978-06-02", "1978-06-17", nil])
    }

    @Test("a doubtful date sorts last everywhere and is a problem until it is corrected")
    func doubt() throws {
        let (temporary, ids) = try catalog([
            ("2098:01:01 00:00:00", nil), ("2024:05:17 10:00:00", nil), (nil, nil),
            ("2000:01:01 00:00:00", nil), ("2023:05:17 10:00:00", nil),
        ])
        let catalog = temporary.catalog
        #expect(try catalog.photo(id: ids[0]).dateDoubt == .future)
        #expect(try catalog.photo(id: ids[3]).dateDoubt == .unsetClock)
        for limit in [1, 2, 100] {
            let taken = PhotoOrder(.taken)
            #expect(try numbers(catalog, taken, limit: limit) == [5, 2, 1, 3, 4])
            let latest = PhotoOrder(.taken, isDescending: true)
            #expect(try numbers(catalog, latest, limit: limit) == [2, 5, 4, 3, 1])
            // The photo without a date is sorted by the time when it was added: now.
            #expect(try numbers(catalog, PhotoOrder(.date), limit: limit) == [5, 2, 3, 1, 4])
            let newest = PhotoOrder(.date, isDescending: true)
            #expect(try numbers(catalog, newest, limit: limit) == [3, 2, 5, 4, 1])
        }
        #expect(try catalog.latestPhotos(limit: 9).map(\.id.rawValue) == [3, 2, 5, 4, 1])
        #expect(
            try catalog.latestPhotos(after: ids[4], limit: 9).map(\.id.rawValue) == [4, 1])
        #expect(try catalog.months().last?.month == "0000-01")
        #expect(try catalog.columns(ofMonth: .implausible, part: 0).ids == [ids[3], ids[0]])
        #expect(
            try catalog.listPosition(of: ids[0], byDateIn: .everything)?.month == "0000-01")
        #expect(try found(">today", in: catalog) == [1])
        #expect(try found("2000-01-01", in: catalog) == [4])

        let problems = try catalog.problems()
        #expect(problems.map(\.subject.text).sorted() == ["photo 1 (date)", "photo 4 (date)"])
        #expect(
            problems.first { $0.subject.photoID == ids[0] }?.message
                == "the date taken '2098:01:01 00:00:00' is in the future, so the photo is sorted last: "
                + "correct the date at Flickr and refresh the section")
        // In the trash it is not a problem, nor after a correction.
        _ = try catalog.trash([ids[3]])
        #expect(try catalog.problems().map(\.subject.photoID) == [ids[0]])
        _ = try catalog.restore([ids[3]])
        #expect(try catalog.problems().count == 2)
        var details = PhotoDetails(origin: .flickr, originID: "1")
        details.dateTimeOriginal = "2022:01:02 00:00:00"
        let dogs = try #require(try catalog.sections().first { $0.reference.kind == .flickr })
        _ = try catalog.store([details], in: dogs, command: "search")
        #expect(try catalog.problems().map(\.subject.photoID) == [ids[3]])
        #expect(try numbers(catalog, PhotoOrder(.taken), limit: 9) == [1, 5, 2, 3, 4])
        #expect(try catalog.months().map(\.photos).reduce(0, +) == 5)
    }

    @Test("the known parts of a date are kept and can be undone")
    func facts() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        var details = flickrDetails("1")
        details.rawJSON = nil
        details.subSecTimeOriginal = "05"
        details.dateSource = "FileName"
        details.isDateGuessed = true
        details.positionAccuracy = 3
        let id = try catalog.store([details], in: section, command: "search")[0].id
        #expect(try catalog.photo(id: id).details == details)
        var changed = details
        changed.dateTimeOriginal = "2098"
        changed.isDateGuessed = false
        _ = try catalog.store([changed], in: section, command: "search")
        #expect(try catalog.photo(id: id).dateDoubt == .future)
        _ = try catalog.undo(nil)
        #expect(try catalog.photo(id: id).details == details)
        #expect(try catalog.photo(id: id).dateDoubt == nil)
        #expect(try catalog.problems().isEmpty)
    }

    @Test(
        "a position with country accuracy has no city, and a new accuracy makes it due again"
    )
    func accuracy() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        var details = flickrDetails("1")
        details.coordinate = PlaceScene.brest
        details.positionAccuracy = 3
        let id = try catalog.store([details], in: section, command: "search")[0].id
        func locate() throws -> Place? {
            let works = try catalog.queuedPlaceWork(limit: 10, home: nil) ?? []
            try catalog.record(
                works.map { LocatedPhoto($0, place: PlaceScene.brestPlace) }, cacheKey: "first")
            return try catalog.photo(id: id).location?.place
        }
        #expect(try locate()?.city == nil)
        #expect(try catalog.photo(id: id).location?.place.region == nil)
        #expect(
            try catalog.photo(id: id).location?.place.country == PlaceScene.brestPlace.country)
        details.positionAccuracy = 16
        _ = try catalog.store([details], in: section, command: "search")
        #expect(try locate() == PlaceScene.brestPlace)
    }

    @Test("an older catalog gets dates with their known parts, and counts and sorts by them")
    func older() throws {
        let json = #"{"id":"1","datetakengranularity":"4","accuracy":"3"}"#
        let rows = """
            INSERT INTO photo (origin, originID, dateTimeOriginal, dateUploaded, dateAdded) VALUES
                ('flickr', '1', '1965:09:01 00:00:00', 1500000000, 1700000000),
                ('flickr', '2', '1960:01:01 00:00:00', 1500000000, 1700000000),
                ('flickr', '3', '2098:01:01 00:00:00', 1500000000, 1700000000),
                ('flickr', '4', '0987:01:02 00:00:00', 1500000000, 1700000000),
                ('camera', '\(digest(5).hexadecimal)', '2016:12:31 23:59:60', NULL, 1700000000),
                ('flickr', '6', '2014:05:01 00:00:00', 1500000000, 1700000000);
            INSERT INTO photoRaw (photoID, json) VALUES (1, '\(json)'),
                (2, '{"dates":{"takengranularity":8}}'),
                (6, '{"datetakengranularity":"0","accuracy":"16"}');
            """
        let older = try OlderCatalog(rows: rows)
        let catalog = try PhotoCatalog.open(at: older.folder)
        let ids = (1...6).map { PhotoID(rawValue: $0) }
        let photos = try catalog.photos(ids: ids)
        #expect(
            photos.map(\.dateTimeOriginal) == [
                "1965:09", "1960", "2098:01:01 00:00:00", "0987:01:02 00:00:00",
                "2016:12:31 23:59:60", "2014:05:01 00:00:00",
            ])
        #expect(photos.map(\.isDateGuessed) == [false, true, false, false, false, false])
        #expect(photos.map(\.positionAccuracy) == [3, nil, nil, nil, nil, 16])
        #expect(photos.map(\.dateDoubt) == [nil, nil, .future, nil, nil, nil])
        #expect(try numbers(catalog, PhotoOrder(.taken), limit: 2) == [4, 2, 1, 6, 5, 3])
        #expect(try catalog.latestPhotos(limit: 9).map(\.id.rawValue) == [5, 6, 1, 2, 4, 3])
        let periods = try catalog.timeline(by: .month).map(\.period)
        #expect(periods == ["0987-01", "1960", "1965-09", "2014-05", "2016-12", nil])
        #expect(
            try catalog.months().map(\.month) == [
                "2016-12", "2014-05", "1965-09", "1960-01", "0987-01", "0000-01",
            ])
        #expect(try found("2016", in: catalog) == [5])
        #expect(try catalog.problems().map(\.subject.text) == ["photo 3 (date)"])
    }
}
