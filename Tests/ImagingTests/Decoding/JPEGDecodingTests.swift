import Imaging
import Testing

@Suite("PictureDecoder: JPEG")
struct JPEGDecodingTests {
    private let decoder = PictureDecoder()

    @Test(
        "an encoded picture decodes to the same pixels, in both layouts",
        arguments: [PixelBuffer.Layout.gray, .bgr])
    func roundTrip(_ layout: PixelBuffer.Layout) throws {
        let pixels = Fields.pixels(layout)
        let picture = try decoder.decode(JPEGEncoder(quality: 95).encode(pixels), as: layout)
        #expect(Fields.matches(picture.pixels))
        #expect(picture.pixels.width == 32 && picture.pixels.height == 24)
        #expect(picture.width == 32 && picture.height == 24)
        #expect(picture.format == .jpeg && picture.orientation == 1 && picture.warnings == [])
    }

    @Test("a better quality is closer and takes more bytes")
    func quality() throws {
        let pixels = try Gradient.pixels(width: 200, height: 120)
        let poor = try JPEGEncoder(quality: 10).encode(pixels)
        let good = try JPEGEncoder(quality: 95).encode(pixels)
        #expect(poor.count < good.count)
        let difference = try [poor, good].map {
            try Gradient.difference(pixels, decoder.decode($0).pixels)
        }
        #expect(difference[1] < difference[0])
    }

    @Test("a gray JPEG decodes to colors, and a color one to luma")
    func crossLayouts() throws {
        let gray = try JPEGEncoder(quality: 95).encode(Fields.pixels(.gray))
        let colors = Fields.read(try decoder.decode(gray, as: .bgr).pixels)
        let luma = Fields.read(Fields.pixels(.gray))
        for (color, level) in zip(colors, luma) {
            #expect(Fields.near(color, [level[0], level[0], level[0]], 3))
        }
        let color = try JPEGEncoder(quality: 95).encode(Fields.pixels(.bgr))
        #expect(Fields.matches(try decoder.decode(color, as: .gray).pixels))
    }

    static let kinds = [
        ("progressive", FixturePictures.progressiveJPEG),
        ("stored as RGB", FixturePictures.rgbJPEG),
        ("Adobe's inverted CMYK", FixturePictures.cmykJPEG),
        // Without Adobe's segment, 0 means no ink: the inks are then complemented.
        ("plain CMYK", complemented(withoutAdobe: FixturePictures.cmykJPEG)),
    ]

    @Test("every kind has the right colors and luma", arguments: kinds)
    func everyKind(_ name: String, _ bytes: [UInt8]) throws {
        let isPlain = name == "plain CMYK"
        for layout in [PixelBuffer.Layout.bgr, .gray] {
            let picture = try decoder.decode(bytes, as: layout)
            #expect(picture.width == 32 && picture.height == 24)
            if isPlain {
                // Every field is black: the fixture's fourth ink, 255, is now full.
                #expect(Fields.read(picture.pixels).allSatisfy { $0.allSatisfy { $0 < 8 } })
            } else {
                #expect(Fields.matches(picture.pixels, tolerance: 8))
            }
        }
    }

    private static func complemented(withoutAdobe bytes: [UInt8]) -> [UInt8] {
        // The segment follows the start marker: 2 bytes of marker, 14 of segment.
        Array(bytes[..<2] + bytes[18...])
    }

    @Test(
        "extreme sizes decode", arguments: [(1, 1), (30_000, 2), (2, 30_000), (65_500, 1)])
    func sizes(_ width: Int, _ height: Int) throws {
        for layout in [PixelBuffer.Layout.bgr, .gray] {
            let bytes = try JPEGEncoder().encode(
                Fields.pixels(layout, width: width, height: height))
            let whole = try decoder.decode(bytes, as: layout)
            #expect(whole.pixels.width == width && whole.pixels.height == height)
            let small = try decoder.decode(bytes, as: layout, longEdge: 1)
            #expect(small.pixels.width == (width + 7) / 8)
            #expect(small.pixels.height == (height + 7) / 8)
            #expect(small.width == width && small.height == height)
        }
    }

    @Test(
        "the strongest reduction that is still large enough is used, and nothing is enlarged",
        arguments: [
            (nil, 800), (1, 100), (100, 100), (101, 200), (200, 200), (201, 400), (401, 800),
            (800, 800), (5000, 800), (0, 100), (-5, 100), (Int.max, 800),
        ] as [(Int?, Int)])
    func reductions(_ wanted: Int?, _ longest: Int) throws {
        let bytes = try JPEGEncoder().encode(Fields.pixels(.gray, width: 800, height: 600))
        let picture = try decoder.decode(bytes, as: .gray, longEdge: wanted)
        #expect(picture.pixels.width == longest && picture.pixels.height == longest * 3 / 4)
        #expect(picture.width == 800 && picture.height == 600)
    }

    @Test("a picture up to the given size is not reduced")
    func fullSizeUpTo() throws {
        let bytes = try JPEGEncoder().encode(Fields.pixels(.gray, width: 800, height: 600))
        for (limit, width) in [(799, 100), (800, 800)] {
            let picture = try bytes.withUnsafeBytes { buffer in
                try decoder.decode(bytes: buffer, as: .gray, longEdge: 100, fullSizeUpTo: limit)
            }
            #expect(picture.pixels.width == width)
        }
    }

    @Test(
        "a reduced picture is the average of the full one",
        arguments: [PixelBuffer.Layout.gray, .bgr], [8, 4, 2])
    func averages(_ layout: PixelBuffer.Layout, _ factor: Int) throws {
        let pixels = try Gradient.pixels(layout, width: 400, height: 240)
        let bytes = try JPEGEncoder(quality: 95).encode(pixels)
        let whole = try decoder.decode(bytes, as: layout).pixels
        let reduced = try decoder.decode(bytes, as: layout, longEdge: 400 / factor).pixels
        let averaged = try Gradient.averaged(whole, by: factor)
        #expect(reduced.width == averaged.width && reduced.height == averaged.height)
        #expect(Gradient.difference(reduced, averaged) < 2)
    }
}
