import Foundation
import GalleryModel
import Testing

@Suite("FlickrQuery")
struct FlickrQueryTests {
    @Test("a query with every filter round-trips through JSON unchanged")
    func everyFilter() throws {
        var query = FlickrQuery(term: "big dogs", limit: nil, size: .original)
        query.tags = "dog,-cat"
        query.tagMode = "all"
        query.user = "78733179@N04"
        query.license = "4,5"
        query.sort = "relevance"
        query.minTaken = "2024-01-01"
        query.maxTaken = "2024-12-31 23:59:59"
        query.minUpload = "1714560000"
        query.maxUpload = "1714560001"
        query.bbox = "-10,-20,10,20"
        query.near = Coordinate(latitude: -22.951916, longitude: -43.210487)
        query.radius = 2.5
        query.hasGeo = true
        query.safeSearch = 1
        query.contentType = "0"
        query.media = "photos"
        query.machineTags = "\"geo:lat\"=1"
        query.group = "1@N00"
        let data = try JSONEncoder().encode(query)
        #expect(try JSONDecoder().decode(FlickrQuery.self, from: data) == query)
    }

    @Test("a plain query requests 100 medium pictures, also after a JSON round trip")
    func plain() throws {
        let query = FlickrQuery(term: "  Cafe\u{301}  dogs ")
        #expect(query.term == "Café dogs")
        #expect(query.limit == 100)
        #expect(query.size == .medium)
        let data = try JSONEncoder().encode(query)
        #expect(try JSONDecoder().decode(FlickrQuery.self, from: data) == query)
    }

    @Test("a query stored before a filter existed is still read")
    func missingKeys() throws {
        let query = try JSONDecoder().decode(
            FlickrQuery.self, from: Data("{\"term\":\"dogs\"}".utf8))
        #expect(query == FlickrQuery(term: "dogs", limit: nil, size: nil))
    }

    @Test("a query without pictures round-trips")
    func noPictures() throws {
        let query = FlickrQuery(term: "dogs", size: nil)
        let data = try JSONEncoder().encode(query)
        #expect(try JSONDecoder().decode(FlickrQuery.self, from: data).size == nil)
    }
}
