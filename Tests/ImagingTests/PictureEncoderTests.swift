import Imaging
import Testing

@Suite("PictureEncoder")
struct PictureEncoderTests {
    static let encodings: [PictureEncoding] = [.jpeg(quality: 95), .webp(quality: 95), .png]

    @Test("a file has the pixels, the type and the name's end", arguments: encodings)
    func roundTrip(_ encoding: PictureEncoding) throws {
        for layout in [PixelBuffer.Layout.bgr, .grey] {
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

    @Test("a lower quality makes a smaller file, and one beyond the range the last one of it")
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

    @Test("a profile is in the file and changes how others show it", arguments: encodings)
    func profile(_ encoding: PictureEncoding) throws {
        let profile = ICCProfile.adobeRGB
        let bytes = try PictureEncoder(encoding, profile: profile.bytes).encode(Fields.pixels())
        let shown = try bytes.withUnsafeBytes {
            try PictureDecoder().decode(bytes: $0, as: .bgr, longestSide: nil, colour: .sRGB)
        }
        for (found, wanted) in zip(
            Fields.read(shown.pixels), Fields.colours.map(profile.sRGB))
        {
            #expect(Fields.near(found, wanted, 12), "\(found) for \(wanted)")
        }
    }

    @Test("a profile for other pixels, and a damaged one, are refused", arguments: encodings)
    func wrongProfile(_ encoding: PictureEncoding) throws {
        for profile in [ICCProfile.grey(gamma: 2).bytes, [1, 2, 3]] {
            let error = #expect(throws: ImagingError.self) {
                try PictureEncoder(encoding, profile: profile).encode(Fields.pixels())
            }
            guard case .cannotEncode = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("a side longer than the type allows is refused with a reason")
    func tooLong() throws {
        let pixels = try #require(
            PixelBuffer(
                layout: .grey, width: 70_000, height: 1, bytes: [UInt8](repeating: 9, count: 70_000)
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

    @Test("encodings have names that tell them apart")
    func names() {
        #expect(PictureEncoderTests.encodings.map(\.text) == ["jpeg q95", "webp q95", "png"])
        #expect(PictureEncoderTests.encodings.map(\.fileExtension) == ["jpg", "webp", "png"])
    }
}
