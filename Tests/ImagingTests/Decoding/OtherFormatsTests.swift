import GalleryModel
import Imaging
import Testing

@Suite("PictureDecoder: types other than JPEG")
struct OtherFormatsTests {
    private let decoder = PictureDecoder()

    static let opaque: [(String, PictureFormat, [UInt8], Int)] = [
        ("a palette PNG", .png, FixturePictures.palettePNG, 32),
        ("an interlaced PNG", .png, FixturePictures.interlacedPNG, 32),
        ("a 16-bit PNG", .png, FixturePictures.png16, 32),
        ("a WebP", .webp, FixturePictures.webp, 32),
        ("a HEIC", .heif, FixturePictures.heic, 64),
        ("an AVIF", .avif, FixturePictures.avif, 64),
        ("a TIFF", .tiff, FixturePictures.tiff, 32),
        ("a GIF's first frame", .gif, FixturePictures.gif, 32),
    ]

    @Test("each type has its colors and luma, full-size and reduced", arguments: opaque)
    func colors(_ name: String, _ format: PictureFormat, _ bytes: [UInt8], _ width: Int) throws {
        for layout in [PixelBuffer.Layout.bgr, .gray] {
            for wanted in [nil, 16, 1000] as [Int?] {
                let picture = try decoder.decode(bytes, as: layout, longEdge: wanted)
                #expect(picture.format == format && picture.warnings == [])
                #expect(picture.width == width && picture.height == width * 3 / 4)
                #expect(picture.pixels.width == min(wanted ?? width, width))
                #expect(picture.pixels.height == min(wanted ?? width, width) * 3 / 4)
                #expect(Fields.matches(picture.pixels, tolerance: 10), "\(name), \(layout)")
            }
        }
    }

    @Test(
        "transparent pixels become white",
        arguments: [
            FixturePictures.alphaPNG, FixturePictures.alphaPNG16, FixturePictures.alphaWebP,
        ])
    func transparency(_ bytes: [UInt8]) throws {
        let picture = try decoder.decode(bytes)
        let fields = Fields.read(picture.pixels)
        #expect(fields[0] == [255, 255, 255] && fields[2] == [255, 255, 255])
        #expect(Fields.near(fields[1], Fields.colors[1], 2))
        #expect(Fields.near(fields[3], Fields.colors[3], 2))
        let gray = try decoder.decode(bytes, as: .gray, longEdge: 16)
        #expect(Fields.read(gray.pixels)[0] == [255])
    }

    @Test("a gray PNG decodes to both layouts")
    func grayPNG() throws {
        #expect(try decoder.decode(TinyPictures.png(), as: .gray).pixels.bytes.count == 1)
        #expect(try decoder.decode(TinyPictures.png(), as: .bgr).pixels.bytes.count == 3)
    }

    @Test("a TIFF is upright", arguments: OrientationTests.stored)
    func uprightTIFF(_ stored: (orientation: Int, order: [Int])) throws {
        let isTurned = stored.orientation >= 5
        let pixels = Fields.pixels(
            width: isTurned ? 24 : 32, height: isTurned ? 32 : 24, order: stored.order)
        let picture = try decoder.decode(TIFFPicture.bytes(pixels, stored.orientation))
        #expect(picture.width == 32 && picture.height == 24)
        #expect(picture.orientation == stored.orientation)
        #expect(Fields.matches(picture.pixels))
    }

    @Test("a WebP is upright, as exiv2 reads it", arguments: 1...8, [true, false])
    func uprightWebP(_ orientation: Int, _ withMark: Bool) throws {
        let bytes = EXIFSegment(orientation: UInt16(orientation))
            .appended(toWebP: FixturePictures.webp, withMark: withMark)
        let picture = try decoder.decode(bytes)
        let stored = try decoder.decode(FixturePictures.webp).pixels
        #expect(picture.orientation == orientation)
        #expect(picture.pixels == stored.upright(orientation: orientation))
        #expect(picture.width == picture.pixels.width && picture.height == picture.pixels.height)
        let metadata = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect(metadata.orientation == orientation)
    }

