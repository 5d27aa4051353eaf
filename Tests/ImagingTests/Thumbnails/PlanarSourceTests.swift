import Imaging
import Testing

/// Thumbnails made from planes, without conversion to color pixels.
@Suite("ThumbnailSource: planes")
struct PlanarSourceTests {
    private let maker = ThumbnailMaker(encoding: .jpeg(quality: 95))
    private let inPixels = ThumbnailMaker(encoding: .png)

    private static let sizes = [
        (1, 1), (2, 1), (1, 3), (5, 4), (8, 8), (9, 7), (16, 16), (17, 15), (31, 33), (33, 35),
        (64, 40), (131, 90),
    ]

    private func source(
        _ bytes: [UInt8], _ sides: [Int], _ maker: ThumbnailMaker? = nil
    ) throws -> ThumbnailSource {
        try bytes.withUnsafeBytes { try (maker ?? self.maker).decode(bytes: $0, sides: sides) }
    }

    private func made(
        _ bytes: [UInt8], _ sides: [Int], _ maker: ThumbnailMaker
    ) throws -> [PixelBuffer] {
        var source = try source(bytes, sides, maker)
        // Both lose equally by encoding.
        return try self.maker.thumbnails(of: &source, sides: sides).map {
            try PictureDecoder().decode($0.bytes).pixels
        }
    }

