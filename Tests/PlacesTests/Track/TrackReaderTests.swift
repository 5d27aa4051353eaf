import Basics
import Foundation
import GalleryModel
import Testing

@testable import Places

extension TrackReader {
    /// Reads a file from memory.
    ///
    /// - Parameter name: the file's name in messages.
    func read(bytes: [UInt8], name: String) throws(TrackError) -> Track {
        let parser = try GPXParser(name: name, maximumPoints: maximumPoints)
        var start = 0
        var isContinuing = true
        while isContinuing {
            let count = min(TrackReader.blockLength, bytes.count - start)
            try parser.buffer(max(count, 1)).copyBytes(from: bytes[start..<(start + count)])
            isContinuing = try parser.parse(count: count)
            start += count
        }
        var track = try parser.finish()
        track.digest = FileDigest(of: bytes)
        return track
    }
}

@Suite("TrackReader")
struct TrackReaderTests {
    private static func read(_ bytes: [UInt8]) throws -> Track {
        try TrackReader().read(bytes: bytes, name: "walk.gpx")
    }

    private static func message(_ bytes: [UInt8], limit: Int = 100) -> String {
        do throws(TrackError) {
            let track = try TrackReader(maximumPoints: limit).read(bytes: bytes, name: "walk.gpx")
            return "no error, \(track.points.count) points"
        } catch {
            return "\(error)"
        }
    }

