import Foundation
import GalleryModel
import Testing

@Suite("SectionQuery")
struct SectionQueryTests {
    private static func decoded(_ text: String) throws -> SectionQuery {
        try JSONDecoder().decode(SectionQuery.self, from: Data(text.utf8))
    }

    @Test("a query stored without a kind is a Flickr query, as in older catalogs")
    func stored() throws {
        let query = try Self.decoded(#"{"term":"dogs","license":"4","limit":100,"size":"medium"}"#)
        #expect(query.flickr?.term == "dogs" && query.flickr?.license == "4")
        #expect(query.limit == 100 && query.size == .medium && query.server == nil)
        let text = String(decoding: try JSONEncoder().encode(query), as: UTF8.self)
        #expect(text.hasPrefix("{\"") && !text.contains("flickr"))
    }

    @Test("a query of another server round-trips")
    func others() throws {
        let server = try #require(ServerAddress("http://Host:8080/photoserver/"))
        for query in [
            SectionQuery.share(ShareQuery(server: server, userID: "7", name: "a/b", size: nil)),
            .campaign(CampaignQuery(server: server, identifier: "summer")),
        ] {
            let text = String(decoding: try JSONEncoder().encode(query), as: UTF8.self)
            #expect(try Self.decoded(text) == query)
            #expect(query.server == server)
        }
    }

    @Test("a smaller limit or another name selects the same photos, other filters do not")
    func same() throws {
        var narrow = FlickrQuery(term: "Dogs", limit: 5)
        let wide = SectionQuery.flickr(FlickrQuery(term: "dogs", limit: 500))
        #expect(SectionQuery.flickr(narrow).selectsSamePhotos(as: wide))
        #expect(SectionQuery.flickr(narrow).keeping(wide).limit == 500)
        narrow.license = "4"
        #expect(!SectionQuery.flickr(narrow).selectsSamePhotos(as: wide))
        #expect(SectionQuery.flickr(narrow).keeping(wide).limit == 5)
        let server = try #require(ServerAddress("https://host"))
        let person = SectionQuery.share(ShareQuery(server: server, userID: "1", name: "roger"))
        let renamed = SectionQuery.share(ShareQuery(server: server, userID: "1", name: "Rog"))
        let other = SectionQuery.share(ShareQuery(server: server, userID: "2", name: "roger"))
        #expect(renamed.selectsSamePhotos(as: person) && !other.selectsSamePhotos(as: person))
        #expect(!person.selectsSamePhotos(as: wide) && person.keeping(wide) == person)
    }
}

@Suite("ServerAddress")
struct ServerAddressTests {
    @Test(
        "spellings of one address are equal",
        arguments: [
            ("http://host/photoserver", "http://host/photoserver", "host"),
            ("HTTP://Host:80/photoserver/", "http://host/photoserver", "host"),
            ("https://host:443", "https://host", "host"),
            ("http://host:8080/a/photoserver//", "http://host:8080/a/photoserver", "host:8080"),
            ("http://[::1]:99/photoserver", "http://[::1]:99/photoserver", "[::1]:99"),
            ("http://Bücher.example/p", "http://xn--bcher-kva.example/p", "xn--bcher-kva.example"),
            ("http://127.1:80/p", "http://127.0.0.1/p", "127.0.0.1"),
            ("http://0x7f000001/p", "http://127.0.0.1/p", "127.0.0.1"),
            ("http://2130706433:81/p", "http://127.0.0.1:81/p", "127.0.0.1:81"),
        ])
    func spelling(text: String, expected: String, host: String) throws {
        let address = try #require(ServerAddress(text))
        #expect(address.text == expected && address.host == host)
        #expect(address.key == expected.split(separator: "://", maxSplits: 1)[1])
    }

    @Test(
        "invalid server addresses are rejected",
        arguments: [
            "", "host/photoserver", "ftp://host/", "http://", "http://u:p@host/",
            "http://host/?a=1",
            "http://host/#a", "http://host:0/", "http://host:99999/", "http://ho st/",
            "file:///etc", "http://a%2Fb/p", "http://%62%C3%BC/p", "http://[fe80::1%25eth0]/p",
        ])
    func refused(text: String) { #expect(ServerAddress(text) == nil) }

    @Test(
        "an unencrypted connection to another machine is readable on the way",
        arguments: [
            ("http://host", true), ("http://10.0.0.1:8080/x", true), ("https://host", false),
            ("http://127.0.0.1:8080", false), ("http://[::1]:8080/x", false),
            ("http://localhost", false), ("http://[2001:db8::1]", true),
            ("http://localhost.example", true), ("http://127.0.0.1.example", true),
        ])
    func reading(text: String, isReadable: Bool) throws {
        #expect(try #require(ServerAddress(text)).isExposedInTransit == isReadable)
    }

    @Test("the id at the origin omits the server")
    func idAtOrigin() {
        var details = PhotoDetails(origin: .share, originID: "host:80/photoserver/23")
        #expect(details.idAtOrigin == "23")
        details = PhotoDetails(origin: .flickr, originID: "53574198477")
        #expect(details.idAtOrigin == "53574198477")
    }
}
