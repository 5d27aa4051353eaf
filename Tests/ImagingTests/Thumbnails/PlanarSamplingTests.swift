import Imaging
import Testing

/// Files of other programs with full, half and quarter chroma.
@Suite(
    "ThumbnailSource: planes of other programs' files",
    .enabled(if: PictureTools.areInstalled, PictureTools.reason))
struct PlanarSamplingTests {
    @Test(
        "planes are close to the pixels of the same file, full-size and reduced",
        arguments: [
            ("1x1", "", true), ("2x1", "", true), ("1x2", "", true), ("2x2", "", true),
            ("1x1", "-interlace JPEG", true), ("2x2", "-interlace JPEG", true),
            ("2x2", "-define jpeg:restart-interval=2", true), ("4x1", "", false),
            ("2x2", "-colorspace Gray", false),
        ])
    func sampling(_ factor: String, _ options: String, _ isPlanar: Bool) throws {
        for (width, height) in [(240, 180), (241, 179), (33, 35)] {
            let picture = PictureTools.ppm(try Gradient.pixels(width: width, height: height))
            let bytes = try PictureTools.made(
                "a.jpg", from: ["in.ppm": picture],
                [
                    ["convert", "in.ppm", "-quality", "95", "-sampling-factor", factor]
                        + options.split(separator: " ").map(String.init) + ["a.jpg"]
                ])
            for side in [max(width, height), 100, 60, 20] {
                var planar = try source(bytes, side, .jpeg(quality: 90))
                #expect(planar.isPlanar == isPlanar, "\(factor) \(options), \(side)")
                var plain = try source(bytes, side, .png)
                let size = (max(planar.decodedWidth / 2, 1), max(planar.decodedHeight / 2, 1))
                let one = try planar.reduced(as: .bgr, width: size.0, height: size.1)
                let other = try plain.reduced(as: .bgr, width: size.0, height: size.1)
                let difference = try #require(PictureDifference(one.pixels, other.pixels))
                #expect(difference.mean < 4, "\(factor) \(options), \(side): \(difference)")
            }
        }
    }

    private func source(
        _ bytes: [UInt8], _ side: Int, _ encoding: PictureEncoding
    ) throws -> ThumbnailSource {
        try bytes.withUnsafeBytes {
            try ThumbnailMaker(encoding: encoding).decode(bytes: $0, sides: [side])
        }
    }
}
