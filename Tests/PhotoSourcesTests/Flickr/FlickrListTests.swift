import Foundation
import GalleryModel
import Synchronization
import Testing

@testable import PhotoSources

@Suite("FlickrClient.list")
struct FlickrListTests {
    private static let all = (1...1_200).map { String(100_000 - $0) }

    /// Serves a fixed list without faults, with pages changed by `change`.
    private static func server(
        _ ids: [String] = all,
        change: @escaping @Sendable (inout [String], _ page: Int, _ count: Int) -> Void = {
            _, _, _ in
        }
    ) -> ScriptedFlickr {
        ScriptedFlickr { query, count in
            let perPage = Int(query["per_page"] ?? "") ?? 100
            let page = Int(query["page"] ?? "") ?? 1
            var rows = Array(ids.dropFirst((page - 1) * perPage).prefix(perPage))
            change(&rows, page, count)
            return .init(
                body: searchAnswer(
                    rows, page: page, pages: (ids.count + perPage - 1) / perPage, perPage: perPage,
                    total: String(ids.count)))
        }
    }

    private static func list(
        _ flickr: ScriptedFlickr, limit: Int?, client: FlickrClient? = nil
    ) async throws -> (SourceListing, [String]) {
        let delivered = DeliveredPhotos()
        let client = client ?? flickr.client()
        let listing = try await client.list(FlickrQuery(term: "dogs", limit: limit)) {
            delivered.take($0)
        }
        return (listing, delivered.ids)
    }

    @Test("complete pages are requested once, in order, and make a complete list")
    func honest() async throws {
        let flickr = Self.server()
        let client = flickr.client()
        let (listing, ids) = try await Self.list(flickr, limit: nil, client: client)
        #expect(ids == Self.all)
        #expect(flickr.requests.map { $0["page"] } == ["1", "2", "3"])
        #expect(listing.found == 1_200 && listing.listed == 1_200)
        #expect(client.requests.sent.api == 3)
        #expect(listing.isComplete && listing.isExhausted)
    }

    @Test(
        "a limit is exact, and photos beyond it are not requested",
        arguments: [1, 2, 499, 500, 501, 777])
    func limited(limit: Int) async throws {
        let flickr = Self.server()
        let (listing, ids) = try await Self.list(flickr, limit: limit)
        #expect(ids == Array(Self.all.prefix(limit)))
        #expect(flickr.requests.count == (limit + 499) / 500)
        #expect(listing.isComplete && !listing.isExhausted)
    }

    @Test("the next page makes up for a short first page")
    func shortFirst() async throws {
        let flickr = Self.server { rows, page, count in if count == 1 { rows.removeLast(30) } }
        let (listing, ids) = try await Self.list(flickr, limit: 100)
        #expect(ids.count == 100 && Set(ids).count == 100)
        #expect(listing.isComplete)
    }

    @Test("an empty page in the middle loses nothing")
    func emptyMiddle() async throws {
        let flickr = Self.server { rows, page, count in if count == 2 { rows = [] } }
        let (listing, ids) = try await Self.list(flickr, limit: nil)
        #expect(Set(ids) == Set(Self.all) && ids.count == 1_200)
        #expect(listing.isComplete && listing.isExhausted)
    }

    @Test("a page that stays empty is detected by pages of another size")
    func alwaysEmptyMiddle() async throws {
        let flickr = Self.server { rows, page, _ in if page == 2 { rows = [] } }
        let (listing, ids) = try await Self.list(flickr, limit: nil)
        #expect(ids.count > 800 && Set(ids).count == ids.count)
        #expect(!listing.isExhausted)
        #expect(listing.gaps.count == 1)
        #expect(flickr.requests.count <= 10)
    }

    @Test("photos that fall between two pages are found by a second pass")
    func betweenPages() async throws {
        let flickr = ScriptedFlickr { query, _ in
            let perPage = Int(query["per_page"] ?? "") ?? 100
            let page = Int(query["page"] ?? "") ?? 1
            // As if two photos had been deleted before each later page.
            let rows = Self.all.dropFirst((page - 1) * (perPage + 2)).prefix(perPage)
            return .init(
                body: searchAnswer(rows, page: page, pages: 3, perPage: perPage, total: "\"1200\""))
        }
        let (listing, ids) = try await Self.list(flickr, limit: nil)
        #expect(Set(ids) == Set(Self.all) && ids.count == 1_200)
        #expect(listing.isComplete)
    }

    @Test("an empty total ends at the first page without photos")
    func noTotal() async throws {
        let flickr = ScriptedFlickr { query, _ in
            let page = Int(query["page"] ?? "") ?? 1
            let rows = Self.all.dropFirst((page - 1) * 500).prefix(500)
            return .init(
                body: searchAnswer(rows, page: page, pages: 0, perPage: 500, total: "\"\""))
        }
        let (listing, ids) = try await Self.list(flickr, limit: nil)
        #expect(ids == Self.all)
        #expect(listing.found == nil && listing.isComplete)
        #expect(flickr.requests.count == 4)
    }

