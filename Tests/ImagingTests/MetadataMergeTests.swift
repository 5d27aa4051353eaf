import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("MetadataReader")
struct MetadataMergeTests {
    private static func read(_ bytes: [UInt8], sidecars: [[UInt8]] = []) throws -> PictureMetadata {
        try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0, sidecars: sidecars) }
    }

    private static func title(_ text: String) -> String {
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></dc:title>"
    }

    private static func subject(_ words: [String]) -> String {
        "<dc:subject><rdf:Bag>" + words.map { "<rdf:li>\($0)</rdf:li>" }.joined()
            + "</rdf:Bag></dc:subject>"
    }

    @Test("IPTC text in Latin-1 becomes UTF-8, and blank text becomes nil")
    func latinText() throws {
        let picture = TinyPictures.jpeg(iptc: [
            (5, [0x5A, 0x6F, 0xEB]), (25, [0x80]), (25, Array("Köln".utf8)),
            (116, Array("    ".utf8)), (80, Array("Ann ".utf8)), (80, Array("Bob".utf8)),
        ])
        let read = try Self.read(picture)
        #expect(read.title == "Zoë")
        #expect(read.tags == ["€", "Köln"])
        #expect(read.copyright == nil)
        #expect(read.creator == "Ann; Bob")
    }

    @Test("IPTC's date and zone are used if EXIF and XMP have none")
    func iptcDate() throws {
        let picture = TinyPictures.jpeg(iptc: [
            (55, Array("20240501".utf8)), (60, Array("101530-0330".utf8)),
        ])
        let read = try Self.read(picture)
        #expect(read.dateTimeOriginal == "2024:05:01 10:15:30")
        #expect(read.offsetTimeOriginal == "-03:30")
    }

    @Test("XMP dates are converted to EXIF's form with a separate offset")
    func xmpDate() throws {
        let xmp = TinyPictures.xmp(
            "<photoshop:DateCreated>2024-05-01T10:15:30.25+02:00</photoshop:DateCreated>")
        let read = try Self.read(TinyPictures.jpeg(xmp: xmp))
        #expect(read.dateTimeOriginal == "2024:05:01 10:15:30")
        #expect(read.subSecTimeOriginal == "25")
        #expect(read.offsetTimeOriginal == "+02:00")
    }

    @Test("XMP's zone completes an EXIF date only if both clock times match")
    func xmpZone() throws {
        for (time, offset) in [("10:15:30", "+02:00"), ("11:15:30", nil)] {
            let xmp = TinyPictures.xmp(
                "<photoshop:DateCreated>2024-05-01T\(time)+02:00</photoshop:DateCreated>")
            var exif = PictureMetadata()
            exif.dateTimeOriginal = "2024:05:01 10:15:30"
            let picture = try MetadataWriter().applying(exif, to: TinyPictures.jpeg(xmp: xmp))
            let read = try Self.read(picture)
            #expect(read.dateTimeOriginal == "2024:05:01 10:15:30")
            #expect(read.offsetTimeOriginal == offset)
        }
    }

    @Test("a sidecar overrides the picture, the first sidecar the second, and keywords are joined")
    func sidecars() throws {
        var embedded = PictureMetadata()
        embedded.title = "embedded"
        embedded.creator = "Ann"
        embedded.tags = ["a", "b"]
        embedded.coordinate = Coordinate(latitude: 1, longitude: 2)
        let picture = try MetadataWriter().applying(embedded, to: TinyPictures.jpeg())
        let first = TinyPictures.xmp(
            Self.title("first") + Self.subject(["c", "a"]) + "<xmp:Rating>5</xmp:Rating>")
        let second = TinyPictures.xmp(
            Self.title("second") + "<exif:GPSLatitude>33,30.5S</exif:GPSLatitude>"
                + "<exif:GPSLongitude>70,15,36W</exif:GPSLongitude>")
        let read = try Self.read(picture, sidecars: [first, second])
        #expect(read.title == "first")
        #expect(read.creator == "Ann")
        #expect(read.rating == 5)
        #expect(read.tags == ["c", "a", "b"])
        #expect(abs((read.coordinate?.latitude ?? 0) + 33.50833333) < 1e-7)
        #expect(abs((read.coordinate?.longitude ?? 0) + 70.26) < 1e-9)
    }

    @Test("a damaged sidecar or XMP packet causes a warning, and the rest counts")
    func damagedXMP() throws {
        var embedded = PictureMetadata()
        embedded.make = "Maker"
        let picture = try MetadataWriter().applying(embedded, to: TinyPictures.jpeg())
        let read = try Self.read(picture, sidecars: [Array("<x:xmpmeta".utf8)])
        #expect(read.make == "Maker")
        #expect(read.warnings.contains("the XMP sidecar is damaged"))
        let packet = try Self.read(TinyPictures.jpeg(xmp: Array("<x:xmpmeta".utf8)))
        #expect(packet.width == 8)
        #expect(packet.warnings.contains { $0.contains("XMP") })
    }

    static let dates: [(String, String?, Bool)] = [
        ("2024:05:01 10:15:30", "2024:05:01 10:15:30", false),
        ("2024-05-01 10:15:30", "2024:05:01 10:15:30", false),
        ("0000:00:00 00:00:00", nil, false),
        ("    :  :     :  :  ", nil, false),
        ("2024:13:01 10:15:30", nil, true),
        ("2023:02:29 10:15:30", nil, true),
        ("2024:05:01 25:15:30", "2024:05:01 00:00:00", true),
        ("yesterday", nil, true),
        ("2024:05:01   :  :  ", "2024:05:01 00:00:00", true),
    ]

    @Test("placeholder dates are ignored, and invalid dates are reported", arguments: dates)
    func exifDates(text: String, expected: String?, isNamed: Bool) throws {
        var metadata = PictureMetadata()
        metadata.dateTimeOriginal = text
        let read = try Self.read(MetadataWriter().applying(metadata, to: TinyPictures.jpeg()))
        #expect(read.dateTimeOriginal == expected)
        #expect(read.warnings.contains { $0.contains("DateTimeOriginal") } == isNamed)
    }

    @Test("a picture without metadata has only its size")
    func bare() throws {
        var expected = PictureMetadata()
        expected.width = 8
        expected.height = 8
        #expect(try Self.read(TinyPictures.jpeg()) == expected)
    }
}
