import Imaging
import Testing

@Suite("PictureDecoder: JPEG")
struct JPEGDecodingTests {
    private let decoder = PictureDecoder()

    @Test(
        "what is encoded comes back, in both layouts", arguments: [PixelBuffer.Layout.grey, .bgr])
    func roundTrip(_ layout: PixelBuffer.Layout) throws {
        let pixels = Fields.pixels(layout)
        let picture = try decoder.decode(JPEGEncoder(quality: 95).encode(pixels), as: layout)
        #expect(Fields.matches(picture.pixels))
        #expect(picture.pixels.width == 32 && picture.pixels.height == 24)
        #expect(picture.width == 32 && picture.height == 24)
        #expect(picture.format == .jpeg && picture.orientation == 1 && picture.warnings == [])
    }

    @Test("a better quality comes nearer and takes more bytes")
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

    @Test("a grey JPEG decodes to colours, and a colour one to luma")
    func crossLayouts() throws {
        let grey = try JPEGEncoder(quality: 95).encode(Fields.pixels(.grey))
        let colours = Fields.read(try decoder.decode(grey, as: .bgr).pixels)
        let luma = Fields.read(Fields.pixels(.grey))
        for (colour, level) in zip(colours, luma) {
            #expect(Fields.near(colour, [level[0], level[0], level[0]], 3))
        }
        let colour = try JPEGEncoder(quality: 95).encode(Fields.pixels(.bgr))
        #expect(Fields.matches(try decoder.decode(colour, as: .grey).pixels))
    }

    static let kinds = [
        ("progressive", FixturePictures.progressiveJPEG),
        ("stored as RGB", FixturePictures.rgbJPEG),
        ("Adobe's inverted CMYK", FixturePictures.cmykJPEG),
        // Without Adobe's segment, 0 is no ink: the inks are the complement then.
        ("plain CMYK", complemented(withoutAdobe: FixturePictures.cmykJPEG)),
    ]

    @Test("every kind has the right colours and luma", arguments: kinds)
    func everyKind(_ name: String, _ bytes: [UInt8]) throws {
        let isPlain = name == "plain CMYK"
        for layout in [PixelBuffer.Layout.bgr, .grey] {
            let picture = try decoder.decode(bytes, as: layout)
            #expect(picture.width == 32 && picture.height == 24)
            if isPlain {
                // Every field is black: the fixture's fourth ink, 255, is full now.
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
        "the extremes of size decode", arguments: [(1, 1), (30_000, 2), (2, 30_000), (65_500, 1)])
    func sizes(_ width: Int, _ height: Int) throws {
        for layout in [PixelBuffer.Layout.bgr, .grey] {
            let bytes = try JPEGEncoder().encode(
                Fields.pixels(layout, width: width, height: height))
            let whole = try decoder.decode(bytes, as: layout)
            #expect(whole.pixels.width == width && whole.pixels.height == height)
            let small = try decoder.decode(bytes, as: layout, longestSide: 1)
            #expect(small.pixels.width == (width + 7) / 8)
            #expect(small.pixels.height == (height + 7) / 8)
            #expect(small.width == width && small.height == height)
        }
    }

    @Test(
        "the smallest reduction that reaches the wanted side is taken, and nothing is enlarged",
        arguments: [
            (nil, 800), (1, 100), (100, 100), (101, 200), (200, 200), (201, 400), (401, 800),
            (800, 800), (5000, 800), (0, 100), (-5, 100), (Int.max, 800),
        ] as [(Int?, Int)])
    func reductions(_ wanted: Int?, _ longest: Int) throws {
        let bytes = try JPEGEncoder().encode(Fields.pixels(.grey, width: 800, height: 600))
        let picture = try decoder.decode(bytes, as: .grey, longestSide: wanted)
        #expect(picture.pixels.width == longest && picture.pixels.height == longest * 3 / 4)
        #expect(picture.width == 800 && picture.height == 600)
    }

    @Test("a small picture is not reduced where that is asked for")
    func wholeUpTo() throws {
        let bytes = try JPEGEncoder().encode(Fields.pixels(.grey, width: 800, height: 600))
        for (limit, width) in [(799, 100), (800, 800)] {
            let picture = try bytes.withUnsafeBytes { buffer in
                try decoder.decode(bytes: buffer, as: .grey, longestSide: 100, wholeUpTo: limit)
            }
            #expect(picture.pixels.width == width)
        }
    }

    @Test(
        "a reduced picture is the whole one averaged",
        arguments: [PixelBuffer.Layout.grey, .bgr], [8, 4, 2])
    func averages(_ layout: PixelBuffer.Layout, _ factor: Int) throws {
        let pixels = try Gradient.pixels(layout, width: 400, height: 240)
        let bytes = try JPEGEncoder(quality: 95).encode(pixels)
        let whole = try decoder.decode(bytes, as: layout).pixels
        let reduced = try decoder.decode(bytes, as: layout, longestSide: 400 / factor).pixels
        let averaged = try Gradient.averaged(whole, by: factor)
        #expect(reduced.width == averaged.width && reduced.height == averaged.height)
        #expect(Gradient.difference(reduced, averaged) < 2)
    }
}
