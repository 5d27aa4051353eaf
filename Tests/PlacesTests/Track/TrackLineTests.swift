import Basics
import Foundation
import GalleryModel
import Testing

@testable import Places

@Suite("Lines of tracks")
struct TrackLineTests {
    private static func read(_ body: String) throws -> Track {
        let text = "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\" version=\"1.1\">\(body)</gpx>"
        return try TrackReader().read(bytes: Array(text.utf8), name: "walk.gpx")
    }

    private static func segment(_ places: [(Double, Double)]) -> String {
        let points = places.enumerated().map { number, place in
            GPXText.point(
                "\(place.0)", "\(place.1)",
                "2024-05-01T08:\(number / 60 + 10):\(number % 60 + 10)Z")
        }
        return "<trkseg>\(points.joined())</trkseg>"
    }

    /// The distance of a point from a line, in the line's units.
    private static func distance(
        _ point: (x: Double, y: Double), _ start: (x: Double, y: Double),
        _ end: (x: Double, y: Double)
    ) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let along =
            length == 0
            ? 0 : min(max(((point.x - start.x) * dx + (point.y - start.y) * dy) / length, 0), 1)
        return hypot(point.x - start.x - along * dx, point.y - start.y - along * dy)
    }

    @Test("no omitted point is farther from the line than allowed, and ends stay")
    func tolerance() throws {
        var dice = SystemRandomNumberGenerator()
        for count in [1, 2, 3, 1_025, 5_000] {
            var place = (x: 0.0, y: 0.0)
            let points = (0..<count).map { _ in
                place.x += Double.random(in: -1...2, using: &dice)
                place.y += Double.random(in: -1...1, using: &dice)
                return place
            }
            let kept = try LineSimplifier().kept(of: points, within: 3)
            #expect(kept.first == 0 && kept.last == count - 1)
            #expect(kept == kept.sorted() && Set(kept).count == kept.count)
            if count > 1_000 { #expect(kept.count < count / 2) }
            for (start, end) in zip(kept, kept.dropFirst()) {
                for index in start...end {
                    #expect(Self.distance(points[index], points[start], points[end]) < 3 + 1e-9)
                }
            }
        }
    }

    @Test("a spiral of a hundred thousand points is simplified quickly without a stack overflow")
    func spiral() throws {
        let points = (0..<100_000).map { (number: Int) -> (x: Double, y: Double) in
            let angle = Double(number) / 500
            return (x: angle * 10 * cos(angle), y: angle * 10 * sin(angle))
        }
        #expect(try LineSimplifier().kept(of: points, within: 1e-6).count > 50_000)
    }

    @Test("a walk keeps its bends, a gap stays a gap, and a stop is one point")
    func segments() throws {
        // One degree of latitude is 111 km: 0.00002 degrees are two meters.
        let bend = [(48.0, 2.0), (48.00002, 2.005), (48.0, 2.01), (48.01, 2.01)]
        let stop = [(48.1, 2.1), (48.1, 2.1), (48.1, 2.1)]
        let track = try Self.read(
            "<trk>\(Self.segment(bend))\(Self.segment(stop))\(Self.segment([(-1, 179)]))</trk>")
        let line = try track.line(within: 5)
        let units: [[[Int32]]] = line.segments.map { $0.map { [$0.latitude, $0.longitude] } }
        let expected: [[[Int32]]] = [
            [[48_000_000, 2_000_000], [48_000_000, 2_010_000], [48_010_000, 2_010_000]],
            [[48_100_000, 2_100_000]], [[-1_000_000, 179_000_000]],
        ]
        #expect(units == expected)
        #expect(try track.line(within: 1).segments[0].count == 4)
    }

    @Test("a line across the antimeridian is as simple as any other")
    func antimeridian() throws {
        let places = (0...100).map { (number: Int) -> (Double, Double) in
            let longitude = 179.5 + Double(number) / 100
            return (-17, longitude > 180 ? longitude - 360 : longitude)
        }
        let line = try Self.read("<trk>\(Self.segment(places))</trk>").line(within: 5)
        #expect(line.pointCount == 2)
        #expect(
            line.bounds == CoordinateBox(west: 179.5, south: -17, east: -179.5, north: -17))
    }

    @Test("waypoints do not form a line")
    func waypoints() throws {
        let track = try Self.read(
            GPXText.point("1", "2", "2024-05-01T08:00:00Z", element: "wpt")
                + GPXText.point("1", "3", "2024-05-01T09:00:00Z", element: "wpt"))
        #expect(track.points.count == 2)
        #expect(try track.line(within: 5).pointCount == 0)
    }

    @Test(
        "a file's name is its own, or that of its first track, on one line and not too long",
        arguments: [
            (
                "<metadata><name> To the\n sea </name></metadata><trk><name>a</name>S</trk>",
                "To the sea"
            ),
            ("<name>old</name><trk>S<name>a</name></trk>", "old"),
            ("<trk><name></name>S</trk><trk><name>b &amp; c</name></trk>", "b & c"),
            ("<wpt lat='1' lon='1'><name>inn</name></wpt><trk>S</trk>", nil),
            ("<trk><name>N</name>S</trk>", String(repeating: "x", count: 120)),
            ("<trk><name>NNNNN</name>S</trk>", nil),
        ])
    func name(body: String, expected: String?) throws {
        let text = body.replacingOccurrences(of: "S", with: Self.segment([(1, 2)]))
            .replacingOccurrences(of: "N", with: String(repeating: "x", count: 300))
        #expect(try Self.read(text).name == expected)
    }

    @Test("equal bytes have equal digests, also from a file")
    func digest() throws {
        let bytes = GPXText.file([GPXText.point("1", "2", "2024-05-01T08:00:00Z")])
        let track = try TrackReader().read(bytes: bytes, name: "walk.gpx")
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(bytes).write(to: url)
        let read = try TrackReader().read(path: BytePath(url.path))
        #expect(track.digest == FileDigest(of: bytes) && read.digest == track.digest)
        #expect(read.name == "Über & drüber")
    }
}