    @Test("a GPX 1.1 file with two segments contains times, positions and altitudes")
    func segments() throws {
        let text = """
            <?xml version="1.0"?>
            <gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x" version="1.1" creator="c">
            <metadata><time>2001-01-01T00:00:00Z</time></metadata>
            <trk><trkseg>
            <trkpt lat="48.8583701" lon='2.2944813'><ele>35.5</ele><time>2024-05-01T08:15:30Z</time>
            <extensions><x:time>1999-01-01T00:00:00Z</x:time><x:hr>90</x:hr></extensions></trkpt>
            <trkpt lon="-2.3e0" lat=" +48.9 "><time> 2024-05-01T08:15:31.250Z </time></trkpt>
            </trkseg><trkseg></trkseg><trkseg>
            <trkpt lat="-90" lon="180"><time>2024-05-01T08:16:00Z</time><ele>-4</ele></trkpt>
            </trkseg></trk></gpx>
            """
        let track = try Self.read(Array(text.utf8))
        #expect(track.points.map(\.time) == [1_714_551_330, 1_714_551_331.25, 1_714_551_360])
        #expect(
            track.points.map(\.coordinate) == [
                Coordinate(latitude: 48.8583701, longitude: 2.2944813, altitude: 35.5),
                Coordinate(latitude: 48.9, longitude: -2.3),
                Coordinate(latitude: -90, longitude: 180, altitude: -4),
            ])
        #expect(track.segments == [0..<2, 2..<3])
        #expect(track.timeRange == 1_714_551_330...1_714_551_360)
        #expect(track.warnings == [])
    }

    @Test(
        "prefixes, GPX 1.0, UTF-16, Latin-1 and Windows encodings are read",
        arguments: ["UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"])
    func encodings(encoding: String) throws {
        let text = """
            <?xml version="1.0" encoding="\(encoding)"?>
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/0" version="1.0"><g:trk><g:name>Zoë</g:name>
            <g:trkseg><g:trkpt lat="1" lon="2"><g:time>2024-05-01T08:15:30Z</g:time></g:trkpt></g:trkseg>
            </g:trk></g:gpx>
            """
        let encodings: [String: String.Encoding] = [
            "UTF-8": .utf8, "UTF-16": .utf16, "ISO-8859-1": .isoLatin1,
            "windows-1252": .windowsCP1252,
        ]
        let bytes = try #require(text.data(using: encodings[encoding] ?? .utf8))
        #expect(try Self.read(Array(bytes)).points.count == 1)
    }

    static let times: [(String, Double?)] = [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00", 0),
        ("2000-02-29T23:59:59.5Z", 951_868_799.5),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2024-05-01T24:00:00Z", 1_714_608_000),
        ("2024-05-01T10:15:30+02:00", 1_714_551_330),
        ("2024-05-01T04:45:30-0330", 1_714_551_330),
        ("1969-12-31T23:59:59Z", -1),
        ("2023-02-29T00:00:00Z", nil),
        ("2024-05-01T25:00:00Z", nil),
        ("2024-05-01T22:15:30+14:00", 1_714_551_330),
        ("2024-05-01T10:15:30+14:01", nil),
        ("2024-05-01T10:00:00+23:00", nil),
        ("2024-05-01T10:15:30+99:00", nil),
        ("2024-05-01", nil),
        ("2024-05-01T08:15:30Z and more", nil),
        ("0000-01-01T00:00:00Z", nil),
        ("", nil),
        (String(repeating: "2", count: 5000), nil),
    ]

    @Test(
        "times are read with and without a zone, and points with invalid times are skipped",
        arguments: times)
    func time(text: String, expected: Double?) throws {
        let track = try Self.read(
            GPXText.file([
                GPXText.point("1", "2", text), GPXText.point("3", "4", "2024-05-01T08:15:30Z"),
            ]))
        #expect(track.points.first { $0.coordinate.latitude == 1 }?.time == expected)
        #expect(track.skippedPoints == (expected == nil ? 1 : 0))
    }

    @Test("points without a position or a time are skipped, counted and named")
    func odd() throws {
        let good = "2024-05-01T08:15:30Z"
        let track = try Self.read(
            GPXText.file([
                GPXText.point("1", "2", good, ele: "high"),
                GPXText.point("91", "2", good), GPXText.point("1", "181", good),
                GPXText.point("nan", "2", good), GPXText.point("0x1", "2", good),
                GPXText.point("1e999", "2", good), GPXText.point("", "2", good),
                GPXText.point(nil, "2", good), GPXText.point("1", nil, good),
                GPXText.point("0", "0.0", good), GPXText.point("1,5", "2", good),
                GPXText.point(String(repeating: "1", count: 5000), "2", good),
                GPXText.point("1", "2", "yesterday"),
                GPXText.point("1", "2", nil), GPXText.point("5", "6", "2024-05-01T08:15:29Z"),
            ]))
        #expect(track.points.count == 2)
        #expect(track.points[0].coordinate == Coordinate(latitude: 1, longitude: 2))
        #expect(
            track.warnings == [
                "skipped 12 points without a readable position or time",
                "skipped 1 point without a time",
                "the times go backward once; the points were sorted by time",
            ])
    }

    @Test("routes are skipped, and waypoints are used if no track point has a time")
    func waypoints() throws {
        let place = GPXText.point("7", "8", "2024-05-01T09:00:00Z", ele: "5", element: "wpt")
        let body = { (points: String) in
            Array(
                "<gpx>\(place)\(GPXText.point("7", "8", nil, element: "wpt"))<rte>"
                    .utf8)
                + Array(GPXText.point("9", "9", "2024-05-01T09:00:00Z", element: "rtept").utf8)
                + Array("</rte><trk><trkseg>\(points)</trkseg></trk></gpx>".utf8)
        }
        let timed = try Self.read(body(GPXText.point("1", "2", "2024-05-01T08:15:30Z")))
        #expect(timed.points.map(\.coordinate.latitude) == [1])
        #expect(timed.warnings == [])
        let untimed = try Self.read(body(GPXText.point("1", "2", nil)))
        #expect(
            untimed.points.map(\.coordinate) == [
                Coordinate(latitude: 7, longitude: 8, altitude: 5)
            ])
        #expect(
            untimed.warnings == [
                "no track point has a time; using 1 timed waypoint instead",
                "skipped 1 point without a time",
            ])
    }

    @Test("a truncated file gives its points up to there")
    func cutOff() throws {
        let whole = GPXText.file(
            (10..<60).map { GPXText.point("1", "2", "2024-05-01T08:15:\($0)Z") })
        let cut = try Self.read(Array(whole.prefix(whole.count / 2)))
        #expect((20..<30).contains(cut.points.count))
        #expect(cut.segments == [0..<cut.points.count])
        #expect(try Self.read(whole).damage == nil)
        let line = whole.prefix(whole.count / 2).count { $0 == 0x0A } + 1
        #expect(
            cut.warnings == [
                "damaged at line \(line): unclosed token; read \(cut.points.count) points before it"
            ])
        #expect(cut.damage == "damaged at line \(line): unclosed token")
    }

    @Test("an invalid track is rejected with the reason and the next step")
    func refused() {
        #expect(Self.message([]) == "the track 'walk.gpx' is empty; save it again as GPX")
        #expect(
            Self.message(Array("<kml><Document/></kml>".utf8))
                == "'walk.gpx' is not a GPX file: its root element is 'kml', not 'gpx'; "
                + "save the track as GPX")
        #expect(
            Self.message(Array("<!DOCTYPE html><html></html>".utf8))
                == "'walk.gpx' was not read because it declares a document type, which GPX does not "
                + "use; save the track again as GPX")
        #expect(
            Self.message(Array("PK\u{3}\u{4}zip".utf8))
                == "cannot read the track 'walk.gpx': damaged at line 1: not well-formed "
                + "(invalid token); save it again as GPX")
        #expect(
            Self.message(GPXText.file([GPXText.point("1", "2", nil)]))
                == "the track 'walk.gpx' has no point with a time (points: 1), so no photo can be "
                + "matched; save the recorded track, not a planned route")
        let many = (10..<60).map { GPXText.point("1", "2", "2024-05-01T08:15:\($0)Z") }
        #expect(
            Self.message(GPXText.file(many), limit: 49)
                == "the track 'walk.gpx' has more than 49 points; split it by days")
        #expect(Self.message(GPXText.file(many), limit: 50) == "no error, 50 points")
    }

    @Test("a path that cannot be read is named with the system's reason")
    func paths() throws {
        let folder = URL(filePath: NSTemporaryDirectory())
            .appending(path: "track-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: TrackError.cannotRead(folder.path, errno: EISDIR)) {
            try TrackReader().read(path: BytePath(folder.path))
        }
        let file = folder.appending(path: "a.gpx").path
        let error = TrackError.cannotRead(file, errno: ENOENT)
        #expect(throws: error) { try TrackReader().read(path: BytePath(file)) }
        #expect(
            "\(error)"
                == "cannot read the track '\(file)': No such file or directory; "
                + "check that the file exists and is readable")
        let points = (10..<60).map { GPXText.point("1", "2", "2024-05-01T08:15:\($0)Z") }
        // Several blocks of 64 KB.
        let padding = String(repeating: "<!-- padding -->\n", count: 20_000)
        try Data(GPXText.file([padding] + points + [padding])).write(to: URL(filePath: file))
        #expect(try TrackReader().read(path: BytePath(file)).points.count == 50)
    }
}
