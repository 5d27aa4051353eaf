import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Map routes of tracks")
struct MapTrackRouteTests {
    /// Stores a track of one or more segments, with one second between positions.
    private static func store(
        _ segments: [[(latitude: Double, longitude: Double)]], named name: String,
        in scene: WebScene
    ) async throws {
        var second = 0
        let body = segments.map { segment in
            let points = segment.map { place in
                second += 1
                let time = String(
                    format: "2024-05-17T%02d:%02d:%02dZ", second / 3600, second / 60 % 60,
                    second % 60)
                let position = "lat='\(place.latitude)' lon='\(place.longitude)'"
                return "<trkpt \(position)><time>\(time)</time></trkpt>"
            }
            return "<trkseg>\(points.joined())</trkseg>"
        }
        let file = scene.folder.appending(path: "\(name).gpx")
        try Data("<gpx><trk><name>\(name)</name>\(body.joined())</trk></gpx>".utf8).write(to: file)
        var options = TrackOptions()
        options.writes = true
        let summary = try await scene.gallery.tracks.match(
            .everything, with: [BytePath(file.path)], options: options
        ) { _ in }
        #expect(summary.tracks == 1)
    }

    /// The pieces of each line in a response, in degrees.
    private static func pieces(_ answer: JSONValue) -> [[[(longitude: Double, latitude: Double)]]] {
        let unit = pow(10, answer["digits"]?.double ?? 0)
        return (answer["lines"]?.items ?? []).map { line in
            (line.items ?? []).map { piece in
                let numbers = piece.items?.compactMap(\.double) ?? []
                var last = (0.0, 0.0)
                return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
                    last = (last.0 + numbers[index], last.1 + numbers[index + 1])
                    return (last.0 / unit, last.1 / unit)
                }
            }
        }
    }

    @Test("lines are limited to the view and to the precision of pixels")
    func linesAreThoseInViewAndNoMoreExactThanPixels() async throws {
        let scene = try WebScene()
        // A zigzag of a few hundred meters, then a gap, then a step to the north.
        let zigzag = (0...200).map { (number: Int) -> (latitude: Double, longitude: Double) in
            (48 + Double(number % 2) / 500, 2 + Double(number) / 500)
        }
        try await Self.store([zigzag, [(48.5, 2.5), (48.6, 2.5)]], named: "To the sea", in: scene)
        try await Self.store([[(-17, 179.9), (-17, -179.9)]], named: "Fiji", in: scene)
        try await scene.run { client in
            let uri = "/api/v1/map/tracks"
            let world = try await client.get(uri)
            #expect(world.status == 200 && world.body["zoom"]?.whole == 0)
            #expect(world.body["names"]?.items?.compactMap(\.string) == ["Fiji", "To the sea"])
            #expect(world.body["ids"]?.items?.compactMap(\.whole) == [2, 1])
            #expect(world.body["from"]?.items?.last?.string == "2024-05-17T00:00:01Z")
            #expect(world.body["to"]?.items?.last?.string == "2024-05-17T00:03:23Z")
            #expect(world.body["isWhole"]?.isTrue == true)
            let coarse = Self.pieces(world.body)
            #expect(coarse[1].reduce(0) { $0 + $1.count } <= 4)
            let again = try await client.get(uri, [.ifNoneMatch: world.headers[.eTag] ?? ""])
            #expect(again.status == 304)
            // At close range every bend is included, and the gap separates two pieces.
            let near = try await client.get(
                "\(uri)?west=1.9&south=47.9&east=2.6&north=48.7&zoom=15"
            ).body
            let pieces = Self.pieces(near)
            #expect(near["names"]?.items?.compactMap(\.string) == ["To the sea"])
            #expect(pieces[0].map(\.count) == [201, 2])
            for (point, place) in zip(pieces[0][0], zigzag) {
                #expect(abs(point.latitude - place.latitude) < 1e-5)
                #expect(abs(point.longitude - place.longitude) < 1e-5)
            }
            // Points outside the view are omitted, except one on each side.
            let part = try await client.get(
                "\(uri)?west=2.1&south=47&east=2.11&north=48.2&zoom=15"
            ).body
            let counts = Self.pieces(part)[0].map(\.count)
            #expect(counts.count == 1 && (6...8).contains(counts[0]))
            let none = try await client.get("\(uri)?west=50&south=0&east=60&north=10&zoom=5").body
            #expect(none["ids"]?.items?.isEmpty == true && none["isWhole"]?.isTrue == true)
        }
    }

    @Test("a line across the antimeridian is whole from either side")
    func aLineOverTheAntimeridianIsOneFromEitherSide() async throws {
        let scene = try WebScene()
        try await Self.store([[(-17, 179.9), (-17, -179.9)]], named: "Fiji", in: scene)
        try await scene.run { client in
            for (west, east) in [(179.0, 181.0), (-181, -179), (539, 541), (-179.95, -179)] {
                let answer = try await client.get(
                    "/api/v1/map/tracks?west=\(west)&south=-18&east=\(east)&north=-16&zoom=9"
                ).body
                let line = try #require(Self.pieces(answer).first?.first, "\(west)")
                let longitudes = line.map { $0.longitude }
                #expect(longitudes == [179.9, 180.1], "\(west)")
            }
        }
    }

    @Test("the size of a response is limited for any number of points")
    func anAnswerIsBoundedHoweverMuchThereIs() async throws {
        let scene = try WebScene()
        // Bends of a few hundred meters, larger than a pixel at this zoom.
        for number in 0..<3 {
            let points = (0..<8_000).map { (index: Int) -> (latitude: Double, longitude: Double) in
                (Double(number) + Double(index % 3) / 300, Double(index) / 400)
            }
            try await Self.store([points], named: "walk \(number)", in: scene)
        }
        try await scene.run { client in
            let answer = try await client.execute(
                uri: "/api/v1/map/tracks?west=-1&south=-1&east=21&north=4&zoom=14", method: .get
            ) { ($0.body.readableBytes, try JSONValue(Array($0.body.readableBytesView))) }
            #expect(answer.0 < 100_000)
            #expect(answer.1["zoom"]?.whole ?? 99 < 14)
            #expect(answer.1["ids"]?.items?.count == 3 && answer.1["isWhole"]?.isTrue == true)
        }
    }

    @Test("a removed track disappears from the map")
    func aTrackThatIsRemovedLeavesTheMap() async throws {
        let scene = try WebScene()
        try await Self.store([[(1, 1), (2, 2)]], named: "walk", in: scene)
        try await scene.run { client in
            func ids() async throws -> [Int]? {
                try await client.get("/api/v1/map/tracks?zoom=3").body["ids"]?.items?.compactMap(
                    \.whole)
            }
            let before = try await ids()
            #expect(before == [1])
            let change = try await scene.gallery.tracks.remove([1]).change
            let removed = try await ids()
            #expect(removed == [])
            _ = try await scene.gallery.journal.undo(change)
            let restored = try await ids()
            #expect(restored == [1])
        }
    }

    @Test("invalid views are rejected", arguments: ["zoom=21", "north=91", "q=dog"])
    func refusesWhatIsNoView(query: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/map/tracks?\(query)")
            #expect(answer.status == 400)
        }
    }
}
