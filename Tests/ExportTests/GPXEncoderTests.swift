import Export
import Foundation
import GalleryModel
import Testing

@Suite("GPXEncoder")
struct GPXEncoderTests {
    private static let header =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"gallery\" "
        + "xmlns=\"http://www.topografix.com/GPX/1/1\" "
        + "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
        + "xsi:schemaLocation=\"http://www.topografix.com/GPX/1/1 "
        + "http://www.topografix.com/GPX/1/1/gpx.xsd\">\n"

    private static func waypoint(_ change: (inout PhotoDetails) -> Void) -> String {
        let row = SamplePhotos.bare {
            $0.photo.details.coordinate = Coordinate(latitude: 1, longitude: 2)
            change(&$0.photo.details)
        }
        return String(exportedText([row], .gpx).dropFirst(header.count).dropLast("</gpx>\n".count))
    }

    @Test("a full photo is a waypoint with its elements in the order of the schema")
    func whole() {
        #expect(
            exportedText([SamplePhotos.full], .gpx) == Self.header
                + " <wpt lat=\"-22.951916\" lon=\"-43.210487\"><ele>-1.88</ele>"
                + "<time>2024-05-01T13:22:31Z</time><name>Dog, &quot;Ronja&quot;</name>"
                + "<desc>Two&#xD;\nlines</desc>"
                + "<link href=\"https://www.flickr.com/photos/78733179@N04/53574198477/\"/>"
                + "<type>photo</type></wpt>\n</gpx>\n")
        #expect(exportedText([], .gpx) == Self.header + "</gpx>\n")
    }

    @Test("the name is the title, else the file's name, else the id")
    func names() {
        #expect(
            Self.waypoint { $0.title = " " }
                == " <wpt lat=\"1\" lon=\"2\"><name>7</name><type>photo</type></wpt>\n")
        #expect(Self.waypoint { $0.fileName = "IMG_1.JPG" }.contains("<name>IMG_1.JPG</name>"))
        let video = Self.waypoint {
            $0.title = "Sea"
            $0.fileName = "a.mp4"
            $0.media = "video"
        }
        #expect(video.contains("<name>Sea</name><type>video</type>"))
    }

    @Test("longitude 180 is written as -180, the start of the schema's range")
    func antimeridian() {
        #expect(
            Self.waypoint { $0.coordinate = Coordinate(latitude: -90, longitude: 180) }
                .hasPrefix(" <wpt lat=\"-90\" lon=\"-180\">"))
    }

    @Test(
        "the time is the camera's clock minus its offset",
        arguments: [
            ("2024:05:01 10:22:31", "Z", "2024-05-01T10:22:31Z"),
            ("2024:05:01 00:22:31", "+05:45", "2024-04-30T18:37:31Z"),
            ("2023:12:31 20:00:00", "-09:30", "2024-01-01T05:30:00Z"),
            ("2024:02:29 23:59:59", "-00:00", "2024-02-29T23:59:59Z"),
            ("1900:03:01 00:00:00", "+01:00", "1900-02-28T23:00:00Z"),
            ("0001:01:01 12:00:00", "Z", "0001-01-01T12:00:00Z"),
            ("9999:12:31 23:59:59", "+14:00", "9999-12-31T09:59:59Z"),
            ("0987:01:02 03:04:05", "Z", "0987-01-02T03:04:05Z"),
            ("2016:12:31 23:59:60", "Z", "2016-12-31T23:59:59Z"),
        ])
    func times(clock: String, offset: String, time: String) {
        let waypoint = Self.waypoint {
            $0.dateTimeOriginal = clock
            $0.offsetTimeOriginal = offset
        }
        #expect(waypoint.contains("<time>\(time)</time>"))
    }

    @Test(
        "the time is omitted if the instant is unknown",
        arguments: [
            ("2024:05:01 10:22:31", nil), (nil, "+02:00"), ("2024:05:01 10:22:31", "02:00"),
            ("2024:05:01 10:22:31", "+2:00"), ("2024:05:01 10:22:31", "+24:00"),
            ("2024:05:01 10:22:31", "+02:60"), ("2023:02:29 10:22:31", "Z"),
            ("2024:05:01 10:22:31", "+0200"), ("2024:05:01 10:22:31", "+2"),
            ("2024:05:01 10:22:31", " +02:00 "), ("2024:05:01 10:22:31", " +2:00"),
            ("2024:05:01 10:22:31", "z"),
            ("2024:00:00 00:00:00", "Z"), ("0000:01:01 00:00:00", "Z"),
            ("2024:13:01 10:22:31", "Z"), ("2024:04:31 10:22:31", "Z"),
            ("2024:05:01 24:00:00", "Z"), ("2024:05:01 10:60:00", "Z"),
            ("2024:05:01 10:00:61", "Z"), ("1978", "Z"), ("1978:06", "Z"),
            ("2024-05-01 10:22:31", "Z"), ("", ""),
            ("2024:05:01 10:22:31", "٢+:00"), ("２０２４:05:01", "Z"),
        ] as [(String?, String?)])
    func noTime(clock: String?, offset: String?) {
        let waypoint = Self.waypoint {
            $0.dateTimeOriginal = clock
            $0.offsetTimeOriginal = offset
            $0.dateUploaded = Date(timeIntervalSince1970: 1_714_560_000)
        }
        #expect(!waypoint.contains("<time>"))
    }

    @Test(
        "any text round-trips through Python's reader except characters invalid in XML",
        .enabled(if: Tool.python.isInstalled, "needs python3 on the PATH"))
    func roundTrip() throws {
        var random = SeededGenerator(seed: 11)
        let rows = (0..<500).map { _ in
            SamplePhotos.bare {
                $0.photo.details.title = "x" + random.text() + "\u{0}\u{FFFF}\u{1B}"
                $0.photo.details.caption = random.text() + "x"
                $0.photo.details.sourceURL = "https://localhost/?a=1&b=\"<>'"
                $0.photo.details.coordinate = Coordinate(
                    latitude: Double.random(in: -90...90, using: &random),
                    longitude: Double.random(in: -180...180, using: &random),
                    altitude: Double.random(in: -400...9000, using: &random))
            }
        }
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "photos.gpx").path(percentEncoded: false)
        try Data(exported(rows, .gpx)).write(to: URL(filePath: file))
        let answer = try Tool.python.run(["-c", Self.script, file])
        #expect(answer.status == 0, "\(answer.errors)")
        let read = try JSONDecoder().decode([Waypoint].self, from: answer.output)
        #expect(read.count == rows.count)
        for (waypoint, row) in zip(read, rows) {
            let details = row.photo.details
            #expect(waypoint.lat == details.coordinate?.latitude)
            #expect(waypoint.lon == details.coordinate?.longitude)
            #expect(waypoint.ele == details.coordinate?.altitude)
            #expect(waypoint.href == details.sourceURL)
            #expect(Array(waypoint.name.utf8) == Array(Self.kept(details.title).utf8))
            #expect(Array(waypoint.desc.utf8) == Array(Self.kept(details.caption).utf8))
        }
    }

    private struct Waypoint: Decodable {
        let lat: Double
        let lon: Double
        let ele: Double
        let name: String
        let desc: String
        let href: String
    }

    private static let script = """
        import json, sys, xml.etree.ElementTree as tree
        space = "{http://www.topografix.com/GPX/1/1}"
        root = tree.parse(sys.argv[1]).getroot()
        assert root.tag == space + "gpx", root.tag
        print(json.dumps([
            {"lat": float(point.get("lat")), "lon": float(point.get("lon")),
             "ele": float(point.findtext(space + "ele")), "name": point.findtext(space + "name"),
             "desc": point.findtext(space + "desc"), "href": point.find(space + "link").get("href")}
            for point in root.findall(space + "wpt")]))
        """

    /// The text without U+007F and the characters that XML 1.0 does not allow.
    private static func kept(_ text: String?) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in (text ?? "").unicodeScalars {
            let isControl = scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
            if !isControl, ![0x7F, 0xFFFE, 0xFFFF].contains(scalar.value) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
