@testable import GalleryWeb
import Testing

@Suite("Byte ranges")
struct ByteRangeTests {
    @Test(
        "the Range header is parsed",
        arguments: [
            (nil, ByteRange.whole),
            ("bytes=0-0", .part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=3-5", .part(3..<6)),
            ("bytes=3-", .part(3..<10)), ("bytes=0-", .part(0..<10)), ("bytes=9-", .part(9..<10)),
            ("bytes=5-99", .part(5..<10)), ("bytes=-1", .part(9..<10)),
            ("bytes=-10", .part(0..<10)),
            ("bytes=-99", .part(0..<10)), ("Bytes=1-2", .part(1..<3)),
            ("bytes= 1-2 ", .part(1..<3)),
            ("bytes=,1-2,", .part(1..<3)), ("bytes=1-2, ,", .part(1..<3)),
            ("bytes=0-99999999999999999999999", .part(0..<10)),
            ("bytes=-99999999999999999999999", .part(0..<10)),
            ("bytes=0-9223372036854775807", .part(0..<10)),
            ("bytes=-9223372036854775807", .part(0..<10)),
            ("bytes=0000000000000000000000001-2", .part(1..<3)),
            ("bytes=10-", .unsatisfiable), ("bytes=10-10", .unsatisfiable),
            ("bytes=11-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999999-", .unsatisfiable),
            ("bytes=99999999999999999999998-99999999999999999999999", .unsatisfiable),
            ("bytes=5-3", .whole), ("bytes=a-3", .whole), ("bytes=1-b", .whole),
            ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole), ("", .whole), ("=", .whole),
            ("bytes=1", .whole), ("bytes=1-2-3", .whole), ("bytes=--1", .whole),
            ("bytes=+1-2", .whole), ("bytes=1 - 2", .whole), ("bytes =1-2", .whole),
            ("bytes=0-1,3-4", .whole), ("bytes=0-1,-1", .whole), ("bytes=20-30,40-50", .whole),
            ("seconds=1-2", .whole), ("bytes=0x1-2", .whole), ("bytes=١-٢", .whole),
        ])
    func readsTheHeader(_ header: String?, _ range: ByteRange) {
        #expect(ByteRange(header, size: 10) == range)
    }

    @Test(
        "no range of an empty file can be satisfied",
        arguments: [
            ("bytes=0-0", ByteRange.unsatisfiable), ("bytes=0-", .unsatisfiable),
            ("bytes=-1", .whole), ("bytes=-0", .unsatisfiable), ("bytes=1-0", .whole),
        ])
    func knowsThatNothingHasNoParts(_ header: String, _ range: ByteRange) {
        #expect(ByteRange(header, size: 0) == range)
    }

    @Test("every range of a small file is parsed correctly")
    func takesEveryRangeOfASmallFileAsItIs() {
        for size in 1...5 {
            for first in 0..<7 {
                for last in 0..<7 {
                    let expected: ByteRange =
                        first > last
                        ? .whole
                        : first >= size ? .unsatisfiable : .part(first..<min(last + 1, size))
                    #expect(ByteRange("bytes=\(first)-\(last)", size: size) == expected)
                }
            }
        }
    }
}
