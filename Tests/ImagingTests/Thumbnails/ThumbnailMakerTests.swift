import GalleryModel
import Imaging
import Testing

@Suite("ThumbnailMaker")
struct ThumbnailMakerTests {
    private let maker = ThumbnailMaker(encoding: .jpeg(quality: 90))

    private func made(
        _ bytes: [UInt8], _ sides: [Int], _ edit: PhotoEdit? = nil, maker: ThumbnailMaker? = nil
    ) throws -> [MadeThumbnail] {
        let maker = maker ?? self.maker
        return try bytes.withUnsafeBytes { buffer in
            var source = try maker.decode(bytes: buffer, sides: sides, edit: edit)
            return try maker.thumbnails(of: &source, sides: sides, edit: edit)
        }
    }

    private func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
        try JPEGEncoder(quality: 95).encode(Fields.pixels(width: width, height: height))
    }

    @Test("every side has its size and the picture, largest first")
    func sides() throws {
        for encoding in [PictureEncoding.jpeg(quality: 90), .webp(quality: 90), .png] {
            let thumbnails = try made(
                jpeg(800, 602), [60, 240, 120], maker: ThumbnailMaker(encoding: encoding))
            #expect(thumbnails.map(\.side) == [240, 120, 60])
            #expect(thumbnails.map(\.width) == [240, 120, 60])
            #expect(thumbnails.map(\.height) == [181, 90, 45])
            #expect(thumbnails.allSatisfy { !$0.isWhole })
            for thumbnail in thumbnails {
                let picture = try PictureDecoder().decode(thumbnail.bytes)
                #expect(picture.format == encoding.format)
                #expect(picture.width == thumbnail.width && picture.height == thumbnail.height)
                #expect(Fields.matches(picture.pixels, tolerance: 12))
            }
        }
    }

    @Test("one decode serves all sides, no larger than the largest needs")
    func decode() throws {
        let bytes = try jpeg(1600, 1200)
        for (sides, length) in [([100], 200), ([100, 201], 400), ([401, 10], 800), ([801], 1600)] {
            let picture = try bytes.withUnsafeBytes { try maker.decode(bytes: $0, sides: sides) }
            #expect(picture.decodedWidth == length)
            #expect(picture.width == 1600 && picture.height == 1200)
        }
    }

    @Test("a small picture is not enlarged and is made in full size once")
    func small() throws {
        let bytes = try jpeg(100, 80)
        let thumbnails = try made(bytes, [40, 240, 640, 1600])
        #expect(thumbnails.map(\.side) == [240, 40])
        #expect(thumbnails.map(\.isWhole) == [true, false])
        #expect(thumbnails.map(\.width) == [100, 40])
        let exact = try made(bytes, [100, 101])
        #expect(exact.map(\.side) == [100] && exact.map(\.isWhole) == [true])
        #expect(try made(bytes, []) == [] && made(bytes, [0, -5]) == [])
    }

    /// A picture with a red left half and a blue right half.
    private func redAndBlue() throws -> PixelBuffer {
        let row = (0..<320).flatMap { $0 < 160 ? [0, 0, 250] : [250, 0, 0] as [UInt8] }
        let bytes = (0..<240).flatMap { _ in row }
        return try #require(PixelBuffer(layout: .bgr, width: 320, height: 240, bytes: bytes))
    }

    private func isNear(_ color: Int, _ other: Int) -> Bool {
        [16, 8, 0].allSatisfy { abs((color >> $0 & 0xFF) - (other >> $0 & 0xFF)) <= 6 }
    }

    @Test("every side has the mean color of its pixels")
    func meanColors() throws {
        let bytes = try JPEGEncoder(quality: 95).encode(try redAndBlue())
        let thumbnails = try made(bytes, [60, 240])
        #expect(thumbnails.count == 2)
        #expect(thumbnails.allSatisfy { isNear($0.color, 0x7D_00_7D) })
        var edit = PhotoEdit()
        edit.crop = RelativeRectangle(x: 0, y: 0, width: 0.4, height: 1)
        let red = try #require(try made(bytes, [60], edit).first)
        #expect(isNear(red.color, 0xFA_00_00))
        let gray = try #require(
            PixelBuffer(
                layout: .gray, width: 100, height: 50,
                bytes: [UInt8](repeating: 0x42, count: 5_000)))
        let plain = try #require(
            try made(try JPEGEncoder(quality: 95).encode(gray), [60]).first)
        #expect(isNear(plain.color, 0x42_42_42))
    }

    @Test("thumbnails are upright", arguments: OrientationTests.stored)
    func upright(_ stored: (orientation: Int, order: [Int])) throws {
        let isTurned = stored.orientation >= 5
        let pixels = Fields.pixels(
            width: isTurned ? 240 : 320, height: isTurned ? 320 : 240, order: stored.order)
        let bytes = EXIFSegment(orientation: UInt16(stored.orientation))
            .inserted(in: try JPEGEncoder(quality: 95).encode(pixels))
        let thumbnail = try #require(try made(bytes, [80]).first)
        #expect(thumbnail.width == 80 && thumbnail.height == 60)
        #expect(Fields.matches(try PictureDecoder().decode(thumbnail.bytes).pixels, tolerance: 12))
    }

    @Test(
        "an edited picture's thumbnails contain the edit, from a decode large enough for its crop"
    )
    func edited() throws {
        var edit = PhotoEdit()
        edit.crop = RelativeRectangle(x: 0.5, y: 0, width: 0.5, height: 0.5)
        edit.effects = [AppliedEffect(.mono)]
        let png = try PictureEncoder(.png).encode(Fields.pixels(width: 1600, height: 1200))
        for (bytes, length) in [(try jpeg(1600, 1200), 800), (png, 800)] {
            var source = try bytes.withUnsafeBytes {
                try maker.decode(bytes: $0, sides: [400, 100], edit: edit)
            }
            #expect(source.decodedWidth == length && !source.isPlanar)
            let thumbnails = try maker.thumbnails(of: &source, sides: [400, 100], edit: edit)
            #expect(thumbnails.map(\.width) == [400, 100])
            #expect(thumbnails.map(\.height) == [300, 75])
            for thumbnail in thumbnails {
                // The upper right field, green, without its color.
                let pixels = try PictureDecoder().decode(thumbnail.bytes).pixels
                let middle = Fields.pixel(pixels, x: pixels.width / 2, y: pixels.height / 2)
                #expect(Set(middle).count == 1 && (100...180).contains(middle[0]), "\(middle)")
            }
        }
        // The crop has only 800 pixels.
        let whole = try made(jpeg(1600, 1200), [240, 800, 1600], edit)
        #expect(whole.map(\.side) == [800, 240] && whole.map(\.isWhole) == [true, false])
    }

    @Test("a gray JPEG stays gray, and a wide gamut is converted to sRGB")
    func colors() throws {
        let gray = try JPEGEncoder().encode(Fields.pixels(.gray, width: 320, height: 240))
        var decoded = try gray.withUnsafeBytes { try maker.decode(bytes: $0, sides: [80]) }
        let reduced = try decoded.reduced(as: .bgr, width: 80, height: 60)
        #expect(reduced.pixels.layout == .gray)
        let small = try #require(try made(gray, [80]).first)
        #expect(Fields.matches(try PictureDecoder().decode(small.bytes, as: .gray).pixels))
        let wide = try JPEGEncoder(quality: 95, profile: ICCProfile.adobeRGB.bytes)
            .encode(Fields.pixels(width: 320, height: 240))
        let thumbnail = try #require(try made(wide, [80]).first)
        let found = Fields.read(try PictureDecoder().decode(thumbnail.bytes).pixels)
        for (found, wanted) in zip(found, Fields.colors.map(ICCProfile.adobeRGB.sRGB)) {
            #expect(Fields.near(found, wanted, 12), "\(found) for \(wanted)")
        }
    }

    @Test("a truncated file gives its thumbnails and a warning")
    func damaged() throws {
        let whole = try JPEGEncoder(quality: 95).encode(Gradient.pixels(width: 640, height: 480))
        let bytes = Array(whole.prefix(whole.count / 2))
        var source = try bytes.withUnsafeBytes { try maker.decode(bytes: $0, sides: [80]) }
        #expect(source.warnings.count == 1)
        #expect(try maker.thumbnails(of: &source, sides: [80]).map(\.width) == [80])
    }

    @Test("a cache key contains the version, the encoding and the colors")
    func edit() {
        #expect(PictureEncoding.jpeg(quality: 80).thumbnailParameters == "1 jpeg q80 srgb")
        #expect(PictureEncoding.webp(quality: 70).thumbnailParameters == "1 webp q70 srgb")
    }
}
