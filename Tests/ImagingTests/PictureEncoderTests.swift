import Imaging
import Testing

@Suite("PictureEncoder")
struct PictureEncoderTests {
    static let encodings: [PictureEncoding] = [.jpeg(quality: 95), .webp(quality: 95), .png]

    @Test("a file has the pixels, the type and the extension", arguments: encodings)
    func roundTrip(_ encoding: PictureEncoding) throws {
        for layout in [PixelBuffer.Layout.bgr, .gray] {
            let bytes = try PictureEncoder(encoding).encode(Fields.pixels(layout))
            let picture = try PictureDecoder().decode(bytes, as: layout)
            #expect(picture.format == encoding.format && picture.warnings == [])
            #expect(picture.width == 32 && picture.height == 24)
            #expect(Fields.matches(picture.pixels, tolerance: encoding == .png ? 0 : 12))
        }
    }

    @Test("a PNG has exactly the pixels")
    func lossless() throws {
        let pixels = try Gradient.pixels(width: 61, height: 47)
        #expect(try PictureDecoder().decode(PictureEncoder(.png).encode(pixels)).pixels == pixels)
    }

    @Test("a lower quality makes a smaller file, and values are clamped to the range")
    func quality() throws {
        let pixels = try Gradient.pixels(width: 100, height: 80)
        for make in [PictureEncoding.jpeg(quality:), PictureEncoding.webp(quality:)] {
            let lengths = try [10, 50, 90].map { try PictureEncoder(make($0)).encode(pixels).count }
            #expect(lengths == lengths.sorted() && Set(lengths).count == 3)
            #expect(
                try PictureEncoder(make(1000)).encode(pixels)
                    == PictureEncoder(make(100)).encode(pixels))
        }
    }

    @Test(
        "a profile is embedded and changes how other programs display the picture",
        arguments: encodings)
    func profile(_ encoding: PictureEncoding) throws {
        let profile = ICCProfile.adobeRGB
        let bytes = try PictureEncoder(encoding, profile: profile.bytes).encode(Fields.pixels())
        let shown = try bytes.withUnsafeBytes {
            try PictureDecoder().decode(bytes: $0, as: .bgr, longEdge: nil, color: .sRGB)
        }
        for (found, wanted) in zip(
            Fields.read(shown.pixels), Fields.colors.map(profile.sRGB))
        {
            #expect(Fields.near(found, wanted, 12), "\(found) for \(wanted)")
        }
    }

    @Test("a profile for other pixels or a damaged one is rejected", arguments: encodings)
    func wrongProfile(_ encoding: PictureEncoding) throws {
        for profile in [ICCProfile.gray(gamma: 2).bytes, [1, 2, 3]] {
            let error = #expect(throws: ImagingError.self) {
                try PictureEncoder(encoding, profile: profile).encode(Fields.pixels())
            }
            guard case .cannotEncode = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("a side longer than the type allows is rejected with a reason")
    func tooLong() throws {
        let pixels = try #require(
            PixelBuffer(
                layout: .gray, width: 70_000, height: 1, bytes: [UInt8](repeating: 9, count: 70_000)
            ))
        for encoding in [PictureEncoding.jpeg(quality: 80), .webp(quality: 80)] {
            let error = #expect(throws: ImagingError.self) {
                try PictureEncoder(encoding).encode(pixels)
            }
            guard case .cannotEncode(let reason) = error, !reason.isEmpty else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("encodings have distinct names")
    func names() {
        #expect(
            PictureEncoderTests.encodings.map(\.thumbnailParameters)
                == ["1 jpeg q95 srgb", "1 webp q95 srgb", "1 png srgb"])
        #expect(PictureEncoderTests.encodings.map(\.fileExtension) == ["jpg", "webp", "png"])
    }
}
