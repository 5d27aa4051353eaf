import Foundation
import GalleryModel
import Synchronization
import Testing
import Transport

@testable import PhotoSources

@Suite("FlickrClient")
struct FlickrClientTests {
    private static let query = FlickrQuery(term: "dogs", limit: 10)

    @Test(
        "Flickr's error codes are kept and classified by meaning",
        arguments: [
            (1, "Too many tags", FlickrError.Kind.invalidArguments), (2, "Unknown user", .notFound),
            (3, "Parameterless searches", .invalidArguments), (4, "No permission", .notAllowed),
            (17, "x", .notAllowed), (18, "Illogical", .invalidArguments),
            (20, "offset", .endOfResults),
            (96, "x", .notAllowed), (100, "Invalid API Key", .notAllowed), (112, "x", .badMethod),
            (114, "x", .badMethod), (7, "x", .other), (0, "something", .other),
        ])
    func codes(code: Int, message: String, kind: FlickrError.Kind) async throws {
        let flickr = ScriptedFlickr { _, _ in
            .init(body: #"{"stat":"fail","code":"\#(code)","message":"\#(message)"}"#)
        }
        let client = flickr.client()
        let listing = try await client.list(Self.query) { _ in }
        let error = try #require(listing.failure as? FlickrError)
        #expect(error == .api(code: code, message: message))
        #expect(error.kind == kind)
        #expect(flickr.requests.count == 1)
        #expect(!listing.isComplete && client.requests.sent.api == 1)
    }

    @Test(
        "transient failures are retried, each time from the budget",
        arguments: [
            #"{"stat":"fail","code":105,"message":"Service currently unavailable"}"#,
            #"{"stat":"fail","code":201,"message":"x"}"#,
            #"{"stat":"fail","code":10,"message":"x"}"#,
            #"{"stat":"fail","code":0,"message":"Sorry, the Flickr API service is not currently available."}"#,
            "<html>oops</html>", "{\"photos\":{", "",
        ])
    func transient(body: String) async throws {
        let budget = Mutex(0)
        let flickr = ScriptedFlickr { _, count in
            .init(
                body: count < 3
                    ? body : searchAnswer(["1"], page: 1, pages: 1, perPage: 10, total: "1"))
        }
        let client = flickr.client(reserveQuery: { budget.withLock { $0 += 1 } })
        let listing = try await client.list(Self.query) { _ in }
        #expect(listing.listed == 1 && listing.failure == nil)
        #expect(client.requests.sent.api == 3)
        #expect(budget.withLock { $0 } == 3)
    }

    @Test("a response that stays HTML fails with its first words")
    func stubbornHTML() async throws {
        let flickr = ScriptedFlickr { _, _ in .init(body: "<html><b>Sorry</b>") }
        let listing = try await flickr.client().list(Self.query) { _ in }
        #expect("\(listing.failure ?? CancellationError())".contains("begins '<html><b>Sorry</b>'"))
    }

    @Test("HTTP 401 and 403 are permission errors, and 404 is an endpoint error")
    func statuses() async throws {
        for status in [401, 403] {
            let flickr = ScriptedFlickr { _, _ in .init(status: status, body: "no") }
            let listing = try await flickr.client().list(Self.query) { _ in }
            #expect(
                listing.failure as? FlickrError
                    == .notAllowed(
                        status: status, endpoint: "https://api.flickr.com/services/rest/"))
        }
        let flickr = ScriptedFlickr { _, _ in .init(status: 404, body: "<h1>Not here</h1>") }
        let listing = try await flickr.client().list(Self.query) { _ in }
        #expect(
            "\(listing.failure ?? CancellationError())"
                == "'https://api.flickr.com/services/rest/' returned HTTP 404, '<h1>Not here</h1>': "
                + "check the endpoint's URL")
    }

    @Test("the key appears in no message, even if the server repeats it")
    func secretKey() async throws {
        let key = "s3cr3ts3cr3t"
        let bodies = [
            #"{"stat":"fail","code":100,"message":"Invalid API Key (\#(key))"}"#,
            "<html>key \(key)</html>", "{\"a\": \(key)",
        ]
        for body in bodies {
            let flickr = ScriptedFlickr { _, _ in .init(body: body) }
            let listing = try await flickr.client(key: key).list(Self.query) { _ in }
            let texts = listing.gaps + ["\(listing.failure ?? CancellationError())"]
            #expect(listing.failure != nil)
            #expect(!texts.joined().contains(key))
        }
    }

    @Test("a search without a key requires one and sends nothing")
    func noKey() async {
        let flickr = ScriptedFlickr { _, _ in .init(body: "{}") }
        await #expect(throws: FlickrError.needsKey(filters: [])) {
            try await flickr.client(key: nil).list(Self.query) { _ in }
        }
        #expect(flickr.requests.isEmpty)
    }

    @Test("the request contains the method, the format, all extras and the page size")
    func request() async throws {
        let flickr = ScriptedFlickr { _, _ in
            .init(body: searchAnswer([], page: 1, pages: 0, perPage: 10, total: "\"0\""))
        }
        let listing = try await flickr.client().list(Self.query) { _ in }
        let sent = try #require(flickr.requests.first)
        #expect(sent["method"] == "flickr.photos.search" && sent["text"] == "dogs")
        #expect(sent["format"] == "json" && sent["nojsoncallback"] == "1")
        #expect(sent["per_page"] == "10" && sent["page"] == "1")
        let extras = Set((sent["extras"] ?? "").split(separator: ",").map(String.init))
        #expect(
            extras.isSuperset(of: ["o_dims", "geo", "url_t", "url_o", "path_alias", "license"]))
        #expect(listing.found == 0 && listing.isComplete && listing.isExhausted)
        #expect(flickr.requests.count == 1)
    }

    @Test("the original is found among the sizes of a photo")
    func original() async throws {
        let flickr = ScriptedFlickr { _, _ in
            .init(
                body: #"{"sizes":{"size":[{"label":"Large","width":"1024","height":768,"#
                    + #""source":"http:\/\/farm1.staticflickr.com\/1\/2_3_b.jpg","media":"photo"},"#
                    + #"{"label":"Original","width":4000,"height":"3000","#
                    + #""source":"https:\/\/live.staticflickr.com\/1\/2_4_o.png","media":"photo"}]},"#
                    + #""stat":"ok"}"#)
        }
        let original = try await flickr.client().original(of: "2")
        #expect(flickr.requests.first?["photo_id"] == "2")
        #expect(original?.url == "https://live.staticflickr.com/1/2_4_o.png")
    }

    @Test("pictures may come from the endpoints' hosts, the extra ones and Flickr's own")
    func hosts() {
        var settings = FlickrSettings()
        settings.hosts = ["pictures.test"]
        let flickr = settings.pictureHosts
        #expect(flickr.contains(host: "live.staticflickr.com", port: 443))
        #expect(flickr.contains(host: "farm9.staticflickr.com", port: 443))
        #expect(flickr.contains(host: "pictures.test", port: 443))
        #expect(!flickr.contains(host: "staticflickr.com.evil.test", port: 443))
        #expect(!flickr.contains(host: "127.0.0.1", port: 80))
        settings = FlickrSettings()
        settings.endpoint = "http://127.0.0.1:81/rest/"
        settings.feedEndpoint = "http://localhost:82/feed"
        settings.photoEndpoint = "http://[::1]:83/"
        let local = settings.pictureHosts
        #expect(local.contains(host: "127.0.0.1", port: 9999))
        #expect(local.contains(host: "localhost", port: 1) && local.contains(host: "::1", port: 1))
        #expect(!local.contains(host: "live.staticflickr.com", port: 443))
    }
}
