import GalleryModel
import Imaging
import Testing

@Suite("MetadataPosition")
struct MetadataPositionTests {
    /// XMP's texts and the expected display text.
    struct Packet: Sendable {
        var latitude: String
        var longitude: String
        var expected: [Double]?
        var warnings: [String] = []
    }

    static let packets: [Packet] = [
        Packet(
            latitude: "48,51,24N", longitude: "2,21.05E", expected: [48.8566666667, 2.3508333333]),
        Packet(latitude: "33,30.5S", longitude: "70.26W", expected: [-33.5083333333, -70.26]),
        Packet(
            latitude: "-33.5", longitude: "70", expected: [-33.5, 70],
            warnings: [
                "missing-reference: XMP's latitude has no hemisphere, using its sign: '-33.5'",
                "missing-reference: XMP's longitude has no hemisphere, assumed E: '70'",
            ]),
        Packet(
            latitude: "52,30.978 N", longitude: "13 24 3.6 W", expected: [52.5163, -13.401]),
        Packet(latitude: "52 30 58.68 N", longitude: "13, 24.06 E", expected: [52.5163, 13.401]),
        Packet(latitude: "52.5163  N", longitude: "13 24.06E", expected: [52.5163, 13.401]),
        Packet(
            latitude: "52 30 58.7 9 N", longitude: "13 , N",
            warnings: [
                "unreadable: XMP's latitude is not an angle: '52 30 58.7 9 N'",
                "unreadable: XMP's longitude is not an angle: '13 , N'",
            ]),
        Packet(
            latitude: "0x10", longitude: "nan",
            warnings: [
                "unreadable: XMP's latitude is not an angle: '0x10'",
                "unreadable: XMP's longitude is not an angle: 'nan'",
            ]),
        Packet(
            latitude: "1,2,3,4N", longitude: "1,,2E",
            warnings: [
                "unreadable: XMP's latitude is not an angle: '1,2,3,4N'",
                "unreadable: XMP's longitude is not an angle: '1,,2E'",
            ]),
        Packet(
            latitude: "91,0N", longitude: "2,0E",
            warnings: ["latitude-out-of-range: XMP's latitude is beyond 90 degrees: '91,0N'"]),
        Packet(
            latitude: String(repeating: "9", count: 70) + "N", longitude: "2,0E",
            warnings: [
                "latitude-out-of-range: XMP's latitude is beyond 90 degrees: '"
                    + String(repeating: "9", count: 39) + "…'"
            ]),
        Packet(
            latitude: "48,51.4n", longitude: "2,-21.05E", expected: [48.8566666667, 2.3508333333],
            warnings: [
                "lowercase-reference: XMP's latitude has its hemisphere in lower case: '48,51.4n'",
                "signed-value: XMP's longitude has a sign and a hemisphere, using the hemisphere: "
                    + "'2,-21.05E'",
            ]),
        Packet(
            latitude: "0,0N", longitude: "0,0E",
            warnings: ["no-fix: the position is 0, 0, as written by receivers without a fix"]),
    ]

    @Test(
        "XMP's positions are read in each form, and irregular values are reported",
        arguments: packets)
    func xmpForms(packet: Packet) throws {
        let xmp = Self.xmp(packet.latitude, packet.longitude)
        let read = try Self.read(TinyPictures.jpeg(xmp: xmp))
        #expect(Self.numbers(read) == packet.expected)
        #expect(read.warnings == packet.warnings)
        #expect(read.positionText?.contains(packet.latitude.prefix(63)) == true)
    }

