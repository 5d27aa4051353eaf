import Imaging
import Testing

@Suite("ColorTreatment")
struct ColorTreatmentTests {
    private func decode(
        _ bytes: [UInt8], _ color: ColorTreatment, as layout: PixelBuffer.Layout = .bgr,
        side: Int? = nil
    ) throws -> DecodedPicture {
        try bytes.withUnsafeBytes {
            try PictureDecoder().decode(bytes: $0, as: layout, longEdge: side, color: color)
        }
    }

    private func jpeg(_ profile: [UInt8]?, _ layout: PixelBuffer.Layout = .bgr) throws -> [UInt8] {
        try JPEGEncoder(quality: 98, profile: profile).encode(Fields.pixels(layout))
    }

    @Test(
        "a wide gamut is converted to sRGB, full-size and reduced",
        arguments: [ICCProfile.adobeRGB, .proPhoto])
    func wideGamut(_ profile: ICCProfile) throws {
        let bytes = try jpeg(profile.bytes)
        for side in [nil, 16] {
            let picture = try decode(bytes, .sRGB, side: side)
            let expected = Fields.colors.map(profile.sRGB)
            for (found, wanted) in zip(Fields.read(picture.pixels), expected) {
                #expect(Fields.near(found, wanted, 8), "\(found) for \(wanted)")
            }
            #expect(picture.warnings == [] && picture.profile == nil)
            #expect(!Fields.matches(picture.pixels, tolerance: 12))
        }
        let gray = try decode(bytes, .sRGB, as: .gray).pixels
        let colors = try decode(bytes, .sRGB).pixels
        for (luma, color) in zip(Fields.read(gray), Fields.read(colors)) {
            let wanted = (299 * color[0] + 587 * color[1] + 114 * color[2] + 500) / 1000
            #expect(luma == [wanted])
        }
    }

    @Test("the default treatment leaves pixels as stored, whatever the profile")
    func asStored() throws {
        let plain = try decode(jpeg(nil), .asStored).pixels
        let picture = try decode(jpeg(ICCProfile.adobeRGB.bytes), .asStored)
        #expect(picture.pixels == plain && picture.profile == nil && picture.warnings == [])
        #expect(try PictureDecoder().decode(jpeg(ICCProfile.adobeRGB.bytes)) == picture)
    }

    @Test("pixels can be kept with their profile, also one in several segments")
    func kept() throws {
        for padding in [0, 150_000] {
            var profile = ICCProfile.adobeRGB
            profile.padding = padding
            let bytes = try jpeg(profile.bytes)
            let picture = try decode(bytes, .kept)
            #expect(picture.profile == profile.bytes && picture.warnings == [])
            #expect(try picture.pixels == decode(jpeg(nil), .asStored).pixels)
            // A copy of a copy.
            let copy = try PictureEncoder(.jpeg(quality: 98), profile: picture.profile)
                .encode(picture.pixels)
            #expect(try decode(copy, .kept).profile == profile.bytes)
            #expect(try decode(copy, .sRGB).pixels != decode(copy, .asStored).pixels)
        }
    }

    @Test("a gray picture's profile is applied in both layouts and kept in its own")
    func gray() throws {
        let profile = ICCProfile.gray(gamma: 1.2)
        let bytes = try jpeg(profile.bytes, .gray)
        let stored = try decode(bytes, .asStored, as: .gray).pixels
        let gray = try decode(bytes, .sRGB, as: .gray)
        // A gamma of 1.2 is lighter than sRGB's 2.2 for the same number.
        #expect(zip(gray.pixels.bytes, stored.bytes).allSatisfy { $0 > $1 + 10 })
        let colors = try decode(bytes, .sRGB)
        #expect(colors.pixels.bytes.count == gray.pixels.bytes.count * 3)
        #expect(Fields.read(colors.pixels) == Fields.read(gray.pixels).map { $0 + $0 + $0 })
        #expect(try decode(bytes, .kept, as: .gray).profile == profile.bytes)
        #expect(try decode(bytes, .kept, as: .gray).pixels == stored)
        #expect(try decode(bytes, .kept) == colors)
    }

    @Test("a gray picture with a color profile is treated as equal channels")
    func grayInRGB() throws {
        let bytes = try jpeg(nil, .gray)
        let marked = inserted(ICCProfile.proPhoto.bytes, in: bytes)
        let expected = Fields.read(try decode(bytes, .asStored, as: .gray).pixels).map {
            Array(ICCProfile.proPhoto.sRGB([$0[0], $0[0], $0[0]]).prefix(1))
        }
        let picture = try decode(marked, .sRGB, as: .gray)
        #expect(picture.warnings == [])
        for (found, wanted) in zip(Fields.read(picture.pixels), expected) {
            #expect(Fields.near(found, wanted, 2), "\(found) for \(wanted)")
        }
    }

    @Test("CMYK without a profile is converted by multiplication, in any treatment")
    func inks() throws {
        let stored = try decode(FixturePictures.cmykJPEG, .asStored)
        for treatment in [ColorTreatment.sRGB, .kept] {
            #expect(try decode(FixturePictures.cmykJPEG, treatment) == stored)
        }
    }

    @Test("types other than JPEG are in sRGB and without a profile")
    func others() throws {
        for bytes in [FixturePictures.png16, FixturePictures.webp, FixturePictures.gif] {
            #expect(try decode(bytes, .kept) == decode(bytes, .asStored))
        }
    }

    /// The JPEG with a profile in one segment.
    private func inserted(_ profile: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
        let payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
        return Array(jpeg[..<2]) + TinyPictures.segment(0xE2, payload) + jpeg[2...]
    }
}
