import FakeFlickr
import Foundation
import Testing

@Suite("The keyless feed")
struct FeedTests {
    private static let world = FakeWorld(seed: 9, photos: 60, terms: ["dogs", "cats"])
    private static let path = "/services/feeds/photos_public.gne?format=json"

    private func items(_ text: String) throws -> [[String: Any]] {
        // Every client of the real feed must do this first.
        let repaired = text.replacingOccurrences(of: "\\'", with: "'")
        let json = try JSONSerialization.jsonObject(with: Data(repaired.utf8)) as? [String: Any]
        return try #require(json?["items"] as? [[String: Any]])
    }

    @Test("the feed has the newest 20 photos with a tag, with page, picture, dates and author")
    func newest() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let answer = try await RawClient(fakeFlickr).send(
                Self.path + "&nojsoncallback=1&tags=dogs")
            let items = try items(answer.text)
            let photos = Self.world.found("dogs").prefix(20)
            #expect(items.count == 20)
            for (item, photo) in zip(items, photos) {
                let user = photo.pathAlias ?? photo.owner
                #expect(item["title"] as? String == photo.title)
                #expect(
                    item["link"] as? String
                        == "https://www.flickr.com/photos/\(user)/\(photo.id)/")
                let picture = fakeFlickr.baseURL + photo.picturePath(PictureVariant.small)
                #expect((item["media"] as? [String: String])?["m"] == picture)
                #expect(item["author"] as? String == "nobody@flickr.com (\"\(photo.ownerName)\")")
                #expect(item["author_id"] as? String == photo.owner)
                #expect(item["tags"] as? String == photo.normalizedTags.joined(separator: " "))
                #expect((item["published"] as? String)?.hasSuffix("Z") == true)
                #expect((item["date_taken"] as? String)?.hasSuffix("-08:00") == true)
            }
        }
    }

    @Test("the raw feed contains escapes invalid in JSON unless the world disables them")
    func invalidEscapes() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let target = Self.path + "&nojsoncallback=1"
            let spoiled = try await client.send(target)
            #expect(spoiled.text.contains("\\'"))
            fakeFlickr.edit { $0.feedHasInvalidEscapes = false }
            let clean = try await client.send(target)
            let json = try JSONSerialization.jsonObject(with: Data(clean.body))
            #expect(json is [String: Any])
        }
    }

    @Test("tags, tagmode and id narrow the feed, and without nojsoncallback it is a call")
    func filters() async throws {
        try await FakeFlickrServer.with(Self.world) { fakeFlickr in
            let client = RawClient(fakeFlickr)
            let target = Self.path + "&nojsoncallback=1"
            let none = try items(try await client.send(target + "&tags=dogs,cats&tagmode=all").text)
            let any = try items(try await client.send(target + "&tags=dogs,cats&tagmode=any").text)
            #expect(none.isEmpty && any.count == 20)
            let owner = Self.world.found("dogs")[0].owner
            let own = try items(try await client.send(target + "&id=" + owner).text)
            #expect(!own.isEmpty && own.allSatisfy { $0["author_id"] as? String == owner })
            let call = try await client.send(Self.path + "&tags=dogs")
            #expect(call.text.hasPrefix("jsonFlickrFeed({") && call.text.hasSuffix("})"))
        }
    }
}
