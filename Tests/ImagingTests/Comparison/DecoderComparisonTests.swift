import Foundation
import Imaging
import Testing

/// The tolerances are in `ComparedPicture`: the mean difference of all values, of 255; in addition,
/// 2% of the values of a full-size picture and 6% of a reduced one may differ by more than 16.
@Suite(
    "PictureDecoder compared with ImageMagick and libvips",
    .enabled(if: PictureTools.areInstalled, PictureTools.reason))
struct DecoderComparisonTests {
    /// A photo-like picture: smooth slopes, waves and a few edges.
    private func picture(width: Int = 240, height: Int = 180) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let wave = Int(20 * sin(Double(x + 2 * y) / 17))
                let isInside = (x - width / 3) * (x - width / 3) + (y - 60) * (y - 60) < 900
                bytes += [
                    UInt8(30 + x * 180 / width + wave), UInt8(30 + y * 180 / height + wave),
                    UInt8(isInside ? 210 : 90 + wave),
                ]
            }
        }
        return try #require(PixelBuffer(layout: .bgr, width: width, height: height, bytes: bytes))
    }

    private func decode(_ bytes: [UInt8], _ side: Int? = nil) throws -> DecodedPicture {
        try bytes.withUnsafeBytes {
            try PictureDecoder().decode(bytes: $0, as: .bgr, longEdge: side, color: .sRGB)
        }
    }

    @Test("full-size pictures match those of the other programs", arguments: ComparedPicture.all)
    func whole(_ kind: ComparedPicture) throws {
        let bytes = try kind.bytes(picture())
        let ours = try decode(bytes)
        let difference = try #require(PictureDifference(ours.pixels, try kind.whole(bytes)))
        #expect(difference.mean <= kind.tolerance.whole, "\(difference)")
        #expect(difference.farShare <= 0.02, "\(difference)")
        #expect(ours.warnings == [])
    }

    @Test(
        "reduced pictures match vipsthumbnail's",
        arguments: ComparedPicture.all)
    func reduced(_ kind: ComparedPicture) throws {
        let bytes = try kind.bytes(picture())
        let ours = try decode(bytes, 60).pixels.bounded(toLongEdge: 60)
        let theirs = try kind.reduced(bytes, to: 60)
        let difference = try #require(PictureDifference(ours, theirs))
        #expect(difference.mean <= kind.tolerance.reduced, "\(difference)")
        #expect(difference.farShare <= 0.06, "\(difference)")
    }

    @Test("CMYK that was not converted to YCCK matches ImageMagick's")
    func plainInks() throws {
        let kind = try #require(
            ComparedPicture.all.first { $0.name == "a YCCK JPEG without a profile" })
        var bytes = try kind.bytes(picture())
        // Adobe's segment contains the encoding of the inks: 2 is YCCK, 0 is CMYK.
        let adobe = Array("Adobe".utf8)
        let start = try #require(
            bytes.indices.dropLast(12).first { Array(bytes[$0..<($0 + 5)]) == adobe })
        #expect(bytes[start + 11] == 2)
        bytes[start + 11] = 0
        let difference = try #require(
            PictureDifference(try decode(bytes).pixels, try kind.whole(bytes)))
        #expect(difference.mean <= 1 && difference.farShare <= 0.02, "\(difference)")
    }

    @Test("the decoded part of a truncated JPEG matches ImageMagick's")
    func truncated() throws {
        let kind = ComparedPicture.all[0]
        let whole = try kind.bytes(picture())
        let cut = Array(whole.prefix(whole.count * 6 / 10))
        let ours = try decode(cut)
        #expect(ours.warnings.count == 1)
        let theirs = try kind.whole(whole)
        let part = try #require(ours.pixels.cropped(x: 0, y: 0, width: 240, height: 72))
        let expected = try #require(theirs.cropped(x: 0, y: 0, width: 240, height: 72))
        let difference = try #require(PictureDifference(part, expected))
        #expect(difference.mean <= 1, "\(difference)")
    }
}
