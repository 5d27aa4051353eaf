import GalleryModel
import Imaging
import Testing

/// Headers that claim 60,000 by 60,000 pixels.
@Suite("ThumbnailMaker: limits")
struct ThumbnailLimitsTests {
    private static let side = 60_000

    private static func big(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(value >> ($0 * 8) & 255) }
    }

    private static var jpeg: [UInt8] {
        var bytes = TinyPictures.jpeg()
        if let frame = bytes.indices.dropLast().first(where: {
            bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0
        }) {
            bytes.replaceSubrange((frame + 5)..<(frame + 9), with: big(side, 2) + big(side, 2))
        }
        return bytes
    }

    private static var png: [UInt8] {
        let chunk = TinyPictures.chunk("IHDR", big(side, 4) + big(side, 4) + [8, 2, 0, 0, 0])
        let tiny = TinyPictures.png()
        return Array(tiny[..<8]) + chunk + tiny[33...]
    }

    /// Source: RFC 9649, section 2.7: a canvas of 24 bits per side, less one.
    private static var webp: [UInt8] {
        let canvas = (Array(big(side - 1, 3).reversed())) + Array(big(side - 1, 3).reversed())
        let header = Array("VP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0] + canvas
        let body = Array("WEBP".utf8) + header + FixturePictures.webp.dropFirst(12)
        return Array("RIFF".utf8) + big(body.count, 4).reversed() + body
    }

    private static var gif: [UInt8] {
        var bytes = FixturePictures.gif
        bytes.replaceSubrange(6..<10, with: [0x60, 0xEA, 0x60, 0xEA])
        // The frame also: libvips ignores a screen size that its frames do not fill.
        if let frame = bytes.indices.dropLast(9).first(where: {
            bytes[$0..<($0 + 5)].elementsEqual([0x2C, 0, 0, 0, 0])
        }) {
            bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0x60, 0xEA, 0x60, 0xEA])
        }
        return bytes
    }

    static let claims: [(String, [UInt8])] = [
        ("JPEG", jpeg), ("PNG", png), ("WebP", webp), ("GIF", gif),
    ]

    @Test(
        "a claim of 3.6 billion pixels is rejected in time", .timeLimit(.minutes(1)),
        arguments: claims)
    func claim(_ name: String, _ bytes: [UInt8]) throws {
        let edits: [PhotoEdit?] = [nil, try PhotoEdit(json: rotated)]
        for edit in edits {
            let error = #expect(throws: ImagingError.self) {
                try bytes.withUnsafeBytes {
                    _ = try ThumbnailMaker(encoding: .png).decode(
                        bytes: $0, sides: [240], edit: edit)
                }
            }
            switch error {
            case .tooManyPixels(let width, let height, _):
                #expect(width == 60_000 && height == 60_000)
            // libwebp and the GIF loader reject such a header themselves.
            case .damaged, .tooMuchMemory: #expect(name == "WebP" || name == "GIF")
            default: Issue.record("\(name): \(String(describing: error))")
            }
        }
    }

    @Test("the copy for color conversion and turning counts as memory")
    func copies() throws {
        let pixels = Fields.pixels(width: 320, height: 240)
        let plain = try JPEGEncoder().encode(pixels)
        let turned = EXIFSegment(orientation: 6).inserted(in: plain)
        let convertedToBGR = try JPEGEncoder(profile: ICCProfile.adobeRGB.bytes).encode(pixels)
        let length = 320 * 240 * 3
        func needed(_ bytes: [UInt8], as layout: PixelBuffer.Layout, _ limit: Int) throws -> Int? {
            var limits = DecodeLimits()
            limits.maximumBytes = limit
            do {
                _ = try bytes.withUnsafeBytes {
                    try PictureDecoder(limits: limits)
                        .decode(bytes: $0, as: layout, longEdge: nil, color: .sRGB)
                }
                return nil
            } catch ImagingError.tooMuchMemory(let bytes, _) {
                return bytes
            }
        }
        #expect(try needed(plain, as: .bgr, length) == nil)
        #expect(try needed(plain, as: .bgr, length - 1) == length)
        #expect(try needed(turned, as: .bgr, length * 2 - 1) == length * 2)
        #expect(try needed(convertedToBGR, as: .bgr, length) == nil)
        #expect(try needed(convertedToBGR, as: .gray, length * 2) == nil)
        #expect(try needed(convertedToBGR, as: .gray, length) == length * 2)
    }

    private var rotated: [UInt8] { Array(#"{"version":1,"rotation":90}"#.utf8) }
}
