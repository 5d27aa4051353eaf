import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Map routes")
struct MapRouteTests {
    @Test("the base map has coordinates in decimal degrees without trailing zeros")
    func baseMapHasDecimalDegrees() {
        let line = [(0, 5), (-1, 100_000), (1_250_000, -4_567_890)].map { longitude, latitude in
            LandTile.Point(longitude: longitude, latitude: latitude)
        }
        let country: LandTile.Country = (
            code: "FR", name: "France", polygons: [[line]],
            label: Coordinate(latitude: 2, longitude: -1.5)
        )
        let tile = LandTile(countries: [country], borders: [line], regions: [])
        let points = "[0,0.00005],[-0.00001,1],[12.5,-45.6789]"
        let expected = [
            #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"FR","properties":"#,
            #"{"kind":"country","name":"France","label":[-1.5,2.0]},"#,
            #""geometry":{"type":"MultiPolygon","coordinates":[[[\#(points),[0,0.00005]]]]}},"#,
            #"{"type":"Feature","properties":{"kind":"border"},"#,
            #""geometry":{"type":"MultiLineString","coordinates":[[\#(points)]]}}]}"#,
        ]
        #expect(String(decoding: BaseMapDocument.bytes(tile), as: UTF8.self) == expected.joined())
    }

    @Test("clusters contain the photos in view")
    func clustersAreThoseOfThePhotosInView() async throws {
        try await FilledGallery.with { filled, client in
            let world = try await client.get("/api/v1/map").body
            let located = try await client.get("/api/v1/photos?q=has:position").body.page
            #expect(world["photos"]?.whole == located.count)
            let counts = world["counts"]?.items?.compactMap(\.whole) ?? []
            #expect(counts.reduce(0, +) == located.count)
            // Both camera photos were taken in Brest.
            let brest = try await client.get(
                "/api/v1/map?west=-5&south=48&east=-4&north=49&zoom=12&section=camera"
            ).body
            #expect(brest["counts"]?.items?.compactMap(\.whole) == [2])
            #expect(brest["sources"]?.string == "p" && brest["photos"]?.whole == 2)
            #expect(brest["latitudes"]?.items?.first?.double == 48.39)
            let newest = max(filled.edited, filled.plain)
            #expect(brest["covers"]?.items?.first?.whole == Int(newest.rawValue))
            let edges = ["wests", "souths", "easts", "norths"].map { edge in
                brest[edge]?.items?.first?.double ?? .nan
            }
            let box = edges.map { "\($0)" }.joined(separator: ",")
            let listed = try await client.get("/api/v1/photos?q=bbox:\(box)").body.page
            #expect(listed.count == 2)
            let none = try await client.get("/api/v1/map?q=tag:nothing").body
            #expect(none["photos"]?.whole == 0 && none["bounds"]?.isNull == true)
            let edited = try await client.get("/api/v1/map?q=is:edited").body
            #expect(edited["covers"]?.items?.compactMap(\.whole) == [Int(filled.edited.rawValue)])
        }
    }

    @Test("changes appear on the map immediately")
    func whatChangesIsOnTheMapAtOnce() async throws {
        try await FilledGallery.with { filled, client in
            for uri in [
                "/api/v1/map?zoom=3", "/api/v1/map?section=camera", "/api/v1/map?q=is:edited",
            ] {
                let before = try await client.get(uri)
                let again = try await client.get(uri, [.ifNoneMatch: before.headers[.eTag] ?? ""])
                #expect(again.status == 304)
                let count = before.body["photos"]?.whole ?? 0
                try filled.scene.gallery.trash.add([filled.edited])
                let after = try await client.get(uri).body["photos"]?.whole
                #expect(after == count - 1, "\(uri)")
                try filled.scene.gallery.trash.restore([filled.edited])
                let restored = try await client.get(uri).body["photos"]?.whole
                #expect(restored == count, "\(uri)")
            }
        }
    }

    @Test("a view can cross the antimeridian")
    func aViewMayCrossTheAntimeridian() async throws {
        try await WebScene().run { client in
            for box in ["west=170&east=-170", "west=170&east=190", "west=-190&east=-170"] {
                let answer = try await client.get("/api/v1/map?\(box)&south=-20&north=-10&zoom=5")
                #expect(answer.status == 200, "\(box)")
            }
        }
    }

    @Test(
        "invalid views are rejected",
        arguments: [
            "zoom=21", "zoom=1.5", "zoom=x", "south=2&north=1", "north=91",
            "west=nan", "east=0x1", "west=1081", "section=cats", "q=((",
        ])
    func refusesWhatIsNoView(query: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/map?\(query)")
            #expect(answer.status == (query == "section=cats" ? 404 : 400))
        }
    }
}

@Suite("Base map routes")
struct LandRouteTests {
    @Test("the world map is small and cached under its version")
    func theWorldIsSmallAndKeptUnderItsVersion() async throws {
        let scene = try WebScene()
        let version = try scene.gallery.baseMap().version
        try await scene.run { client in
            let gzip: HTTPFields = [.acceptEncoding: "gzip"]
            try await client.execute(uri: "/api/v1/map/land", method: .get, headers: gzip) {
                #expect($0.status == .ok && $0.headers[.contentEncoding] == "gzip")
                #expect($0.body.readableBytes < 150_000)
                #expect($0.headers[.cacheControl] == "private, no-cache")
            }
            let plain = try await client.get("/api/v1/map/land?v=\(version)")
            #expect(plain.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(plain.headers[.contentType] == "application/geo+json")
            let features = plain.body["features"]?.items ?? []
            let france = try #require(features.first { $0["id"]?.string == "FR" })
            #expect(france["properties"]?["name"]?.string == "France")
            let ring = france["geometry"]?["coordinates"]?.items?.first?.items?.first?.items ?? []
            #expect(ring.count > 10)
            let corners = [ring.first, ring.last].map { corner in
                corner?.items?.compactMap(\.double) ?? []
            }
            #expect(corners[0] == corners[1])
        }
    }

    @Test("map pieces contain borders, and names are limited to the largest places")
    func piecesHaveBordersAndNamesAreTheLargest() async throws {
        try await WebScene().run { client in
            let piece = try await client.get("/api/v1/map/land/0/40").body
            let kinds = piece["features"]?.items?.compactMap { $0["properties"]?["kind"]?.string }
            #expect(kinds.map(Set.init) == ["country", "border", "region"])
            for path in ["0/41", "x/40", "180/0", "+0/40", "00/40"] {
                let answer = try await client.get("/api/v1/map/land/\(path)")
                #expect(answer.status == 404)
            }
            let names = try await client.get(
                "/api/v1/map/names?west=0&south=40&east=10&north=50&zoom=5"
            ).body.page
            #expect(names.contains { $0["name"]?.string == "Paris" })
            #expect(names.count < 80)
        }
    }

    @Test("a cache keeps the item of one key, of any size")
    func cachesKeepOneItem() {
        let cache = ItemCache<Int, String>(capacity: 20_000, keeping: 0)
        cache.put("kept", byteCount: 6000, at: 0)
        for key in 1...9 {
            cache.put("item", byteCount: 5100, at: key)
            #expect(cache.item(at: key) != nil && cache.item(at: 0) != nil)
        }
        #expect(cache.item(at: 1) == nil)
        let other = ItemCache<Int, String>(capacity: 20_000)
        other.put("item", byteCount: 5100, at: 0)
        #expect(other.item(at: 0) == nil)
    }
}
