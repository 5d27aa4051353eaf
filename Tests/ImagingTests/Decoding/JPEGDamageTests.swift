import Imaging
import Testing

@Suite("PictureDecoder: damaged and hostile JPEGs")
struct JPEGDamageTests {
    private let decoder = PictureDecoder()

    @Test("a truncated file gives its upper part and a warning")
    func cutShort() throws {
        let pixels = try Gradient.pixels(width: 320, height: 320)
        let bytes = try JPEGEncoder(quality: 90).encode(pixels)
        let whole = try decoder.decode(bytes).pixels
        for wanted in [nil, 40] as [Int?] {
            let whole = try decoder.decode(bytes, longEdge: wanted).pixels
            let part = try decoder.decode(Array(bytes.prefix(bytes.count / 2)), longEdge: wanted)
            #expect(part.warnings == ["premature end of JPEG file"])
            #expect(part.pixels.height == whole.height)
            let third = whole.bytes.count / 3
            #expect(part.pixels.bytes.prefix(third) == whole.bytes.prefix(third))
        }
        #expect(whole.height == 320)
    }

    @Test("a file truncated at any byte gives pixels with a warning, or an error")
    func everyCut() throws {
        let bytes = FixturePictures.progressiveJPEG
        var cut = 0
        for length in 0..<(bytes.count - 2) {
            do throws(ImagingError) {
                let picture = try decoder.decode(Array(bytes.prefix(length)), as: .gray)
                #expect(picture.warnings.count == 1, "\(length) bytes")
                cut += 1
            } catch {
                switch error {
                case .damaged, .unknownType: break
                default: Issue.record("\(length) bytes: \(error)")
                }
            }
        }
        #expect(cut > 100)
    }

    @Test("invalid coded data gives a warning and pixels")
    func garbageInScan() throws {
        var bytes = try JPEGEncoder().encode(Gradient.pixels(width: 160, height: 160))
        var noise = Noise(seed: 7)
        for index in (bytes.count / 2)..<(bytes.count - 2) {
            bytes[index] = UInt8(noise.next(upTo: 255))
        }
        let picture = try decoder.decode(bytes)
        #expect(picture.warnings.count == 1)
        #expect(picture.pixels.width == 160)
    }

    @Test("two scans of garbage end with a warning or an error")
    func garbageScans() throws {
        var noise = Noise(seed: 11)
        for _ in 0..<50 {
            var bytes: [UInt8] = [0xFF, 0xD8]
            bytes += TinyPictures.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            bytes += TinyPictures.segment(0xC2, [8, 0, 64, 0, 64, 2, 1, 0x11, 0, 2, 0x11, 0])
            let lengths = [1, 1] + [UInt8](repeating: 0, count: 14)
            bytes += TinyPictures.segment(0xC4, [0x00] + lengths + [0, 5])
            for component in [UInt8(1), 2] {
                bytes += TinyPictures.segment(0xDA, [1, component, 0, 0, 0, 0])
                bytes += (0..<200).map { _ in UInt8(noise.next(upTo: 254)) }
            }
            do throws(ImagingError) {
                let picture = try decoder.decode(bytes + [0xFF, 0xD9], as: .gray)
                #expect(picture.warnings.count == 1)
            } catch {
                guard case .damaged(let reason) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(!reason.isEmpty)
            }
        }
    }

    @Test("a file with too many scans is rejected")
    func scanBomb() throws {
        let bytes = FixturePictures.progressiveJPEG
        let start = try #require(JPEGDamageTests.lastScan(bytes))
        // Each of these refines nothing, but takes time.
        let scan = Array(bytes[start..<(bytes.count - 2)])
        let bomb = bytes.dropLast(2) + Array(repeating: scan, count: 600).joined() + [0xFF, 0xD9]
        let error = #expect(throws: ImagingError.self) { try decoder.decode(Array(bomb)) }
        #expect(error == .damaged(reason: "the file has too many scans"))
    }

    @Test(
        "a header that claims too many pixels is rejected at once with the limit",
        .timeLimit(.minutes(1)))
    func pixelBomb() throws {
        let bytes = JPEGDamageTests.claiming(60_000, 60_000)
        let error = #expect(throws: ImagingError.self) { try decoder.decode(bytes, as: .gray) }
        #expect(error == .tooManyPixels(width: 60_000, height: 60_000, limit: 500_000_000))
        #expect(
            error?.description == """
                the picture has 60000 x 60000 pixels, more than the limit of 500000000; \
                if this is correct, raise the setting imaging.maximumPixels
                """)
    }

    @Test("decoding that needs too much memory is rejected with the limit")
    func memoryBomb() throws {
        // 20,000 x 20,000 progressive: 800 MB of coefficients for one channel.
        var limits = DecodeLimits()
        limits.maximumBytes = 500_000_000
        let bytes = JPEGDamageTests.claiming(20_000, 20_000, frame: 0xC2)
        let error = #expect(throws: ImagingError.self) {
            try PictureDecoder(limits: limits).decode(bytes, as: .gray, longEdge: 500)
        }
        guard case .tooMuchMemory(let needed, let limit) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed > 800_000_000 && limit == 500_000_000)
        #expect(
            error?.description.hasSuffix("raise the setting imaging.maximumDecodeBytes") == true)
    }

    @Test("bytes that are not a picture are reported as such")
    func noPicture() {
        #expect(throws: ImagingError.damaged(reason: "the file is empty")) {
            try decoder.decode([])
        }
        #expect(throws: ImagingError.unknownType) {
            try decoder.decode([UInt8](repeating: 0, count: 100))
        }
    }

    @Test("random bytes after a signature give an error, never a crash")
    func randomBytes() {
        var noise = Noise(seed: 3)
        let signatures: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
            Array("GIF89a".utf8), Array("RIFF".utf8) + [64, 0, 0, 0] + Array("WEBPVP8 ".utf8),
            [0, 0, 0, 24] + Array("ftypheic".utf8), [0x49, 0x49, 0x2A, 0],
        ]
        for round in 0..<300 {
            let tail = (0..<Int(noise.next(upTo: 400))).map { _ in UInt8(noise.next(upTo: 255)) }
            let bytes = signatures[round % signatures.count] + tail
            #expect(throws: ImagingError.self) { try decoder.decode(bytes, longEdge: 100) }
        }
    }

    /// A complete JPEG with another size in its header.
    private static func claiming(_ width: Int, _ height: Int, frame: UInt8 = 0xC0) -> [UInt8] {
        var bytes = TinyPictures.jpeg()
        for index in bytes.indices.dropLast(9)
        where bytes[index] == 0xFF && bytes[index + 1] == 0xC0 {
            bytes[index + 1] = frame
            bytes[index + 5] = UInt8(height >> 8)
            bytes[index + 6] = UInt8(height & 255)
            bytes[index + 7] = UInt8(width >> 8)
            bytes[index + 8] = UInt8(width & 255)
            break
        }
        return bytes
    }

    private static func lastScan(_ bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    }
}

/// Reproducible pseudorandom numbers: Knuth's linear congruential generator.
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(upTo limit: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % (limit + 1)
    }
}
