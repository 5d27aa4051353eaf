import Foundation
import GalleryModel
import Testing

@testable import PhotoSources

@Suite("PostList")
struct PostListTests {
    private static func feed(_ text: String, of identifier: String = "Dogs") throws -> PostList {
        let server = try #require(ServerAddress("http://host:8080/feed"))
        return try PostList(text.utf8, of: CampaignQuery(server: server, identifier: identifier))
    }

    @Test("a post has a title, description, picture, time and owner")
    func whole() throws {
        let row = #"""
            {"_id":"5f","title":" Rex ","description":"at the sea","photoURL":"http://host:8080/p/1.jpg",
            "created":"2024-05-17T10:11:12.345Z","owner":{"_id":"7","firstName":"Eva","lastName":"Ek",
            "photoURL":""},"campaignObject":{"_id":"1","identifier":"dogs"}}
            """#
        let feed = try Self.feed("[\(row)]")
        let post = try #require(feed.posts.first)
        #expect(post.id == "5f" && post.details.title == "Rex")
        #expect(post.details.caption == "at the sea")
        #expect(post.details.largePictureURL == "http://host:8080/p/1.jpg")
        #expect(post.created == 1_715_940_672_345)
        #expect(post.ownerID == "7" && post.details.creator == "Eva Ek")
        #expect(post.details.rawJSON == row)
    }

    @Test(
        "ids are texts, numbers or database objects, and each counts once",
        arguments: [
            (#"[{"_id":"a"},{"_id":12},{"_id":{"$oid":"5f1"}}]"#, ["a", "12", "5f1"], 0),
            (#"[{"_id":"a","title":"1"},{"_id":"a","title":"2"}]"#, ["a"], 0),
            (#"[{"title":"x"},{"_id":null},{"_id":""},{"_id":{}},{"_id":[]},7,null]"#, [], 7),
            (#"[{"_id":"a/b"},{"_id":".."},{"_id":"a\u0000"}]"#, ["a/b"], 2), ("[]", [], 0),
        ])
    func ids(text: String, ids: [String], withoutID: Int) throws {
        let feed = try Self.feed(text)
        #expect(feed.posts.map(\.id) == ids && feed.rowsWithoutID == withoutID)
    }

    @Test("posts of another campaign are skipped, those without a campaign are not")
    func campaigns() throws {
        let text = #"""
            [{"_id":1,"campaignObject":{"identifier":"DOGS"}},{"_id":2,"campaignObject":{"identifier":"cats"}},
            {"_id":3},{"_id":4,"campaignObject":null},{"_id":5,"campaignObject":"5f1"},
            {"campaignObject":{"identifier":"cats"}}]
            """#
        let feed = try Self.feed(text)
        #expect(feed.posts.map(\.id) == ["1", "3", "4", "5"] && feed.rowsWithoutID == 1)
    }

    @Test("another campaign is found by its name or id, the feed's own campaign is not")
    func otherCampaigns() throws {
        let text = #"""
            [{"_id":1,"campaignObject":{"_id":"c1","identifier":"dogs"}},
            {"_id":2,"campaignObject":{"_id":{"$oid":"c2"},"identifier":"Cats"}},
            {"_id":3,"campaignObject":{"_id":"c1","identifier":"puppies"}}]
            """#
        let feed = try Self.feed(text)
        #expect(feed.name(ofOtherCampaign: "c2") == "Cats")
        #expect(feed.name(ofOtherCampaign: "cats") == "Cats")
        for own in ["c1", "dogs", "c3", ""] { #expect(feed.name(ofOtherCampaign: own) == nil) }
    }

    @Test(
        "a name identifies another campaign, a possible id only if the feed contains it",
        arguments: [
            ("winter", "winter"), ("cafe", "cafe"), ("summer2024", "summer2024"),
            ("winter of 2024 and 2025", "winter of 2024 and 2025"), ("DOGS", nil), ("9", nil),
            ("c3", nil), ("5f1b2c3d4e5f60718293a4b5", nil),
            ("0b6a3c1e-4a53-4f0c-9a51-7d4f6f1f2a3b", nil), ("EkaNkfX2Hh3n7Mbcy", nil),
        ] as [(String, String?)])
    func toldCampaigns(named: String, name: String?) throws {
        let query = CampaignQuery(
            server: try #require(ServerAddress("http://host:8080/feed")), identifier: "dogs")
        let empty = try Self.feed("[]")
        for feed in [nil, empty] { #expect(query.other(named, by: feed) == name) }
        let row = { (id: String) in
            #"[{"_id":1,"campaignObject":{"_id":"\#(named)","identifier":"\#(id)"}}]"#
        }
        // The campaign id in the feed's own posts is its own in any form.
        let own = try Self.feed(row("dogs"))
        #expect(query.other(named, by: own) == nil)
        let other = try Self.feed(row("cats"))
        #expect(query.other(named, by: other) == "cats")
    }

    @Test("posts with a title are found by owner and start time")
    func titled() throws {
        let text = #"""
            [{"_id":"a","title":"dog","created":"2024-01-01T00:00:00Z","owner":"7"},
            {"_id":"b","title":"dog ","created":"2024-01-02T00:00:00Z","owner":"8"},
            {"_id":"c","title":"cat","created":"2024-01-02T00:00:00Z","owner":"7"},{"_id":"d","title":"dog"}]
            """#
        let feed = try Self.feed(text)
        let start = Date(timeIntervalSince1970: 1_704_150_000)
        #expect(feed.ids(ofPostsTitled: " dog") == ["b", "a", "d"])
        #expect(feed.ids(ofPostsTitled: "dog", by: "7") == ["a", "d"])
        #expect(feed.ids(ofPostsTitled: "dog", since: start) == ["b", "d"])
    }

    @Test("the newest come first, those of one time in feed order, those without a time last")
    func order() throws {
        let text = #"""
            [{"_id":"old","created":"2020-01-01T00:00:00Z"},{"_id":"none"},{"_id":"odd","created":"yesterday"},
            {"_id":"b","created":"2024-01-01T00:00:00.002Z"},{"_id":"a","created":"2024-01-01T00:00:00.001Z"},
            {"_id":"c","created":"2024-01-01T00:00:00.001Z"}]
            """#
        #expect(
            try Self.feed(text).posts.map(\.id) == ["b", "a", "c", "old", "none", "odd"])
    }

    @Test(
        "times are read with or without a fraction, in any zone, and as numbers",
        arguments: [
            (#""2024-05-17T10:11:12.345Z""#, 1_715_940_672_345),
            (#""2024-05-17T10:11:12Z""#, 1_715_940_672_000),
            (#""2024-05-17T12:11:12.5+02:00""#, 1_715_940_672_500),
            (#""2024-05-17T10:11:12.3456789Z""#, 1_715_940_672_345),
            (#""2024-05-17 10:11:12""#, 1_715_940_672_000),
            ("1715940672345", 1_715_940_672_345), (#""1715940672345""#, 1_715_940_672_345),
            (#"{"$date":"2024-05-17T10:11:12.345Z"}"#, 1_715_940_672_345),
            (#"{"$date":{"$numberLong":"1715940672345"}}"#, 1_715_940_672_345),
            (#""2024:05:17T10:11:12Z""#, nil), (#""2024-05-17T24:00:00Z""#, nil),
            (#""2024-05-17""#, nil), (#""2024-05-17T10:11:12.Z""#, nil), ("true", nil),
            ("-1", nil), ("1e400", nil), (#""2024-13-40T10:11:12Z""#, nil), ("{}", nil),
        ] as [(String, Int64?)])
    func moments(value: String, milliseconds: Int64?) throws {
        let feed = try Self.feed("[{\"_id\":1,\"created\":\(value)}]")
        #expect(feed.posts.map(\.created) == [milliseconds])
    }

    @Test(
        "a picture's address may be absolute or relative to the feed, and unusable ones are nil",
        arguments: [
            (#""https://cdn.example/x y.jpg""#, "https://cdn.example/x%20y.jpg"),
            (#""/p/1.jpg""#, "http://host:8080/p/1.jpg"),
            (#""p/1.jpg""#, "http://host:8080/feed/p/1.jpg"),
            (#""//cdn.example/1.jpg""#, "http://cdn.example/1.jpg"), (#""""#, nil),
            ("null", nil), (#""data:image/png;base64,AAAA""#, nil), (#""file:///etc/passwd""#, nil),
            (#""http://eva:secret@host/1.jpg""#, nil), ("{}", nil), ("[]", nil),
        ] as [(String, String?)])
    func pictures(value: String, url: String?) throws {
        let feed = try Self.feed("[{\"_id\":1,\"photoURL\":\(value)}]")
        #expect(feed.posts.map(\.details.largePictureURL) == [url])
    }

    @Test(
        "an owner may be missing, only an id, or nameless",
        arguments: [
            ("null", nil, nil), (#""5f1""#, "5f1", nil), ("7", "7", nil),
            (#"{"_id":{"$oid":"5f1"},"firstName":"Eva"}"#, "5f1", "Eva"),
            (#"{"$oid":"5f1"}"#, "5f1", nil), (#"{"firstName":" ","lastName":null}"#, nil, nil),
        ] as [(String, String?, String?)])
    func owners(value: String, id: String?, name: String?) throws {
        let post = try #require(try Self.feed("[{\"_id\":1,\"owner\":\(value)}]").posts.first)
        #expect(post.ownerID == id && post.details.creator == name)
    }

    @Test("empty or invalid titles are nil")
    func titles() throws {
        let text = #"""
            [{"_id":1},{"_id":2,"title":null},{"_id":3,"title":" "},{"_id":4,"title":{"a":1}},
            {"_id":5,"title":12}]
            """#
        #expect(try Self.feed(text).posts.map(\.details.title) == [nil, nil, nil, nil, "12"])
    }

    @Test(
        "invalid lists are rejected",
        arguments: ["", "<html></html>", "{\"posts\":[]}", "[{\"_id\":\"1\"", "null", "[1,]"])
    func refused(text: String) {
        #expect(throws: SourceJSONError.self) { try Self.feed(text) }
    }
}
