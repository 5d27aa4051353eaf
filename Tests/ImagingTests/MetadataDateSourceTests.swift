import Foundation
import GalleryModel
import Testing

@testable import Imaging

@Suite(
    "Sources of dates", .enabled(if: Exiftool.isInstalled, "exiftool is not installed"))
struct MetadataDateSourceTests {
    /// Tags for exiftool to write, and the expected values.
    struct Case: CustomTestStringConvertible, Sendable {
        var tags: [String]
        var clock: String?
        var source: String?
        var offset: String?
        var fraction: String?

        init(
            _ tags: [String], _ clock: String?, _ source: String?, offset: String? = nil,
            fraction: String? = nil
        ) {
            self.tags = tags
            self.clock = clock
            self.source = source
            self.offset = offset
            self.fraction = fraction
        }

        var testDescription: String { tags.joined(separator: " ") }
    }

    private static let day = "2003:02:03 12:00:00"

    /// Tags that exiftool can write into every container but GIF, one at a time.
    static let alone = [
        Case(["-ExifIFD:DateTimeOriginal=\(day)"], day, "ExifIFD:DateTimeOriginal"),
        Case(["-IFD0:DateTimeOriginal=\(day)"], day, "IFD0:DateTimeOriginal"),
        Case(
            [
                "-ExifIFD:CreateDate=\(day)", "-OffsetTimeDigitized=-05:00",
                "-SubSecTimeDigitized=05",
            ], day, "ExifIFD:CreateDate", offset: "-05:00", fraction: "05"),
        Case(
            ["-IFD0:ModifyDate=\(day)", "-OffsetTime=+09:00"], day, "IFD0:ModifyDate",
            offset: "+09:00"),
        Case(
            ["-GPSDateStamp=2003:02:03", "-GPSTimeStamp=12:00:00"], day, "GPS:GPSDateStamp",
            offset: "+00:00"),
    ]
    static let inXMP = [
        Case(
            ["-XMP-exif:DateTimeOriginal=\(day).5+02:00"], day, "XMP-exif:DateTimeOriginal",
            offset: "+02:00", fraction: "5"),
        Case(["-XMP-photoshop:DateCreated=\(day)"], day, "XMP-photoshop:DateCreated"),
        Case(["-XMP-photoshop:DateCreated=1978"], "1978", "XMP-photoshop:DateCreated"),
        Case(["-XMP-photoshop:DateCreated=1978:06"], "1978:06", "XMP-photoshop:DateCreated"),
        Case(["-XMP-exif:DateTimeDigitized=\(day)"], day, "XMP-exif:DateTimeDigitized"),
        Case(["-XMP-xmp:CreateDate=\(day)-05:00"], day, "XMP-xmp:CreateDate", offset: "-05:00"),
        Case(["-XMP-xmpDM:ShotDate=\(day)"], day, "XMP-xmpDM:ShotDate"),
        Case(["-XMP-dc:Date=\(day)"], day, "XMP-dc:Date"),
        Case(["-XMP-exif:GPSDateTime=\(day)Z"], day, "XMP-exif:GPSDateTime", offset: "+00:00"),
        Case(["-XMP-tiff:DateTime=\(day)"], day, "XMP-tiff:DateTime"),
        Case(["-XMP-xmp:ModifyDate=\(day)"], day, "XMP-xmp:ModifyDate"),
        Case(["-XMP-xmp:MetadataDate=\(day)"], day, "XMP-xmp:MetadataDate"),
    ]
    static let inIPTC = [
        Case(
            ["-IPTC:DateCreated=2003:02:03", "-IPTC:TimeCreated=12:00:00-03:30"], day,
            "IPTC:DateCreated", offset: "-03:30"),
        Case(
            ["-IPTC:DigitalCreationDate=2003:02:03", "-IPTC:DigitalCreationTime=12:00:00+01:00"],
            day, "IPTC:DigitalCreationDate", offset: "+01:00"),
    ]

    private static func check(_ read: PictureMetadata, _ testCase: Case, _ ending: String) {
        #expect(read.dateTimeOriginal == testCase.clock, "\(ending)")
        #expect(read.dateSource == testCase.source, "\(ending)")
        #expect(read.offsetTimeOriginal == testCase.offset, "\(ending)")
        #expect(read.subSecTimeOriginal == testCase.fraction, "\(ending)")
        let guesses = MetadataDateSource.all.filter { $0.trust == .guess }.map(\.name)
        #expect(read.isDateGuessed == guesses.contains(testCase.source ?? ""), "\(ending)")
    }