    @Test("a WebP with hostile chunk lengths decodes or fails, and ends")
    func hostileChunks() throws {
        let whole = EXIFSegment(orientation: 6)
            .appended(toWebP: FixturePictures.webp, withMark: false)
        for offset in 12..<whole.count - 4 {
            var bytes = whole
            bytes.replaceSubrange(offset..<(offset + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
            do throws(ImagingError) {
                let picture = try decoder.decode(bytes)
                #expect((1...8).contains(picture.orientation))
            } catch {
                guard case .damaged = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }

    @Test("a truncated PNG gives its upper part and a warning")
    func cutShort() throws {
        var noise = Noise(seed: 5)
        let rows = (0..<64).map { _ in (0..<64).map { _ in UInt8(noise.next(upTo: 255)) } }
        let whole = OtherFormatsTests.png(rows: rows)
        let picture = try decoder.decode(Array(whole.prefix(whole.count / 2)), as: .gray)
        #expect(picture.warnings == ["the PNG has no end chunk; it was cut short"])
        #expect(picture.pixels.width == 64 && picture.pixels.height == 64)
        #expect(picture.pixels.bytes.prefix(64 * 20) == Array(rows.joined())[..<(64 * 20)])
    }

    @Test("a truncated interlaced PNG gives its complete passes and a warning")
    func cutInterlaced() throws {
        let bytes = FixturePictures.interlacedPNG
        let whole = try decoder.decode(bytes, as: .gray)
        let cut = try decoder.decode(Array(bytes.dropLast(66)), as: .gray)
        #expect(cut.warnings == ["the PNG has no end chunk; it was cut short"])
        #expect([cut.pixels.width, cut.pixels.height] == [32, 24])
        // The first pass has every eighth pixel of every eighth row.
        for row in stride(from: 0, to: 24, by: 8) {
            for column in stride(from: 0, to: 32, by: 8) {
                let place = row * 32 + column
                #expect(cut.pixels.bytes[place] == whole.pixels.bytes[place])
            }
        }
    }

    @Test("a PNG without a readable row is damaged, and one with a row is displayed")
    func rows() throws {
        var noise = Noise(seed: 5)
        let rows = (0..<64).map { _ in (0..<64).map { _ in UInt8(noise.next(upTo: 255)) } }
        let whole = OtherFormatsTests.png(rows: rows)
        // After the headers of the file, the chunk and the compressed data.
        let start = 33 + 8 + 2
        let cut = ImagingError.damaged(reason: "the PNG has no end chunk; it was cut short")
        for length in [0, 1, 8, 40] {
            #expect(throws: cut, "\(length)") {
                try decoder.decode(Array(whole.prefix(start + length)), as: .gray)
            }
        }
        let picture = try decoder.decode(Array(whole.prefix(start + 160)), as: .gray)
        #expect(picture.pixels.bytes.prefix(64) == rows[0][...])
        #expect(picture.pixels.bytes.suffix(64 * 60).allSatisfy { $0 == 0 })
    }

    @Test("a PNG with a wrong checksum gives its readable part and a warning")
    func checksum() throws {
        var noise = Noise(seed: 5)
        let rows = (0..<64).map { _ in (0..<64).map { _ in UInt8(noise.next(upTo: 255)) } }
        var bytes = OtherFormatsTests.png(rows: rows)
        // The checksum is before the end chunk.
        bytes[bytes.count - 13] ^= 1
        let picture = try decoder.decode(bytes, as: .gray)
        #expect(picture.warnings == ["the checksum of chunk 10 of the PNG (IDAT) is wrong"])
        #expect(picture.pixels.bytes == Array(rows.joined()))
    }

    @Test("a PNG without its picture is damaged, with the reason")
    func withoutData() {
        let error = #expect(throws: ImagingError.self) {
            try decoder.decode(Array(FixturePictures.interlacedPNG.prefix(60)))
        }
        guard case .damaged(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("cut short"))
    }

    @Test("a header that claims too many pixels is rejected at once with the limit")
    func bombs() throws {
        let png = OtherFormatsTests.png(claiming: 60_000, 60_000)
        #expect(
            throws: ImagingError.tooManyPixels(width: 60_000, height: 60_000, limit: 500_000_000)
        ) { try decoder.decode(png, longEdge: 500) }
        // An interlaced PNG must be held as a whole.
        var limits = DecodeLimits()
        limits.maximumBytes = 100_000_000
        let held = OtherFormatsTests.png(claiming: 20_000, 20_000, isInterlaced: true)
        let error = #expect(throws: ImagingError.self) {
            try PictureDecoder(limits: limits).decode(held, longEdge: 500)
        }
        guard case .tooMuchMemory(let needed, 100_000_000) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed > 400_000_000)
    }

    @Test(
        "unsupported types are named",
        arguments: [
            ("SVG", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)),
            ("JXL", [0xFF, 0x0A, 0, 0]), ("PDF", Array("%PDF-1.7".utf8)),
            ("JP2", [0xFF, 0x4F, 0xFF, 0x51]), ("PSD", Array("8BPS".utf8)),
        ] as [(String, [UInt8])])
    func notDecoded(_ name: String, _ bytes: [UInt8]) {
        let error = #expect(throws: ImagingError.self) { try decoder.decode(bytes) }
        #expect(
            error?.description == """
                files of type \(name) cannot be decoded; \
                convert the picture to JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF
                """)
    }

    @Test("several threads decode concurrently")
    func concurrently() async throws {
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var wrong = 0
                    for (_, _, bytes, _) in OtherFormatsTests.opaque {
                        let picture = try? PictureDecoder().decode(bytes)
                        let isRight = picture.map { Fields.matches($0.pixels, tolerance: 10) }
                        if isRight != true { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    /// A PNG with a size in its header that its data does not have.
    private static func png(
        claiming width: UInt32, _ height: UInt32, isInterlaced: Bool = false
    ) -> [UInt8] {
        let sides = [width, height].flatMap { side in
            withUnsafeBytes(of: side.bigEndian) { Array($0) }
        }
        return Array(TinyPictures.png().prefix(8))
            + TinyPictures.chunk("IHDR", sides + [8, 0, 0, 0, isInterlaced ? 1 : 0])
            + TinyPictures.png().dropFirst(33)
    }

    /// A gray PNG of these rows, stored without compression in several chunks.
    ///
    /// Source: RFC 1950, section 2.2 and RFC 1951, section 3.2.4; the final checksum is omitted.
    private static func png(rows: [[UInt8]]) -> [UInt8] {
        let data = Array(rows.map { [0] + $0 }.joined())
        let length = [UInt8(data.count & 255), UInt8(data.count >> 8)]
        let stored: [UInt8] = [0x78, 0x01, 0x01] + length + length.map { ~$0 } + data
        let (width, height) = (UInt8(rows[0].count), UInt8(rows.count))
        let header: [UInt8] = [0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]
        var bytes = Array(TinyPictures.png().prefix(8)) + TinyPictures.chunk("IHDR", header)
        for start in stride(from: 0, to: stored.count, by: 500) {
            bytes += TinyPictures.chunk("IDAT", Array(stored[start...].prefix(500)))
        }
        return bytes + TinyPictures.chunk("IEND", [])
    }
}
