import Foundation
import GalleryModel
import Testing

import PhotoSources

@Suite("The public feed")
struct FlickrFeedTests {
    private static let item =
        #"{"title":"Dogs &amp; cats", "link":"https:\/\/www.flickr.com\/photos\/zoe\/53574198477\/", "#
        + #""media":{"m":"https:\/\/live.staticflickr.com\/65535\/53574198477_0a1b2c3d4e_m.jpg"}, "#
        + #""date_taken":"2024-05-01T10:20:30-08:00", "description":" <p><a href=\"x\">zoe<\/a> "#
        + #"posted a photo:<\/p> <p><a href=\"y\"><img src=\"z\" \/><\/a><\/p> <p>It\'s "#
        + #"&quot;big&quot;<\/p> ", "published":"2024-05-02T00:00:00Z", "#
        + #""author":"nobody@flickr.com (\"Zoe &amp; Co\")", "author_id":"1@N01", "tags":"dogs park"}"#

    private static func answer(_ items: [String]) -> String {
        #"jsonFlickrFeed({"title":"Recent Uploads tagged dogs","items":[\#(items.joined(separator: ","))]})"#
    }

    @Test("an item has the id, server and secret of its picture, and its other fields")
    func item() async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: Self.answer([Self.item])) }
        let delivered = DeliveredPhotos()
        let client = flickr.client(key: nil)
        let listing = try await client.feed(FlickrQuery(term: "dogs")) { delivered.take($0) }
        let details = try #require(delivered.all.first)
        #expect(details.originID == "53574198477")
        #expect(details.server == "65535" && details.secret == "0a1b2c3d4e")
        #expect(details.title == "Dogs & cats")
        #expect(details.caption == "It's \"big\"")
        #expect(details.creator == "Zoe & Co")
        #expect(details.owner == "1@N01")
        #expect(details.sourceURL == "https://www.flickr.com/photos/zoe/53574198477/")
        #expect(details.tags == ["dogs", "park"])
        #expect(details.dateTimeOriginal == "2024:05:01 10:20:30")
        #expect(details.dateUploaded == Date(timeIntervalSince1970: 1_714_608_000))
        #expect(
            client.picture(of: details, size: .medium)?.url
                == "https://live.staticflickr.com/65535/53574198477_0a1b2c3d4e.jpg")
        #expect(
            client.picture(of: details, size: .small)?.url
                == "https://live.staticflickr.com/65535/53574198477_0a1b2c3d4e_m.jpg")
        #expect(client.picture(of: details, size: .original) == nil)
        let raw = try #require(details.rawJSON)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(raw.utf8)) }
        #expect(listing.listed == 1 && listing.isComplete && !listing.isExhausted)
    }

    @Test("the words of the term are tags that must all match; user and tags are added")
    func parameters() async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: Self.answer([])) }
        var query = FlickrQuery(term: "old dogs")
        query.tags = "park, dogs"
        query.tagMode = "all"
        query.user = "1@N01"
        _ = try await flickr.client(key: nil).feed(query) { _ in }
        let sent = try #require(flickr.requests.first)
        #expect(sent["tags"] == "old,dogs,park" && sent["tagmode"] == "all")
        #expect(sent["id"] == "1@N01" && sent["format"] == "json" && sent["nojsoncallback"] == "1")
        #expect(sent["api_key"] == nil)
    }

    @Test("filters unknown to the feed are reported, and nothing is sent")
    func lackingFilters() async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: Self.answer([])) }
        var query = FlickrQuery(term: "dogs")
        query.license = "4"
        query.hasGeo = true
        let error = await #expect(throws: FlickrError.self) {
            try await flickr.client(key: nil).feed(query) { _ in }
        }
        #expect(error == .needsKey(filters: ["license", "has-geo"]))
        #expect(flickr.requests.isEmpty)
    }

    @Test("twenty items with a larger limit leave a gap, and a smaller limit is kept")
    func limits() async throws {
        let items = (0..<20).map {
            Self.item.replacingOccurrences(of: "53574198477", with: "5357419\($0)")
        }
        let flickr = ScriptedFlickr { _, _ in .init(body: Self.answer(items)) }
        let all = try await flickr.client(key: nil).feed(FlickrQuery(term: "dogs")) { _ in }
        #expect(all.listed == 20 && !all.isComplete)
        #expect(all.gaps == ["without an API key Flickr shows only the newest 20 photos"])
        let few = try await flickr.client(key: nil).feed(FlickrQuery(term: "dogs", limit: 3)) { _ in
        }
        #expect(few.listed == 3 && few.isComplete)
    }

    @Test("a feed failure is the listing's failure")
    func failure() async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: "<html>") }
        let listing = try await flickr.client(key: nil).feed(FlickrQuery(term: "dogs")) { _ in }
        #expect(listing.failure is FlickrError && listing.listed == 0)
        #expect(flickr.requests.count == 3)
    }
}