    private static func read(_ bytes: [UInt8], sidecars: [[UInt8]] = []) throws -> PictureMetadata {
        try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0, sidecars: sidecars) }
    }

    @Test("each tag is read in every container", arguments: alone + inXMP)
    func containers(_ testCase: Case) throws {
        for (ending, picture) in [
            ("jpg", TinyPictures.jpeg()), ("png", TinyPictures.png()),
            ("webp", FixturePictures.webp), ("tif", FixturePictures.tiff),
            ("avif", FixturePictures.avif),
        ] {
            let written = try Exiftool.changed(picture, ending: ending, testCase.tags)
            Self.check(try Self.read(written), testCase, ending)
        }
    }

    @Test("XMP tags are read in GIF and in sidecars", arguments: inXMP)
    func packets(_ testCase: Case) throws {
        let gif = try Exiftool.changed(FixturePictures.gif, ending: "gif", testCase.tags)
        Self.check(try Self.read(gif), testCase, "gif")
        let packet = try Exiftool.packet(testCase.tags)
        Self.check(try Self.read(TinyPictures.jpeg(), sidecars: [packet]), testCase, "xmp")
    }

    @Test("IPTC tags are read in JPEG, TIFF and PNG", arguments: inIPTC)
    func iptc(_ testCase: Case) throws {
        for (ending, picture) in [
            ("jpg", TinyPictures.jpeg()), ("tif", FixturePictures.tiff),
            ("png", TinyPictures.png()),
        ] {
            let written = try Exiftool.changed(picture, ending: ending, testCase.tags)
            Self.check(try Self.read(written), testCase, ending)
        }
    }

    static let times: [(String, String, String?)] = [
        ("163823", "16:38:23", nil), ("163823+0000", "16:38:23", "+00:00"),
        ("163823+0200", "16:38:23", "+02:00"), ("1638", "16:38:00", nil),
        ("996199", "00:00:00", nil),
    ]

    @Test("IPTC's time has its written zone, or none", arguments: times)
    func iptcTimes(time: String, clock: String, offset: String?) throws {
        let read = try Self.read(
            TinyPictures.jpeg(iptc: [(55, Array("20140102".utf8)), (60, Array(time.utf8))]))
        #expect(read.dateTimeOriginal == "2014:01:02 \(clock)")
        #expect(read.offsetTimeOriginal == offset)
    }

    static let orders = [
        // A blank, zero or invalid value in a better source.
        Case(
            ["-DateTimeOriginal=0000:00:00 00:00:00", "-CreateDate=2007:02:03 10:00:00"],
            "2007:02:03 10:00:00", "ExifIFD:CreateDate"),
        Case(
            ["-DateTimeOriginal=    :  :     :  :  ", "-XMP-xmp:CreateDate=2007:02:03 10:00:00"],
            "2007:02:03 10:00:00", "XMP-xmp:CreateDate"),
        Case(
            ["-DateTimeOriginal=05/01/2004 10:02", "-ModifyDate=2007:02:03 10:00:00"],
            "2007:02:03 10:00:00", "IFD0:ModifyDate"),
        // A camera's date precedes a program's, and a program's precedes a guess.
        Case(
            ["-CreateDate=2003:02:03 12:00:00", "-XMP-exif:DateTimeOriginal=2010:01:01 00:00:00"],
            "2003:02:03 12:00:00", "ExifIFD:CreateDate"),
        Case(
            ["-ModifyDate=2013:05:05 12:00:00", "-XMP-xmp:CreateDate=2010:01:01 00:00:00"],
            "2010:01:01 00:00:00", "XMP-xmp:CreateDate"),
        Case(
            ["-ModifyDate=2013:05:05 12:00:00", "-IPTC:DateCreated=2010:01:01"],
            "2010:01:01 00:00:00", "IPTC:DateCreated"),
        // An offset of another tag does not apply.
        Case(
            [
                "-CreateDate=2003:02:03 12:00:00", "-OffsetTimeOriginal=+09:00",
                "-OffsetTime=+08:00",
            ],
            "2003:02:03 12:00:00", "ExifIFD:CreateDate"),
        Case(
            [
                "-DateTimeOriginal=2003:02:03 12:00:00", "-ModifyDate=2003:02:03 12:00:00",
                "-CreateDate=2003:02:03 12:00:00", "-OffsetTimeDigitized=+09:00",
                "-OffsetTime=+08:00", "-XMP-xmp:ModifyDate=2003:02:03 12:00:00+07:00",
            ],
            "2003:02:03 12:00:00", "ExifIFD:DateTimeOriginal"),
        Case(
            ["-DateTimeOriginal=2003:02:03 12:00:00", "-SubSecTimeDigitized=5", "-SubSecTime=6"],
            "2003:02:03 12:00:00", "ExifIFD:DateTimeOriginal"),
    ]

    @Test("the first readable source counts, with its own offset", arguments: orders)
    func order(_ testCase: Case) throws {
        let written = try Exiftool.changed(
            TinyPictures.jpeg(), ending: "jpg", ["-n"] + testCase.tags)
        Self.check(try Self.read(written), testCase, "jpg")
    }

    @Test("a sidecar overrides the camera only with exif:DateTimeOriginal")
    func sidecars() throws {
        let picture = try Exiftool.changed(
            TinyPictures.jpeg(), ending: "jpg", ["-DateTimeOriginal=2003:02:03 12:00:00"])
        let created = try Exiftool.packet(["-XMP-photoshop:DateCreated=2010:01:01 00:00:00"])
        #expect(
            try Self.read(picture, sidecars: [created]).dateTimeOriginal == "2003:02:03 12:00:00")
        let corrected = try Exiftool.packet(["-XMP-exif:DateTimeOriginal=2010:01:01 00:00:00"])
        #expect(
            try Self.read(picture, sidecars: [corrected]).dateTimeOriginal == "2010:01:01 00:00:00")
    }

    static let pngTexts: [(String, String?, String?)] = [
        ("2019-02-03T10:00:00", "2019:02:03 10:00:00", nil),
        ("Sun, 03 Feb 2019 10:00:00 +0100", "2019:02:03 10:00:00", "+01:00"),
        ("2019:02:03 10:00:00", "2019:02:03 10:00:00", nil),
        ("Sunday", nil, nil),
    ]

    @Test("PNG's Creation Time is read, and its modification time is a guess", arguments: pngTexts)
    func png(text: String, clock: String?, offset: String?) throws {
        let change = TinyPictures.chunk("tIME", [0x07, 0xE4, 5, 6, 7, 8, 9])
        // ImageMagick writes keywords as typed.
        for keyword in ["Creation Time", "CreationTime", "creation time"] {
            let chunk = TinyPictures.chunk("tEXt", Array("\(keyword)\0\(text)".utf8))
            let read = try Self.read(TinyPictures.png(with: chunk + change))
            #expect(read.dateTimeOriginal == clock ?? "2020:05:06 07:08:09")
            #expect(read.offsetTimeOriginal == (clock == nil ? "Z" : offset))
            #expect(read.dateSource == (clock == nil ? "PNG:ModifyDate" : "PNG:CreationTime"))
            #expect(read.isDateGuessed == (clock == nil))
        }
    }

    static let quarters: [(String, String?)] = [
        ("12:00:00", nil), ("08:45:00", "+05:30"), ("08:30:00", "+05:45"), ("05:00:00", nil),
        ("12:15:00", "+02:00"), ("12:13:00", "+02:00"), ("12:12:30", nil), ("17:45:00", "-03:30"),
    ]

    @Test(
        "offsets from GPS are rounded to existing time zones, within two minutes",
        arguments: quarters)
    func gpsOffsets(time: String, offset: String?) throws {
        let written = try Exiftool.changed(
            TinyPictures.jpeg(), ending: "jpg",
            [
                "-DateTimeOriginal=2024:07:01 14:15:00", "-GPSDateStamp=2024:07:01",
                "-GPSTimeStamp=\(time)",
            ])
        #expect(try Self.read(written).offsetTimeOriginal == offset)
    }

    @Test("docs/formats.md lists the sources in their order")
    func documented() throws {
        func containers(_ source: MetadataDateSource) -> String {
            switch (source.date.prefix(4), source.isInSidecars, source.isInPicture) {
            case ("Exif", _, _): "JPEG, TIFF, PNG, WebP, HEIC, AVIF"
            case ("Iptc", _, _): "JPEG, TIFF, PNG"
            case ("Png.", _, _): "PNG"
            case ("Xmp.", true, false): "sidecars"
            case ("Xmp.", false, true): "pictures"
            case ("Xmp.", _, _): "sidecars, then pictures"
            default: "the name of the file, also of an uploaded one"
            }
        }
        func cell(_ key: String) -> String {
            "`\(key.split(separator: ".").last.map(String.init) ?? key)`"
        }
        let rows = MetadataDateSource.all.enumerated().map { index, source in
            let isInText = source.date.hasPrefix("Xmp.") || source.date.hasPrefix("Png.")
            let offset =
                source.isUTC
                ? "UTC"
                : source.offsets.first.map(cell)
                    ?? (isInText || source.time != nil ? "its own text" : "")
            let with = [source.time, source.fraction].compactMap(\.self).map(cell)
                .joined(separator: ", ")
            return
                "| \(index + 1) | `\(source.name)` | \(containers(source)) | \(with) | \(offset) | "
                + "\(source.trust.rawValue) |"
        }
        let table = rows.joined(separator: "\n")
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/formats.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains(table), "docs/formats.md must contain:\n\(table)")
    }
}
