import FakeFlickr
import Foundation
import Testing

@Suite("Fault rules")
struct FaultRuleTests {
    @Test("a rule skips some requests, affects a number of them, and then ends")
    func afterAndTimes() async throws {
        let rules = [
            FaultRule(.status(500, retryAfter: nil), contains: "echo", after: 1, times: 2),
            FaultRule(.status(503, retryAfter: nil), endpoint: .feed),
        ]
        try await FakeFlickrServer.with(FakeWorld(seed: 1, photos: 2), faults: rules) {
            fakeFlickr in
            let client = RawClient(fakeFlickr)
            var statuses: [Int] = []
            for method in ["echo", "echo", "null", "echo", "echo"] {
                let target = "/services/rest/?method=flickr.test.\(method)&api_key=a"
                statuses.append(try await client.send(target).status)
            }
            #expect(statuses == [200, 500, 200, 500, 200])
            let feed = try await client.send("/services/feeds/photos_public.gne?format=json")
            #expect(feed.status == 503)
            #expect(
                fakeFlickr.requests().map(\.fault) == [nil, "status", nil, "status", nil, "status"])
        }
    }

    @Test("a page's fault is not used up by other pages")
    func pageRule() async throws {
        let rules = [FaultRule(.emptyPage(2), times: 1)]
        try await FakeFlickrServer.with(FakeWorld(seed: 1, photos: 30), faults: rules) {
            fakeFlickr in
            let client = RawClient(fakeFlickr)
            var counts: [Int] = []
            for page in ["1", "2", "2", "3"] {
                let query = ["text": "dogs", "per_page": "10", "page": page]
                counts.append(try await client.search(query).rows.count)
            }
            #expect(counts == [10, 0, 10, 10])
        }
    }

    @Test("the documented example is read, and every fault round-trips")
    func json() throws {
        let example = """
            [{"endpoint": "picture", "contains": "_m.jpg", "after": 2, "times": 1,
              "fault": {"kind": "reset", "afterBytes": 100}},
             {"endpoint": "rest", "fault": {"kind": "status", "status": 429, "retryAfter": "2"}}]
            """
        let rules = try JSONDecoder().decode([FaultRule].self, from: Data(example.utf8))
        #expect(
            rules == [
                FaultRule(
                    .reset(afterBytes: 100), endpoint: .picture, contains: "_m.jpg", after: 2,
                    times: 1),
                FaultRule(.status(429, retryAfter: "2"), endpoint: .rest),
            ])
        let all: [FakeFault] = [
            .stallBeforeHeaders, .stallInBody(afterBytes: 1), .reset(afterBytes: 2),
            .truncate(afterBytes: 3), .wrongContentLength(offset: -4), .slow(bytesPerSecond: 5),
            .status(503, retryAfter: nil), .answer(status: 404, type: "text/plain", bytes: [0xFC]),
            .redirect(to: "http://example.org/"), .html200,
            .placeholderRedirect, .wrongType(.html), .missingEnd, .invalidJSON,
            .failCode(105, "no"), .duplicatePages, .shiftedPages(insert: 1, remove: 2),
            .emptyPage(3), .shortPages(4), .emptyTotal, .fewPhotos(5), .emptyPhotos,
        ]
        let written = try JSONEncoder().encode(all.map { FaultRule($0) })
        let read = try JSONDecoder().decode([FaultRule].self, from: written)
        #expect(read.map(\.fault) == all)
    }
}
