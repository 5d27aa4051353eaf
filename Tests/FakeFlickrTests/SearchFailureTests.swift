import FakeFlickr
import Testing

@Suite("API errors")
struct SearchFailureTests {
    @Test(
        "each illegal call fails with Flickr's code and HTTP 200",
        arguments: [
            (["per_page": "10"], 3), (["text": ""], 3), (["user_id": "1@N00"], 2),
            (["user_id": "me"], 99), (["group_id": "1@N00"], 4),
            (["text": "dogs", "sort": "random"], 18), (["text": "dogs", "bbox": "1,2,3"], 18),
            (["min_upload_date": "2", "max_upload_date": "1"], 18),
            (["min_taken_date": "tomorrow"], 18), (["machine_tags": "nothing"], 11),
            (["machine_tags": Array(repeating: "a:b=c", count: 9).joined(separator: ",")], 12),
            (["tags": (1...21).map { "t\($0)" }.joined(separator: ",")], 1),
            (["text": "dogs", "api_key": " "], 100), (["text": "dogs", "api_key": "no key!"], 100),
        ] as [([String: String], Int)])
    func codes(arguments: [String: String], code: Int) async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 1, photos: 5)) { fakeFlickr in
            let answer = try await RawClient(fakeFlickr).search(arguments)
            #expect(answer.stat == "fail")
            #expect(answer.code == code)
        }
    }

    @Test("if the fake server has its own keys, only these are valid")
    func keys() async throws {
        try await FakeFlickrServer.with(
            FakeWorld(seed: 1, photos: 5), apiKeys: ["abc123"]
        ) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            #expect(fakeFlickr.environment["GALLERY_FLICKR_API_KEY"] == "abc123")
            let right = try await client.search(["text": "dogs", "api_key": "abc123"])
            let wrong = try await client.search(["text": "dogs", "api_key": "abc124"])
            #expect(right.stat == "ok")
            #expect(wrong.code == 100)
        }
    }

    @Test("an unknown method, format and photo fail with 112, 111 and 1")
    func unknown() async throws {
        try await FakeFlickrServer.with(FakeWorld(seed: 1, photos: 5)) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let method = try await client.call("flickr.nonsense")
            let photo = try await client.call("flickr.photos.getSizes", ["photo_id": "1"])
            #expect(method.code == 112)
            #expect(photo.code == 1)
            let response = try await client.send(
                "/services/rest/?method=flickr.test.echo&format=php")
            #expect(response.text.contains("<err code=\"111\""))
        }
    }
}
