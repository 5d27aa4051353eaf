import FakeFlickr
import Testing

@Suite("Pages of a search")
struct SearchPageTests {
    @Test("pages together contain every photo once, and a page beyond the end is empty")
    func walk() async throws {
        let world = FakeWorld(seed: 2, photos: 130)
        try await FakeFlickrServer.with(world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            var ids: [String] = []
            for page in 1...4 {
                let answer = try await client.search([
                    "text": "dogs", "per_page": "50", "page": String(page),
                ])
                #expect(answer.stat == "ok")
                #expect(answer.photos["pages"] as? Int == 3)
                #expect(answer.photos["page"] as? Int == page)
                #expect(answer.rows.count == [50, 50, 30, 0][page - 1])
                ids += answer.ids
            }
            #expect(ids == world.found("dogs").map(\.id))
        }
    }

    @Test(
        "a page has 100 photos by default, at most 500, and 250 around places",
        arguments: [([:], 100), (["per_page": "900"], 500), (["per_page": "0"], 100)]
            as [([String: String], Int)])
    func sizes(arguments: [String: String], size: Int) async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 2, photos: 600)) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let answer = try await client.search(arguments.merging(["text": "dogs"]) { $1 })
            #expect(answer.rows.count == size)
            let geo = try await client.search([
                "text": "dogs", "bbox": "-180,-90,180,90", "per_page": "500",
            ])
            #expect(geo.photos["perpage"] as? Int == 250)
            #expect(geo.rows.count == 250)
        }
    }

    @Test("beyond 4,000 results pages repeat the last one, or fail with 20 if configured")
    func cap() async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 2, photos: 4300)) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            func page(_ number: Int) async throws -> SearchAnswer {
                try await client.search([
                    "text": "dogs", "per_page": "500", "page": String(number),
                ])
            }
            let last = try await page(8)
            let past = try await page(9)
            let beyond = try await page(10)
            #expect(last.ids.count == 500 && past.ids == last.ids)
            #expect(past.photos["pages"] as? Int == 9)
            #expect(beyond.stat == "ok" && beyond.ids.isEmpty)
            fakeFlickr.edit { $0.failsPastCap = true }
            let failed = try await page(9)
            #expect(failed.code == 20)
        }
    }

    @Test("total is a string or a number, and an empty string if configured")
    func totals() async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 2, photos: 30)) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let query = ["text": "dogs", "per_page": "10"]
            let first = try await client.search(query)
            let second = try await client.search(query.merging(["page": "2"]) { $1 })
            #expect(first.photos["total"] as? String == "30")
            #expect(second.photos["total"] as? Int == 30)
            fakeFlickr.edit { $0.totalStyle = .empty }
            let empty = try await client.search(query)
            #expect(empty.photos["total"] as? String == "")
        }
    }

    @Test("an edit appears in the next response")
    func edit() async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 2, photos: 10)) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let before = try await client.search(["text": "dogs"])
            let removed = try #require(before.ids.first)
            fakeFlickr.edit { $0[removed] = nil }
            let after = try await client.search(["text": "dogs"])
            #expect(after.ids == Array(before.ids.dropFirst()))
        }
    }
}
