import Basics
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Imaging

@Suite("PictureIntegrity")
struct PictureIntegrityTests {
    private static let jpeg = TinyPictures.jpeg()
    private static let png = TinyPictures.png()
    private static let pngHeader = png.head(33)
    private static let wrongSum: [UInt8] = [0, 0, 0, 3] + Array("tEXtabc".utf8) + [1, 2, 3, 4]
    private static let thumbnail = TinyPictures.segment(0xE1, Array("Exif\0\0".utf8) + jpeg)
    private static let whole = TinyPictures.jpeg(segments: [thumbnail])
    private static let scans = joined(
        jpeg.dropping(2), TinyPictures.segment(0xC4, [0xFF, 0xD8, 0, 0]),
        TinyPictures.segment(0xDA, [1, 1, 0, 0, 63, 0]), [0x11, 0xFF, 0xD3, 0x12, 0xFF, 0xD9])
    private static let gif = FixturePictures.gif
    private static let webp = FixturePictures.webp

    private static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }

    /// A file with a name for the test report.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var format: PictureFormat
        var bytes: [UInt8]

        init(_ name: String, _ format: PictureFormat, _ parts: [UInt8]...) {
            testDescription = name
            self.format = format
            bytes = parts.flatMap(\.self)
        }
    }

    static let complete = [
        Case("plain", .jpeg, jpeg),
        Case("with a thumbnail", .jpeg, whole),
        Case("zeros after the end", .jpeg, whole, [UInt8](repeating: 0, count: 5000)),
        Case("a second picture after the end", .jpeg, whole, jpeg),
        Case("a film cut short after the end", .jpeg, whole, Array("....ftypmp42....".utf8)),
        Case("a second picture cut short after the end", .jpeg, whole, jpeg.dropping(5)),
        Case("several scans with restart markers", .jpeg, scans),
        Case("stray bytes between segments", .jpeg, [0xFF, 0xD8, 0, 0x41], whole.skipping(2)),
        Case("fill bytes before a marker", .jpeg, [0xFF, 0xD8, 0xFF, 0xFF], whole.skipping(2)),
        Case("plain PNG", .png, png),
        Case("bytes after the PNG's end", .png, png, [1, 2, 3]),
        Case(
            "PNG with a text of a wrong checksum", .png, pngHeader, wrongSum, png.skipping(33)),
        Case("GIF", .gif, gif),
        Case("padded GIF", .gif, gif, [0, 0]),
        Case("bytes after the GIF's end", .gif, gif, [1, 2, 3]),
        Case("WebP", .webp, webp),
        Case("bytes after the WebP's end", .webp, webp, [1, 2, 3]),
        Case("TIFF", .tiff, FixturePictures.tiff),
        Case("HEIC", .heif, FixturePictures.heic),
        Case(
            "zeros after the HEIC's end", .heif, FixturePictures.heic, [0, 0, 0, 0, 0, 0, 0, 0, 0]),
        Case("a film after the HEIC's end", .heif, FixturePictures.heic, HEIFFile.box("mpvd", [1])),
        Case("AVIF", .avif, FixturePictures.avif),
        Case("no check for this type", .document("PDF"), [1]),
    ]

    static let damaged = [
        Case("no end, but a thumbnail with one", .jpeg, whole.dropping(2)),
        Case("the end's second byte is missing", .jpeg, whole.dropping(1)),
        Case("cut inside of the thumbnail", .jpeg, whole.head(60)),
        Case("a tail of zeros in place of data", .jpeg, whole.dropping(4), [0, 0, 0, 0]),
        Case("cut between scans", .jpeg, scans.dropping(9)),
        Case("headers alone", .jpeg, [0xFF, 0xD8, 0xFF, 0xD9]),
        Case("a segment of length 1", .jpeg, [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0xFF, 0xD9]),
        Case("two bytes", .jpeg, [0xFF, 0xD8]),
        Case("no JPEG", .jpeg, Array("hello".utf8)),
        Case("PNG without its end chunk", .png, png.dropping(12)),
        Case("PNG without its last checksum byte", .png, png.dropping(1)),
        Case("PNG cut inside of its data", .png, png.head(45)),
        Case("PNG with a changed byte", .png, png.head(45), [0x61], png.skipping(46)),
        Case("PNG with a changed checksum", .png, png.head(51), [9], png.skipping(52)),
        Case("PNG with a changed header", .png, png.head(19), [3], png.skipping(20)),
        Case(
            "PNG with a huge chunk", .png, pngHeader, [0xFF, 0xFF, 0xFF, 0xFF], Array("IDAT".utf8)),
        Case("PNG without picture data", .png, pngHeader, TinyPictures.chunk("IEND", [])),
        Case("GIF cut short", .gif, gif.dropping(1)),
        Case("GIF without a frame", .gif, gif.head(13), [0x3B]),
        Case("GIF with a strange block", .gif, gif.head(25), [0x99], gif.skipping(26)),
        Case("WebP cut short", .webp, webp.dropping(1)),
        Case("WebP without a picture", .webp, Array("RIFF\u{4}\0\0\0WEBP".utf8)),
        Case("HEIC without a header", .heif, FixturePictures.heic.head(28)),
        Case(
            "HEIC with a box beyond its end", .heif, FixturePictures.heic, [0, 0, 1, 0],
            Array("free".utf8)),
        Case("empty", .png, []),
    ]

    @Test("intact files are complete, whatever follows their end", arguments: complete)
    func completeFiles(_ file: Case) {
        #expect(PictureIntegrityTests.damage(file.format, file.bytes) == nil)
    }

    @Test("truncated or overwritten files are damaged", arguments: damaged)
    func damagedFiles(_ file: Case) {
        #expect(PictureIntegrityTests.damage(file.format, file.bytes) != nil)
    }

    @Test("a JPEG truncated at any byte is damaged")
    func everyCut() {
        for length in 0..<PictureIntegrityTests.whole.count {
            let part = Array(PictureIntegrityTests.whole.prefix(length))
            #expect(PictureIntegrityTests.damage(.jpeg, part) != nil, "\(length) bytes")
        }
    }

    @Test("any number of zeros after the end is ignored, and no other data")
    func zeros() {
        for count in [0, 1, 4095, 4096, 4097, 12_288, 20_000] {
            let zeros = [UInt8](repeating: 0, count: count)
            let length = PictureIntegrityTests.whole.count
            for bytes in [PictureIntegrityTests.whole + zeros, zeros] {
                let expected = bytes.count == count ? 0 : length
                #expect(bytes.withUnsafeBytes { $0.lengthWithoutTrailingZeros } == expected)
            }
            for index in stride(from: 0, to: count, by: 997) {
                var marked = zeros
                marked[index] = 1
                #expect(marked.withUnsafeBytes { $0.lengthWithoutTrailingZeros } == index + 1)
            }
        }
    }

    @Test("checking 64 MB of trailing zeros is as fast as comparing as much memory a few times")
    func zerosInTime() {
        let bytes = PictureIntegrityTests.whole + [UInt8](repeating: 0, count: 64 << 20)
        let clock = ContinuousClock()
        var compared = Duration.seconds(60)
        var checked = compared
        bytes.withUnsafeBytes { buffer in
            for _ in 0..<3 {
                compared = min(
                    compared,
                    clock.measure {
                        let start = buffer.baseAddress.map { $0 + 4096 }
                        #expect(start.map { memcmp($0, $0 + 1, buffer.count - 4097) } == 0)
                    })
                checked = min(
                    checked,
                    clock.measure { #expect(PictureIntegrity.damage(.jpeg, buffer) == nil) })
            }
        }
        #expect(checked < compared * 8 + .milliseconds(5))
    }

    private static func damage(_ format: PictureFormat, _ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { PictureIntegrity.damage(format, $0) }
    }
}

extension [UInt8] {
    fileprivate func head(_ count: Int) -> [UInt8] { Array(prefix(count)) }

    fileprivate func dropping(_ count: Int) -> [UInt8] { Array(dropLast(count)) }

    fileprivate func skipping(_ count: Int) -> [UInt8] { Array(dropFirst(count)) }
}
