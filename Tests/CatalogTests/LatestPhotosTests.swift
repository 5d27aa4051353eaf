import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog.latestPhotos")
struct LatestPhotosTests {
    /// Adds one photo per date taken and returns their ids.
    private func add(
        _ moments: [(taken: String?, offset: String?, uploaded: Int64?)], origin: Origin,
        to temporary: TemporaryCatalog
    ) throws -> [PhotoID] {
        let section =
            origin == .camera
            ? try temporary.catalog.section(.camera) : try temporary.makeSection("dogs")
        let page = moments.enumerated().map { index, moment in
            var details = PhotoDetails(
                origin: origin,
                originID: origin == .camera
                    ? digest(UInt8(index)).hexadecimal : "\(index)")
            details.dateTimeOriginal = moment.taken
            details.offsetTimeOriginal = moment.offset
            details.dateUploaded = moment.uploaded.map { Date(unixSeconds: $0) }
            return details
        }
        return try temporary.catalog.store(page, in: section, command: "test").map(\.id)
    }

    /// All pages of a given length, joined.
    private func pages(_ limit: Int, _ temporary: TemporaryCatalog) throws -> [PhotoID] {
        var ids: [PhotoID] = []
        while true {
            let page = try temporary.catalog.latestPhotos(after: ids.last, limit: limit)
            if page.isEmpty { return ids }
            ids += page.map(\.id)
        }
    }

    @Test("the camera's photos come first, each kind newest first, with any page length")
    func order() throws {
        let temporary = try TemporaryCatalog()
        let flickr = try add(
            [
                ("2024:05:01 12:00:00", nil, 1), ("2024:05:01 13:00:00", nil, 1),
                ("2024:05:01 12:00:00", nil, 1),
            ], origin: .flickr, to: temporary)
        let camera = try add(
            [
                ("2001:05:01 12:00:00", nil, nil), ("2003:05:01 12:00:00", nil, nil),
                ("2002:05:01 12:00:00", nil, nil),
            ], origin: .camera, to: temporary)
        let expected = [
            camera[1], camera[2], camera[0], flickr[1], flickr[2], flickr[0],
        ]
        for limit in 1...7 { #expect(try pages(limit, temporary) == expected) }
        #expect(try temporary.catalog.latestPhotos(limit: 0).isEmpty)
        #expect(try temporary.catalog.latestPhotos(limit: -1).isEmpty)
    }

    @Test("offsets count; invalid times fall back to the upload time, then to the time added")
    func moments() throws {
        let temporary = try TemporaryCatalog()
        // 2024-05-01 12:00:00 UTC
        let noon: Int64 = 1_714_564_800
        let flickr = try add(
            [
                ("2024:05:01 12:00:00", nil, 1),  // noon
                ("2024:05:01 12:00:00", "+02:00", 1),  // two hours earlier
                ("2024:05:01 12:00:00", "-01:30", 1),  // an hour and a half later
                ("2024:05:01 12:00:00", "summer", 1),  // noon
                ("0000:00:00 00:00:00", nil, noon + 1), ("2024:00:00 00:00:00", nil, noon + 2),
                ("now", "now", noon + 3), ("    :  :     :  :  ", nil, noon + 4),
                ("2024:05:01 12:00:00.789", "Z", noon), (nil, nil, nil),
                ("2024:05:01 12:00:00", "+99:00", 1), ("2024:13:41 25:61:61", "", noon + 5),
                (nil, "localtime", .max), ("2024:05:01 12:00:00", "localtime", noon),
            ], origin: .flickr, to: temporary)
        // Added now, which is later than all others except the one at the end of time.
        let expected = [12, 9, 2, 11, 7, 6, 5, 4, 13, 10, 8, 3, 0, 1].map { flickr[$0] }
        #expect(try pages(4, temporary) == expected)
    }

    @Test("the trash is excluded, and a page continues after a photo that was trashed")
    func trash() throws {
        let temporary = try TemporaryCatalog()
        let flickr = try add(
            (1...5).map { ("2024:05:0\($0) 12:00:00", nil, nil) }, origin: .flickr, to: temporary)
        let catalog = temporary.catalog
        let first = try catalog.latestPhotos(limit: 2).map(\.id)
        #expect(first == [flickr[4], flickr[3]])
        _ = try catalog.trash([flickr[3], flickr[1]])
        #expect(
            try catalog.latestPhotos(after: flickr[3], limit: 9).map(\.id) == [
                flickr[2], flickr[0],
            ])
        #expect(try pages(2, temporary) == [flickr[4], flickr[2], flickr[0]])
        _ = try catalog.restore([flickr[1]])
        #expect(try pages(1, temporary) == [4, 2, 1, 0].map { flickr[$0] })
        #expect(throws: CatalogError.self) {
            try catalog.latestPhotos(after: PhotoID(rawValue: 77), limit: 1)
        }
    }

    @Test("both statements use indexes, without sorting or reading photos")
    func plan() throws {
        let temporary = try TemporaryCatalog()
        for sql in [PhotoCatalog.latestOfMoment, PhotoCatalog.latestBefore] {
            let plan = try temporary.catalog.database.read { db in
                let count = sql.count { $0 == "?" }
                return try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN \(sql)",
                    arguments: StatementArguments(Array(repeating: 1, count: count))
                ).map { $0["detail"] as String }
            }
            // Photos hidden from others are looked up once.
            #expect(plan.count == 3 && plan[1].hasPrefix("LIST SUBQUERY"))
            #expect(plan.last?.contains("SEARCH receivedPicture USING COVERING INDEX") == true)
            #expect(plan.first?.hasPrefix("SEARCH photoSummary USING") == true)
            #expect(plan.first?.contains("INDEX summaryLatest (latestGroup=? AND moment") == true)
        }
    }
}
