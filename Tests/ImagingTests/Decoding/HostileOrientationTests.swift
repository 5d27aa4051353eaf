import Imaging
import Testing

@Suite("EXIF orientation in hostile files")
struct HostileOrientationTests {
    private static let jpeg = TinyPictures.jpeg()

    private static func orientation(_ bytes: [UInt8]) throws -> Int {
        try PictureDecoder().decode(bytes, as: .gray).orientation
    }

    static let odd: [(String, EXIFSegment, Int)] = [
        ("a long number", EXIFSegment(orientation: 6, type: 4), 6),
        ("zero", EXIFSegment(orientation: 0), 1),
        ("nine", EXIFSegment(orientation: 9), 1),
        ("a type that is no number", EXIFSegment(orientation: 6, type: 2), 1),
        ("two values", EXIFSegment(orientation: 6, valueCount: 2), 1),
        ("a directory beyond the segment", EXIFSegment(orientation: 6, directory: 5000), 1),
        ("a directory beyond everything", EXIFSegment(orientation: 6, directory: .max), 1),
        ("a directory in the header", EXIFSegment(orientation: 6, directory: 0), 1),
        ("no entries", EXIFSegment(orientation: 6, claimedEntries: 0), 1),
        ("more entries than bytes", EXIFSegment(orientation: 6, claimedEntries: .max), 6),
        (
            "more entries, none of them right",
            EXIFSegment(orientation: 6, claimedEntries: .max, keptBytes: 28), 1
        ),
        ("behind many entries", EXIFSegment(orientation: 3, leading: Array(1...200)), 3),
    ]

    @Test("invalid orientations count as upright", arguments: odd, [true, false])
    func oddSegments(_ odd: (String, EXIFSegment, Int), _ isLittleEndian: Bool) throws {
        var segment = odd.1
        segment.isLittleEndian = isLittleEndian
        let found = try HostileOrientationTests.orientation(
            segment.inserted(in: HostileOrientationTests.jpeg))
        #expect(found == odd.2, "\(odd.0)")
    }

    @Test("a segment truncated at any byte is harmless", arguments: 0..<50)
    func cuts(_ length: Int) throws {
        let segment = EXIFSegment(orientation: 6, keptBytes: length)
        let found = try HostileOrientationTests.orientation(
            segment.inserted(in: HostileOrientationTests.jpeg))
        // The entry's last byte is the 40th.
        #expect(found == (length >= 40 ? 6 : 1))
    }

    @Test("the EXIF segment is found after others, and the first one counts")
    func behindOthers() throws {
        let six = EXIFSegment(orientation: 6).inserted(in: HostileOrientationTests.jpeg)
        let both = EXIFSegment(orientation: 8).inserted(in: six)
        #expect(try HostileOrientationTests.orientation(both) == 8)
        let comment = TinyPictures.segment(0xFE, [UInt8](repeating: 0x41, count: 60_000))
        let following = six[..<2] + comment + comment + [0xFF] + six[2...]
        #expect(try HostileOrientationTests.orientation(Array(following)) == 6)
    }
}
