import GalleryModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Orientation", .enabled(if: Exiftool.isInstalled, "exiftool is not installed"))
struct MetadataOrientationTests {
    /// The orientations of EXIF, XMP and a sidecar.
    static let turns: [(exif: Int?, xmp: Int?, sidecar: Int?)] = {
        var turns: [(exif: Int?, xmp: Int?, sidecar: Int?)] = []
        let others: [Int?] = [nil, 1, 6, 8]
        for exif in others.dropLast() {
            for xmp in others { turns += others.map { (exif: exif, xmp: xmp, sidecar: $0) } }
        }
        return turns
    }()

    @Test(
        "only the picture's own EXIF determines the orientation, as for its pixels",
        arguments: turns)
    func sources(exif: Int?, xmp: Int?, sidecar: Int?) throws {
        let tags =
            ["-n"] + (exif.map { ["-IFD0:Orientation=\($0)"] } ?? [])
            + (xmp.map { ["-XMP-tiff:Orientation=\($0)"] } ?? [])
        let packets = try sidecar.map {
            [try Exiftool.packet(["-n", "-XMP-tiff:Orientation=\($0)"])]
        }
        for (ending, picture) in [
            ("jpg", TinyPictures.jpeg()), ("png", FixturePictures.png16),
            ("webp", FixturePictures.webp), ("tif", FixturePictures.tiff),
        ] {
            let written =
                tags.count == 1 ? picture : try Exiftool.changed(picture, ending: ending, tags)
            let read = try written.withUnsafeBytes {
                try MetadataReader().read(bytes: $0, sidecars: packets ?? [])
            }
            let decoded = try PictureDecoder().decode(written, as: .gray)
            #expect(read.orientation ?? 1 == exif ?? 1, "\(ending)")
            let isSideways = (read.orientation ?? 1) >= 5
            #expect(decoded.width == (isSideways ? read.height : read.width), "\(ending)")
            #expect(decoded.height == (isSideways ? read.width : read.height), "\(ending)")
            let others = [xmp, sidecar].compactMap(\.self).filter { $0 != exif ?? 1 }
            #expect(
                read.warnings.count { $0.contains("orientation") } == others.count, "\(ending)")
        }
    }

    @Test("a PNG's EXIF counts before and after its pixels, and as a profile", arguments: 1...8)
    func png(orientation: Int) throws {
        let tiff = EXIFSegment(orientation: UInt16(orientation)).tiff
        let chunk = TinyPictures.chunk("eXIf", tiff)
        let digits = (Array("Exif\0\0".utf8) + tiff).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        let hex = digits.joined()
        let text = "Raw profile type exif\0\nexif\n  \(digits.count)\n\(hex)\n"
        let profile = TinyPictures.chunk("tEXt", Array(text.utf8))
        let plain = FixturePictures.png16
        // After the signature and the header chunk, and before the end chunk.
        var files: [[UInt8]] = []
        for piece in [chunk, profile] {
            files.append(Array(plain[..<33]) + piece + Array(plain[33...]))
            files.append(Array(plain.dropLast(12)) + piece + Array(plain.suffix(12)))
        }
        let decoder = PictureDecoder()
        let expected = try decoder.decode(plain, as: .bgr).pixels.upright(orientation: orientation)
        for file in files {
            let read = try file.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(read.orientation == orientation)
            let decoded = try decoder.decode(file, as: .bgr)
            #expect(decoded.orientation == orientation && decoded.pixels == expected)
            #expect(decoded.width == expected.width && decoded.height == expected.height)
            let small = try decoder.decode(file, as: .bgr, longEdge: 16)
            #expect(
                small.width == expected.width && max(small.pixels.width, small.pixels.height) == 16)
        }
    }
}
