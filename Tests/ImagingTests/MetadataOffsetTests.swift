import GalleryModel
import Imaging
import Testing

@Suite(
    "The offset of the camera's clock",
    .enabled(if: Exiftool.isInstalled, "exiftool is not installed"))
struct MetadataOffsetTests {
    /// Tags on the clock 2024:05:01 12:05:00, and the derived offset.
    struct Case: CustomTestStringConvertible, Sendable {
        var tags: [String]
        var offset: String?

        init(_ offset: String?, _ tags: String...) {
            self.tags = tags
            self.offset = offset
        }

        var testDescription: String { tags.joined(separator: " ") }
    }

    static let cases = [
        Case(nil),
        Case("+02:00", "-OffsetTimeOriginal=+02:00"),
        // The offsets of ModifyDate and of CreateDate.
        Case(nil, "-OffsetTime=+09:00"),
        Case(nil, "-OffsetTime=+09:00", "-ModifyDate=2024:05:01 12:05:00"),
        Case(nil, "-OffsetTimeDigitized=+09:00"),
        Case("+02:00", "-OffsetTime=+09:00", "-OffsetTimeOriginal=+02:00"),
        Case("+02:00", "-GPSDateStamp=2024:05:01", "-GPSTimeStamp=10:05:00"),
        Case(
            "+02:00", "-OffsetTime=+09:00", "-GPSDateStamp=2024:05:01", "-GPSTimeStamp=10:04:21.5"),
        Case("+00:00", "-GPSDateStamp=2024:05:01", "-GPSTimeStamp=12:05:59"),
        Case("+05:45", "-GPSDateStamp=2024:05:01", "-GPSTimeStamp=06:20:00"),
        Case("+14:00", "-GPSDateStamp=2024:04:30", "-GPSTimeStamp=22:05:00"),
        Case("-12:00", "-GPSDateStamp=2024:05:02", "-GPSTimeStamp=00:05:00"),
        Case("-03:30", "-GPSDateStamp=2024:05:01", "-GPSTimeStamp=15:33:10"),
        // The picture's own offset takes precedence.
        Case(
            "+01:00", "-OffsetTimeOriginal=+01:00", "-GPSDateStamp=2024:05:01",
            "-GPSTimeStamp=10:05:00"),
        // Outside the range of time zones, or between two of them.
        Case(nil, "-GPSDateStamp=2024:04:30", "-GPSTimeStamp=21:50:00"),
        Case(nil, "-GPSDateStamp=2024:05:02", "-GPSTimeStamp=00:20:00"),
        Case(nil, "-GPSDateStamp=2004:09:15", "-GPSTimeStamp=10:05:00"),
        Case(nil, "-GPSDateStamp=2024:05:01", "-GPSTimeStamp=10:00:00"),
        // Only one of two stamps.
        Case(nil, "-GPSTimeStamp=10:05:00"),
        Case(nil, "-GPSDateStamp=2024:05:01"),
        Case("-04:00", "-XMP-exif:GPSDateTime=2024:05:01 16:05:00Z"),
    ]

    @Test(
        "the offset is OffsetTimeOriginal, else derived from GPS time stamps, else unknown",
        arguments: cases)
    func offset(_ testCase: Case) throws {
        let picture = try Exiftool.changed(
            TinyPictures.jpeg(), ending: "jpg",
            ["-DateTimeOriginal=2024:05:01 12:05:00"] + testCase.tags)
        let read = try picture.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect(read.dateTimeOriginal == "2024:05:01 12:05:00")
        #expect(read.offsetTimeOriginal == testCase.offset)
    }

    @Test("a date without a time is not compared with GPS time stamps")
    func dayOnly() throws {
        let picture = try Exiftool.changed(
            TinyPictures.jpeg(), ending: "jpg",
            [
                "-XMP-exif:DateTimeOriginal=2024:05:01", "-GPSDateStamp=2024:05:01",
                "-GPSTimeStamp=00:00:00",
            ])
        let read = try picture.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect(read.dateTimeOriginal == "2024:05:01 00:00:00")
        #expect(read.offsetTimeOriginal == nil)
    }

    @Test("stamps with zero denominators or invalid hours are ignored")
    func damagedStamps() throws {
        for time: [UInt32] in [[10, 0, 5, 1, 0, 1], [25, 1, 5, 1, 0, 1], [10, 1, 5, 1]] {
            let stamps = PositionSegment(entries: [
                7: .rationals(time), 29: .ascii("2024:05:01"),
            ])
            let dated = TinyPictures.xmp(
                "<exif:DateTimeOriginal>2024-05-01T12:05:00</exif:DateTimeOriginal>")
            let read = try stamps.jpeg(xmp: dated).withUnsafeBytes {
                try MetadataReader().read(bytes: $0)
            }
            #expect(read.dateTimeOriginal == "2024:05:01 12:05:00")
            #expect(read.offsetTimeOriginal == nil)
        }
        let whole = PositionSegment(entries: [
            7: .rationals([10, 1, 5, 1, 0, 1]), 29: .ascii("2024:05:01"),
        ])
        let dated = TinyPictures.xmp(
            "<exif:DateTimeOriginal>2024-05-01T12:05:00</exif:DateTimeOriginal>")
        let read = try whole.jpeg(xmp: dated).withUnsafeBytes {
            try MetadataReader().read(bytes: $0)
        }
        #expect(read.offsetTimeOriginal == "+02:00")
    }
}
