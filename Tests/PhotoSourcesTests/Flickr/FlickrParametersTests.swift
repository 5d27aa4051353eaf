import GalleryModel
import Testing

@testable import PhotoSources

@Suite("FlickrParameters")
struct FlickrParametersTests {
    private static func query(_ change: (inout FlickrQuery) -> Void) -> FlickrQuery {
        var query = FlickrQuery(term: "dogs")
        change(&query)
        return query
    }

    @Test(
        "every filter is sent under Flickr's name",
        arguments: [
            (query { $0.tags = "a, b ,-c" }, "tags", "a,b,-c"),
            (query { $0.tagMode = "ALL" }, "tag_mode", "all"),
            (query { $0.user = "1@N01" }, "user_id", "1@N01"),
            (query { $0.group = "2@N02" }, "group_id", "2@N02"),
            (query { $0.license = "4, 5" }, "license", "4,5"),
            (query { $0.license = "cc-by,CC0" }, "license", "4,9,11"),
            (query { $0.sort = "relevance" }, "sort", "relevance"),
            (query { $0.bbox = "5.9, 45.8,10.5,47.8" }, "bbox", "5.9,45.8,10.5,47.8"),
            (query { $0.hasGeo = true }, "has_geo", "1"),
            (query { $0.hasGeo = false }, "has_geo", "0"),
            (query { $0.safeSearch = 3 }, "safe_search", "3"),
            (query { $0.contentType = "0, 2" }, "content_types", "0,2"),
            (query { $0.media = "videos" }, "media", "videos"),
            (query { $0.machineTags = "geo:lat=" }, "machine_tags", "geo:lat="),
            (query { $0.near = Coordinate(latitude: -33.8, longitude: 151.2) }, "lat", "-33.8"),
            (query { $0.near = Coordinate(latitude: 0.0000001, longitude: 151.2) }, "lon", "151.2"),
            (query { $0.minTaken = "2024" }, "min_taken_date", "2024-01-01 00:00:00"),
            (query { $0.maxTaken = "2024" }, "max_taken_date", "2024-12-31 23:59:59"),
            (query { $0.maxTaken = "2024-02" }, "max_taken_date", "2024-02-29 23:59:59"),
            (query { $0.minTaken = "2024-02-03" }, "min_taken_date", "2024-02-03 00:00:00"),
            (query { $0.maxTaken = "2024-02-03T10:20" }, "max_taken_date", "2024-02-03 10:20:59"),
            (
                query { $0.maxTaken = "2024-02-03 10:20:30" }, "max_taken_date",
                "2024-02-03 10:20:30"
            ),
            (query { $0.minTaken = "1714557600" }, "min_taken_date", "1714557600"),
            (query { $0.minUpload = "2024-05-01" }, "min_upload_date", "1714521600"),
            (query { $0.maxUpload = "2024-05-01" }, "max_upload_date", "1714607999"),
            (query { $0.maxUpload = "2024-05-01T10:00:00+02:00" }, "max_upload_date", "1714550400"),
            (query { $0.minUpload = "2024-05-01T10:00:00Z" }, "min_upload_date", "1714557600"),
            (query { $0.minUpload = "1714557600" }, "min_upload_date", "1714557600"),
        ])
    func sent(query: FlickrQuery, name: String, value: String) throws {
        let parameters = try FlickrParameters(query)
        #expect(parameters[name] == value)
        #expect(parameters["text"] == "dogs")
    }

    @Test("a circle has its radius in kilometers")
    func circle() throws {
        let parameters = try FlickrParameters(
            Self.query {
                $0.near = Coordinate(latitude: 1, longitude: 2)
                $0.radius = 0.5
            })
        #expect(parameters["radius"] == "0.5" && parameters["radius_units"] == "km")
    }

    @Test(
        "values that Flickr would misread are rejected with the option's name",
        arguments: [
            (query { $0.tags = " , " }, "tags"), (query { $0.tagMode = "some" }, "tag-mode"),
            (query { $0.user = "a b" }, "user"), (query { $0.group = "" }, "group"),
            (query { $0.license = "ccc" }, "license"), (query { $0.license = "" }, "license"),
            (query { $0.license = "-1" }, "license"), (query { $0.sort = "newest" }, "sort"),
            (query { $0.bbox = "1,2,3" }, "bbox"), (query { $0.bbox = "10,0,5,1" }, "bbox"),
            (query { $0.bbox = "0,0,181,1" }, "bbox"), (query { $0.bbox = "nan,0,1,1" }, "bbox"),
            (query { $0.radius = 5 }, "radius"), (query { $0.safeSearch = 4 }, "safe-search"),
            (query { $0.contentType = "7" }, "content-type"),
            (query { $0.media = "all,photos" }, "media"),
            (query { $0.machineTags = "" }, "machine-tags"), (query { $0.limit = 0 }, "limit"),
            (query { $0.minTaken = "2024-13" }, "min-taken"),
            (query { $0.maxTaken = "2024-02-30" }, "max-taken"),
            (query { $0.minTaken = "yesterday" }, "min-taken"),
            (query { $0.minTaken = "2024-5-1" }, "min-taken"),
            (query { $0.minTaken = "2024-05-01T10:00:00Z" }, "min-taken"),
            (query { $0.minTaken = "2024-05-01 10" }, "min-taken"),
            (query { $0.maxUpload = "2024-05-01T10:00:00+2" }, "max-upload"),
            (query { $0.minUpload = "-5" }, "min-upload"),
            (query { ($0.minUpload, $0.maxUpload) = ("2024", "2023") }, "max-upload"),
            (
                query { ($0.near, $0.radius) = (Coordinate(latitude: 1, longitude: 1), 33) },
                "radius"
            ),
            (query { ($0.near, $0.radius) = (Coordinate(latitude: 1, longitude: 1), 0) }, "radius"),
        ])
    func refused(query: FlickrQuery, name: String) async {
        let flickr = ScriptedFlickr { _, _ in .init(body: "{}") }
        let error = await #expect(throws: FlickrError.self) {
            try await flickr.client().list(query) { _ in }
        }
        guard case .invalidFilter(let found, _, let hint) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(found == name && !hint.isEmpty)
        #expect(flickr.requests.isEmpty)
    }

    @Test("a search without criteria is rejected, and one filter is enough")
    func empty() throws {
        #expect(throws: FlickrError.emptyQuery) { try FlickrParameters(FlickrQuery(term: "  ")) }
        var sorted = FlickrQuery(term: "")
        sorted.sort = "relevance"
        #expect(throws: FlickrError.emptyQuery) { try FlickrParameters(sorted) }
        var tagged = FlickrQuery(term: "")
        tagged.tags = "dog"
        #expect(try FlickrParameters(tagged)["text"] == nil)
    }

    @Test("at most 20 tags can be required together")
    func tagCount() throws {
        let many = (0..<21).map(String.init).joined(separator: ",")
        #expect(throws: FlickrError.self) {
            try FlickrParameters(Self.query { ($0.tags, $0.tagMode) = (many, "all") })
        }
        #expect(throws: Never.self) { try FlickrParameters(Self.query { $0.tags = many }) }
    }

    @Test("every byte that is not unreserved is percent-encoded")
    func encoding() {
        var parameters = FlickrParameters()
        parameters["text"] = "犬 🐶&=+~"
        #expect(
            parameters.url("https://x.test/rest/")
                == "https://x.test/rest/?text=%E7%8A%AC%20%F0%9F%90%B6%26%3D%2B~")
        #expect(
            parameters.url("https://x.test/rest?a=b").hasPrefix("https://x.test/rest?a=b&text="))
    }
}