    /// Compares each thumbnail with one reduced as color pixels.
    ///
    /// The fewer pixels there are, the more of them are at the edge between two colors.
    private func compare(
        _ bytes: [UInt8], _ sides: [Int],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        var planar = try source(bytes, sides)
        #expect(planar.isPlanar, sourceLocation: location)
        let plain = try source(bytes, sides, inPixels)
        #expect(!plain.isPlanar, sourceLocation: location)
        #expect(planar.width == plain.width && planar.height == plain.height)
        #expect(planar.warnings == plain.warnings, sourceLocation: location)
        // The luma equals a decode without colors.
        let luma = try planar.reduced(
            as: .gray, width: planar.decodedWidth, height: planar.decodedHeight)
        let gray = try PictureDecoder().decode(bytes, as: .gray, longEdge: sides.max())
        #expect(luma.pixels == gray.pixels, sourceLocation: location)
        let pairs = zip(try made(bytes, sides, maker), try made(bytes, sides, inPixels))
        for (one, other) in pairs {
            let difference = try #require(PictureDifference(one, other), sourceLocation: location)
            let tolerance = 2.5 + 60 / Double(max(one.width, one.height))
            #expect(
                difference.mean <= tolerance, "\(one.width) x \(one.height): \(difference)",
                sourceLocation: location)
        }
    }

    @Test("thumbnails of all sizes are close to those from pixels", arguments: sizes)
    func everySize(_ width: Int, _ height: Int) throws {
        let bytes = try JPEGEncoder(quality: 95).encode(
            Gradient.pixels(width: width, height: height))
        let longest = max(width, height)
        let sides = Set([longest, longest / 2, longest / 3, longest / 5, longest / 9, 1])
        for side in sides where side >= 1 {
            try compare(bytes, [side])
        }
        try compare(bytes, Array(sides))
    }

    @Test(
        "thumbnails of files in a camera's orientation are close to those from pixels",
        arguments: [1, 2, 4, 8])
    func reductions(_ factor: Int) throws {
        let bytes = try JPEGEncoder(quality: 95).encode(Gradient.pixels(width: 800, height: 601))
        try compare(bytes, [800 / factor, 100 / factor])
    }

    @Test("thumbnails from planes are upright", arguments: OrientationTests.stored)
    func upright(_ stored: (orientation: Int, order: [Int])) throws {
        let isTurned = stored.orientation >= 5
        for (width, height) in [(320, 240), (163, 121)] {
            let pixels = Fields.pixels(
                width: isTurned ? height : width, height: isTurned ? width : height,
                order: stored.order)
            let bytes = EXIFSegment(orientation: UInt16(stored.orientation))
                .inserted(in: try JPEGEncoder(quality: 95).encode(pixels))
            for side in [width, 80, 30] {
                try compare(bytes, [side])
                let thumbnail = try #require(try made(bytes, [side], maker).first)
                #expect(thumbnail.width == side)
                #expect(Fields.matches(thumbnail, tolerance: 12))
            }
        }
    }

    @Test("a progressive file with full chroma is read in planes")
    func progressive() throws {
        try compare(FixturePictures.progressiveJPEG, [32, 16, 5])
    }

    @Test("files with RGB, CMYK, another profile or one channel are not read in planes")
    func others() throws {
        let gray = try JPEGEncoder().encode(Gradient.pixels(.gray, width: 64, height: 48))
        let wide = try JPEGEncoder(profile: ICCProfile.adobeRGB.bytes)
            .encode(Gradient.pixels(width: 64, height: 48))
        for bytes in [FixturePictures.rgbJPEG, FixturePictures.cmykJPEG, gray, wide] {
            #expect(try !source(bytes, [16]).isPlanar)
            #expect(try made(bytes, [16], maker).count == 1)
        }
        #expect(try !source(PictureEncoder(.png).encode(Fields.pixels()), [16]).isPlanar)
    }

    @Test("a file truncated anywhere gives the same warning or error as decoding pixels")
    func everyCut() throws {
        let gradient = try JPEGEncoder(quality: 90).encode(Gradient.pixels(width: 99, height: 70))
        for whole in [FixturePictures.progressiveJPEG, gradient] {
            for length in stride(from: 0, to: whole.count - 2, by: 7) {
                let bytes = Array(whole.prefix(length))
                let expected = Result { try source(bytes, [30], inPixels).warnings }
                let found = Result { try source(bytes, [30]).warnings }
                switch (expected, found) {
                case (.success(let one), .success(let other)): #expect(one == other)
                case (.failure(let one), .failure(let other)):
                    #expect(one as? ImagingError == other as? ImagingError)
                default: Issue.record("\(length) bytes: \(expected), \(found)")
                }
            }
        }
    }

    @Test("the missing part of a damaged file is gray, as in pixels")
    func halfAFile() throws {
        let whole = try JPEGEncoder(quality: 90).encode(Gradient.pixels(width: 640, height: 480))
        try compare(Array(whole.prefix(whole.count / 2)), [320, 80])
    }

    @Test("unusual chroma sampling is read as pixels or in planes, never wrongly or with a crash")
    func samplings() throws {
        let pixels = try Gradient.pixels(width: 67, height: 45)
        let whole = try JPEGEncoder(quality: 90).encode(pixels)
        let factors: [UInt8] = [
            0x11, 0x12, 0x21, 0x22, 0x31, 0x13, 0x41, 0x14, 0x24, 0x42, 0x44, 0x00,
        ]
        for luma in factors {
            for blue in factors {
                for red in [UInt8(0x11), blue] {
                    let bytes = Self.sampled(whole, [luma, blue, red])
                    for side in [67, 33, 16, 8] {
                        // The coded data does not fit the header: warnings are expected, but the
                        // same ones.
                        let planar = Result { try source(bytes, [side]).warnings }
                        let plain = Result { try source(bytes, [side], inPixels).warnings }
                        guard case .success(let warnings) = planar else {
                            #expect(throws: (any Error).self, "\(luma), \(blue), \(red)") {
                                try plain.get()
                            }
                            continue
                        }
                        #expect(try plain.get() == warnings)
                        #expect(try made(bytes, [side], maker).count == 1)
                    }
                }
            }
        }
    }

    @Test("a claim of too many pixels or too much memory is rejected as for pixels")
    func limits() throws {
        var limits = DecodeLimits()
        let bytes = EXIFSegment(orientation: 6).inserted(
            in: try JPEGEncoder().encode(Gradient.pixels(width: 320, height: 240)))
        // Planes have one and a half bytes per pixel, and turning makes a second copy.
        let length = 320 * 240 * 3 / 2 * 2
        for (maximum, isEnough) in [(length, true), (length - 1, false)] {
            limits.maximumBytes = maximum
            let maker = ThumbnailMaker(limits: limits, encoding: .jpeg(quality: 90))
            let found = Result { try source(bytes, [320], maker).isPlanar }
            if isEnough {
                #expect(try found.get())
            } else {
                #expect(throws: ImagingError.tooMuchMemory(bytes: length, limit: maximum)) {
                    try found.get()
                }
            }
        }
    }

    /// A JPEG with other sampling factors in its frame header.
    private static func sampled(_ bytes: [UInt8], _ factors: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let frame = bytes.indices.dropLast(18).first {
            bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0
        }
        guard let frame else { return [] }
        for (index, factor) in factors.enumerated() { bytes[frame + 11 + index * 3] = factor }
        return bytes
    }
}