    /// An EXIF block beside an XMP position, and the expected display text.
    struct Fallback: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var entries: [UInt16: PositionSegment.Value]
        var expected: [Double]
        var text: String
        var warnings: [String] = []
    }

    private static let xmpWarning =
        "position-from-xmp: the EXIF position is empty or unreadable, using XMP: 33,30.5S, "
        + "70,15.6W"

    static let fallbacks: [Fallback] = [
        Fallback(
            testDescription: "EXIF has a position: it counts",
            entries: [
                1: .ascii("N"), 2: .rationals([1, 1, 0, 1, 0, 1]), 3: .ascii("E"),
                4: .rationals([2, 1, 0, 1, 0, 1]),
            ],
            expected: [1, 2], text: "1/1 0/1 0/1 N, 2/1 0/1 0/1 E"),
        Fallback(
            testDescription: "EXIF has no position: XMP's is no surprise", entries: [:],
            expected: [-33.5083333333, -70.26], text: "33,30.5S, 70,15.6W"),
        Fallback(
            testDescription: "EXIF has hemispheres alone",
            entries: [1: .ascii("N"), 3: .ascii("E")], expected: [-33.5083333333, -70.26],
            text: "33,30.5S, 70,15.6W", warnings: [xmpWarning]),
        Fallback(
            testDescription: "EXIF has no fix",
            entries: [
                1: .ascii("N"), 2: .rationals([0, 1, 0, 1, 0, 1]), 3: .ascii("E"),
                4: .rationals([0, 1, 0, 1, 0, 1]),
            ],
            expected: [-33.5083333333, -70.26], text: "33,30.5S, 70,15.6W",
            warnings: [
                "no-fix: the position is 0, 0, as written by receivers without a fix", xmpWarning,
            ]),
    ]

    @Test("XMP's position is used if EXIF's is empty or unreadable", arguments: fallbacks)
    func fallsBack(_ fallback: Fallback) throws {
        let picture = PositionSegment(entries: fallback.entries)
            .jpeg(xmp: Self.xmp("33,30.5S", "70,15.6W"))
        let read = try Self.read(picture)
        #expect(Self.numbers(read) == fallback.expected)
        #expect(read.positionText == fallback.text)
        #expect(read.warnings == fallback.warnings)
    }

    @Test("a sidecar's position overrides the picture's, and an unreadable one is only reported")
    func sidecars() throws {
        let picture = PositionSegment(entries: [
            1: .ascii("N"), 2: .rationals([1, 1, 0, 1, 0, 1]), 3: .ascii("E"),
            4: .rationals([2, 1, 0, 1, 0, 1]),
        ]).jpeg()
        let good = try Self.read(picture, sidecars: [Self.xmp("3,0N", "4,0E")])
        #expect(Self.numbers(good) == [3, 4])
        #expect(good.positionText == "3,0N, 4,0E")
        #expect(good.positionWarning == nil)
        let bad = try Self.read(picture, sidecars: [Self.xmp("north", "4,0E")])
        #expect(Self.numbers(bad) == [1, 2])
        #expect(bad.positionText == "1/1 0/1 0/1 N, 2/1 0/1 0/1 E")
        #expect(
            bad.positionWarning == "unreadable: the sidecar's latitude is not an angle: 'north'")
        let alone = try Self.read(TinyPictures.jpeg(), sidecars: [Self.xmp("north", "4,0E")])
        #expect(alone.coordinate == nil)
        #expect(alone.positionText == "north, 4,0E")
    }

    @Test("WebP and HEIC have positions and warnings as in JPEG")
    func containers() throws {
        let segment = PositionSegment(entries: [
            1: .ascii("s"), 2: .rationals([48, 1, 51, 1, 24, 1]), 3: .ascii("E"),
            4: .rationals([2, 1, 21, 1, 3, 1]), 5: .bytes([1]), 6: .rationals([4, 1]),
        ])
        for picture in [segment.jpeg(), segment.webp(FixturePictures.webp), segment.heic()] {
            let read = try Self.read(picture)
            #expect(Self.numbers(read) == [-48.8566666667, 2.3508333333, -4])
            #expect(read.positionText == "48/1 51/1 24/1 s, 2/1 21/1 3/1 E")
            #expect(
                read.positionWarning
                    == "lowercase-reference: the latitude has its hemisphere in lower case: "
                    + "'48/1 51/1 24/1 s'")
        }
    }

    private static func xmp(_ latitude: String, _ longitude: String, _ more: String = "") -> [UInt8]
    {
        TinyPictures.xmp(
            "<exif:GPSLatitude>\(latitude)</exif:GPSLatitude>"
                + "<exif:GPSLongitude>\(longitude)</exif:GPSLongitude>\(more)")
    }

    private static func read(
        _ bytes: [UInt8], sidecars: [[UInt8]] = []
    ) throws -> PictureMetadata {
        try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0, sidecars: sidecars) }
    }

    private static func numbers(_ read: PictureMetadata) -> [Double]? {
        read.coordinate.map { [$0.latitude, $0.longitude] + [$0.altitude].compactMap(\.self) }
    }
}