    @Test(
        "a list without photos and total is an invalid response, not an empty list",
        arguments: [
            #"{"photos":{},"stat":"ok"}"#, #"{"photos":{"photo":[]},"stat":"ok"}"#,
            #"{"photos":{"total":"0"},"stat":"ok"}"#, #"{"photos":[],"stat":"ok"}"#,
            #"{"stat":"ok"}"#,
        ])
    func malformed(body: String) async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: body) }
        let (listing, ids) = try await Self.list(flickr, limit: nil)
        #expect(ids.isEmpty && !listing.isExhausted)
        guard case .badResponse? = listing.failure as? FlickrError else {
            Issue.record("\(String(describing: listing.failure)) is no bad answer")
            return
        }
        // Requested as often as the transport retries.
        #expect(flickr.requests.count == 3)
    }

    @Test(
        "an empty list is accepted if the server reports 0, and not if it reports no total",
        arguments: [("\"0\"", true), ("0", true), ("\"\"", false)])
    func nothing(total: String, isExhausted: Bool) async throws {
        let flickr = ScriptedFlickr { _, _ in
            .init(body: searchAnswer([], page: 1, pages: 0, perPage: 500, total: total))
        }
        let (listing, _) = try await Self.list(flickr, limit: nil)
        #expect(listing.failure == nil && listing.isExhausted == isExhausted)
    }

    @Test("a server that repeats one page forever is abandoned after a few requests")
    func echo() async throws {
        let flickr = ScriptedFlickr { _, _ in
            .init(
                body: searchAnswer(
                    Self.all.prefix(500), page: 1, pages: 1_000_000, perPage: 500, total: "3999"))
        }
        let (listing, ids) = try await Self.list(flickr, limit: nil)
        #expect(ids.count == 500)
        #expect(!listing.isComplete && !listing.isExhausted)
        #expect(flickr.requests.count <= 30)
    }

    @Test("photos before a failed page stay, and the listing names the failed page")
    func failedPage() async throws {
        let flickr = ScriptedFlickr { query, _ in
            guard query["page"] == "1" else { return .init(body: "<html>") }
            return .init(
                body: searchAnswer(
                    Self.all.prefix(500), page: 1, pages: 3, perPage: 500, total: "1200"))
        }
        let (listing, ids) = try await Self.list(flickr, limit: nil)
        #expect(ids == Array(Self.all.prefix(500)))
        #expect(listing.failure is FlickrError && listing.listed == 500)
        #expect(listing.gaps.first?.hasPrefix("page 2 could not be fetched: ") == true)
        #expect(!listing.isExhausted)
    }

    @Test("an error of the caller's own ends the listing unchanged")
    func receiverError() async throws {
        struct DiskFull: Error {}
        let flickr = Self.server()
        await #expect(throws: DiskFull.self) {
            try await flickr.client().list(FlickrQuery(term: "dogs", limit: nil)) { _ in
                throw DiskFull()
            }
        }
    }

    @Test("geographic queries request 250 photos per page")
    func geo() async throws {
        let flickr = Self.server()
        var query = FlickrQuery(term: "dogs", limit: 400)
        query.bbox = "0,0,1,1"
        let listing = try await flickr.client().list(query) { _ in }
        #expect(flickr.requests.map { $0["per_page"] } == ["250", "250"])
        #expect(listing.listed == 400)
    }

    @Test("shifted, repeated, empty and short pages lose and repeat nothing", arguments: 0..<200)
    func faults(seed: Int) async throws {
        var random = Seeded(state: UInt64(seed))
        let ids = (0..<Int.random(in: 1...400, using: &random)).map { String(1_000 + $0) }
        let perPage = Int.random(in: 5...60, using: &random)
        let world = Mutex((random: random, faultsLeft: 2, front: [String]()))
        let flickr = ScriptedFlickr { query, _ in
            let size = Int(query["per_page"] ?? "") ?? 100
            let page = Int(query["page"] ?? "") ?? 1
            return world.withLock { world in
                let fault = Int.random(in: 0..<8, using: &world.random)
                var shift = 0
                guard world.faultsLeft > 0, fault < 5 else {
                    return .init(body: Self.answer(world.front + ids, page, size))
                }
                world.faultsLeft -= 1
                switch fault {
                case 0: world.front.insert("9\(world.front.count)", at: 0)
                case 1: shift = -Int.random(in: 1...3, using: &world.random)
                case 2: return .init(body: Self.answer(world.front + ids, page, size, keep: 0))
                case 3:
                    return .init(body: Self.answer(world.front + ids, page, size, keep: size / 2))
                default: return .init(body: Self.answer(world.front + ids, max(page - 1, 1), size))
                }
                return .init(body: Self.answer(world.front + ids, page, size, shift: shift))
            }
        }
        let delivered = DeliveredPhotos()
        let client = flickr.client()
        // The page size of the query is its limit, so every world has several pages.
        var parameters = try FlickrParameters(FlickrQuery(term: "dogs"))
        parameters["per_page"] = String(perPage)
        var enumeration = FlickrEnumeration(
            client: client, parameters: parameters, pageSize: perPage, limit: nil)
        let listing = try await enumeration.run { delivered.take($0) }
        let found = delivered.ids
        #expect(Set(found).count == found.count)
        #expect(Set(found).isSuperset(of: ids))
        #expect(listing.listed == found.count)
        let pages = (ids.count + 5) / max(perPage - 2 * max(perPage / 16, 1), 1) + 2
        #expect(flickr.requests.count <= 3 * pages + 3)
    }

    private static func answer(
        _ ids: [String], _ page: Int, _ size: Int, keep: Int? = nil, shift: Int = 0
    ) -> String {
        let start = max(0, (page - 1) * size + (page > 1 ? shift : 0))
        var rows = Array(ids.dropFirst(start).prefix(size))
        if let keep { rows = Array(rows.prefix(keep)) }
        return searchAnswer(
            rows, page: page, pages: (ids.count + size - 1) / size, perPage: size,
            total: "\"\(ids.count)\"")
    }
}
