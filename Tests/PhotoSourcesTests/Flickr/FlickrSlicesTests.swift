import Foundation
import GalleryModel
import Testing

@testable import PhotoSources

@Suite("Searches beyond 4,000 photos")
struct FlickrSlicesTests {
    /// A world of photos with upload dates, newest first, limited to 4,000 like Flickr's.
    private struct World: Sendable {
        let dates: [String: Int]
        let order: [String]
        var ignoresDates = false

        init(_ count: Int, from: Int = 1_200_000_000, to: Int = 1_700_000_000, seed: UInt64 = 1) {
            var random = Seeded(state: seed)
            var dates: [String: Int] = [:]
            for index in 0..<count {
                dates[String(1_000_000 + index)] = Int.random(in: from...to, using: &random)
            }
            self.dates = dates
            order = dates.keys.sorted { (dates[$0] ?? 0, $0) > (dates[$1] ?? 0, $1) }
        }

        func answer(_ query: [String: String]) -> String {
            let earliest = ignoresDates ? 0 : Int(query["min_upload_date"] ?? "") ?? 0
            let latest = ignoresDates ? Int.max : Int(query["max_upload_date"] ?? "") ?? .max
            let matching = order.filter { (earliest...latest).contains(dates[$0] ?? 0) }
            let size = Int(query["per_page"] ?? "") ?? 100
            let page = Int(query["page"] ?? "") ?? 1
            // Pages repeat after the limit.
            let start = min((page - 1) * size, 4_000 - size)
            let rows = matching.prefix(4_000).dropFirst(start).prefix(size)
            return searchAnswer(
                rows, page: page, pages: (matching.count + size - 1) / size, perPage: size,
                total: String(matching.count), uploaded: { dates[$0] })
        }

        func server() -> ScriptedFlickr {
            ScriptedFlickr { query, _ in .init(body: answer(query)) }
        }
    }

    private static func list(
        _ flickr: ScriptedFlickr, _ change: (inout FlickrQuery) -> Void = { _ in }
    ) async throws -> (SourceListing, [String]) {
        var query = FlickrQuery(term: "dogs", limit: nil)
        change(&query)
        let delivered = DeliveredPhotos()
        let listing = try await flickr.client().list(query) { delivered.take($0) }
        return (listing, delivered.ids)
    }

    @Test("all photos of a large result are listed once, newest first as on Flickr")
    func large() async throws {
        let world = World(13_000)
        let flickr = world.server()
        let (listing, ids) = try await Self.list(flickr)
        #expect(ids.count == 13_000 && Set(ids) == Set(world.order))
        #expect(listing.found == 13_000 && listing.isComplete && listing.isExhausted)
        #expect(flickr.requests.count < 3 * 13_000 / 500)
        #expect(ids.first == world.order.first)
    }

    @Test("a limit over 4,000 is kept, and one up to 4,000 needs no slices")
    func limited() async throws {
        let world = World(6_000)
        let (_, many) = try await Self.list(world.server()) { $0.limit = 4_500 }
        #expect(many.count == 4_500 && Set(many).count == 4_500)
        let flickr = world.server()
        let (listing, few) = try await Self.list(flickr) { $0.limit = 4_000 }
        #expect(few == Array(world.order.prefix(4_000)))
        #expect(flickr.requests.allSatisfy { $0["min_upload_date"] == nil })
        #expect(listing.isComplete && !listing.isExhausted)
    }

    @Test("the query's own upload dates bound the slices")
    func bounded() async throws {
        let world = World(12_000)
        let (_, ids) = try await Self.list(world.server()) {
            ($0.minUpload, $0.maxUpload) = ("1300000000", "1600000000")
        }
        let expected = world.order.filter {
            (1_300_000_000...1_600_000_000).contains(world.dates[$0] ?? 0)
        }
        #expect(expected.count > 4_000)
        #expect(Set(ids) == Set(expected) && ids.count == expected.count)
    }

    @Test("more than 4,000 photos in one hour are reported as a gap")
    func oneHour() async throws {
        let world = World(5_000, from: 1_500_000_000, to: 1_500_000_600)
        let flickr = world.server()
        let (listing, ids) = try await Self.list(flickr)
        #expect(ids.count >= 4_000 && Set(ids).count == ids.count)
        #expect(!listing.isComplete && !listing.isExhausted)
        #expect(
            listing.gaps.contains {
                $0.hasPrefix("Flickr lists at most the first 4,000 of 5000 photos")
            })
        #expect(flickr.requests.count < 200)
    }

    @Test("a range contains dates up to the tolerance beyond its ends")
    func tolerance() {
        let range = UploadRange(earliest: 1_000, latest: 2_000)
        #expect(range.contains(990, tolerance: 10) && !range.contains(989, tolerance: 10))
        #expect(range.contains(2_010, tolerance: 10) && !range.contains(2_011, tolerance: 10))
        #expect(!range.contains(.max, tolerance: 10) && range.contains(nil))
        let whole = UploadRange(earliest: 0, latest: .max)
        #expect(whole.contains(0, tolerance: 10) && whole.contains(.max, tolerance: 10))
    }

    @Test("a server that ignores upload dates is abandoned")
    func ignoredDates() async throws {
        var world = World(5_000, from: 1_690_000_000, to: 1_700_000_000)
        world.ignoresDates = true
        let flickr = world.server()
        let (listing, ids) = try await Self.list(flickr)
        #expect(ids.count == 4_000 && Set(ids).count == 4_000)
        #expect(!listing.isComplete)
        #expect(flickr.requests.count < 1_000)
    }

    @Test("in an order other than upload date, Flickr's own order comes first up to its limit")
    func relevance() async throws {
        let world = World(5_000)
        let (_, ids) = try await Self.list(world.server()) { $0.sort = "relevance" }
        #expect(Array(ids.prefix(4_000)) == Array(world.order.prefix(4_000)))
        #expect(Set(ids) == Set(world.order) && ids.count == 5_000)
    }
}
