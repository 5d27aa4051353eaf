import FakeFlickr
import Foundation
import Testing

@Suite("API faults")
struct PageFaultTests {
    private static let world = FakeWorld(seed: 6, photos: 95)
    private static let all = world.found("dogs").map(\.id)

    /// The ids of pages 1, 2, … up to the last response's number of pages, 20 photos per page.
    private func pages(_ faults: [FaultRule]) async throws -> [[String]] {
        try await FakeFlickrServer.with(Self.world, faults: faults) { fakeFlickr in
            var pages: [[String]] = []
            var count = 1
            while pages.count < min(count, 20) {
                let answer = try await RawClient(fakeFlickr).search([
                    "text": "dogs", "per_page": "20", "page": String(pages.count + 1),
                ])
                pages.append(answer.ids)
                count = answer.photos["pages"] as? Int ?? 0
            }
            return pages
        }
    }

    @Test("duplicatePages repeats the previous page, and every photo appears in the end")
    func duplicates() async throws {
        let pages = try await pages([FaultRule(.duplicatePages)])
        #expect(pages[0] == pages[1])
        #expect(pages.count == 6 && Set(pages.joined()) == Set(Self.all))
    }

    @Test("photos inserted between pages appear twice, and none is lost")
    func inserted() async throws {
        let pages = try await pages([FaultRule(.shiftedPages(insert: 5, remove: 0))])
        #expect(Array(pages[0].suffix(5)) == Array(pages[1].prefix(5)))
        #expect(Set(pages.joined()) == Set(Self.all))
    }

    @Test("photos removed between pages cause others to be skipped")
    func removed() async throws {
        let pages = try await pages([FaultRule(.shiftedPages(insert: 0, remove: 5))])
        #expect(pages[1].first == Self.all[25])
        #expect(Set(pages.joined()).isDisjoint(with: Self.all[20..<25]))
    }

    @Test("an empty page does not affect the others")
    func empty() async throws {
        let pages = try await pages([FaultRule(.emptyPage(2))])
        #expect(pages[1].isEmpty)
        #expect(pages[2] == Array(Self.all[40..<60]))
    }

    @Test("short pages have fewer photos than requested, and all of them together")
    func short() async throws {
        let pages = try await pages([FaultRule(.shortPages(3))])
        #expect(pages[0].count == 17)
        #expect(Array(pages.joined()) == Self.all)
    }

    @Test("failCode fails as the API does, in JSON and in XML, and invalidJSON is truncated")
    func answers() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            fakeFlickr.setFaults([FaultRule(.failCode(105, "Service currently unavailable"))])
            let failed = try await client.search(["text": "dogs"])
            #expect(failed.stat == "fail" && failed.code == 105)
            let xml = try await client.send("/services/rest/?method=flickr.test.echo")
            #expect(xml.text.contains("<err code=\"105\" msg=\"Service currently unavailable\" />"))
            fakeFlickr.setFaults([FaultRule(.emptyTotal)])
            let empty = try await client.search(["text": "dogs"])
            #expect(empty.photos["total"] as? String == "" && empty.rows.count == 95)
            fakeFlickr.setFaults([FaultRule(.invalidJSON)])
            let half = try await client.send(
                "/services/rest/?method=flickr.photos.search&text=dogs&format=json&api_key=a")
            #expect(half.status == 200 && half.ending == .complete)
            #expect(throws: (any Error).self) {
                try JSONSerialization.jsonObject(with: Data(half.body))
            }
        }
    }
}
