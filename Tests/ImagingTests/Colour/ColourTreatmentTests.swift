import Imaging
import Testing

@Suite("ColourTreatment")
struct ColourTreatmentTests {
    private func decode(
        _ bytes: [UInt8], _ colour: ColourTreatment, as layout: PixelBuffer.Layout = .bgr,
        side: Int? = nil
    ) throws -> DecodedPicture {
        try bytes.withUnsafeBytes {
            try PictureDecoder().decode(bytes: $0, as: layout, longestSide: side, colour: colour)
        }
    }

    private func jpeg(_ profile: [UInt8]?, _ layout: PixelBuffer.Layout = .bgr) throws -> [UInt8] {
        try JPEGEncoder(quality: 98, profile: profile).encode(Fields.pixels(layout))
    }

    @Test(
        "a wide gamut comes out in sRGB, whole and reduced",
        arguments: [ICCProfile.adobeRGB, .proPhoto])
    func wideGamut(_ profile: ICCProfile) throws {
        let bytes = try jpeg(profile.bytes)
        for side in [nil, 16] {
            let picture = try decode(bytes, .sRGB, side: side)
            let expected = Fields.colours.map(profile.sRGB)
            for (found, wanted) in zip(Fields.read(picture.pixels), expected) {
                #expect(Fields.near(found, wanted, 8), "\(found) for \(wanted)")
            }
            #expect(picture.warnings == [] && picture.profile == nil)
            #expect(!Fields.matches(picture.pixels, tolerance: 12))
        }
        let grey = try decode(bytes, .sRGB, as: .grey).pixels
        let colours = try decode(bytes, .sRGB).pixels
        for (luma, colour) in zip(Fields.read(grey), Fields.read(colours)) {
            let wanted = (299 * colour[0] + 587 * colour[1] + 114 * colour[2] + 500) / 1000
            #expect(luma == [wanted])
        }
    }

    @Test("the usual treatment leaves pixels as they are stored, whatever the profile")
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
            // And once more: a copy of a copy.
            let copy = try PictureEncoder(.jpeg(quality: 98), profile: picture.profile)
                .encode(picture.pixels)
            #expect(try decode(copy, .kept).profile == profile.bytes)
            #expect(try decode(copy, .sRGB).pixels != decode(copy, .asStored).pixels)
        }
    }

    @Test("a grey picture's profile is applied in both layouts and kept in its own")
    func grey() throws {
        let profile = ICCProfile.grey(gamma: 1.2)
        let bytes = try jpeg(profile.bytes, .grey)
        let stored = try decode(bytes, .asStored, as: .grey).pixels
        let grey = try decode(bytes, .sRGB, as: .grey)
        // A gamma of 1.2 means lighter than what sRGB's 2.2 makes of the same number.
        #expect(zip(grey.pixels.bytes, stored.bytes).allSatisfy { $0 > $1 + 10 })
        let colours = try decode(bytes, .sRGB)
        #expect(colours.pixels.bytes.count == grey.pixels.bytes.count * 3)
        #expect(Fields.read(colours.pixels) == Fields.read(grey.pixels).map { $0 + $0 + $0 })
        #expect(try decode(bytes, .kept, as: .grey).profile == profile.bytes)
        #expect(try decode(bytes, .kept, as: .grey).pixels == stored)
        #expect(try decode(bytes, .kept) == colours)
    }

    @Test("a grey picture with a profile for colours is taken for equal channels")
    func greyInRGB() throws {
        let bytes = try jpeg(nil, .grey)
        let marked = inserted(ICCProfile.proPhoto.bytes, in: bytes)
        let expected = Fields.read(try decode(bytes, .asStored, as: .grey).pixels).map {
            Array(ICCProfile.proPhoto.sRGB([$0[0], $0[0], $0[0]]).prefix(1))
        }
        let picture = try decode(marked, .sRGB, as: .grey)
        #expect(picture.warnings == [])
        for (found, wanted) in zip(Fields.read(picture.pixels), expected) {
            #expect(Fields.near(found, wanted, 2), "\(found) for \(wanted)")
        }
    }

    @Test("inks without a profile come by multiplication, whatever the treatment")
    func inks() throws {
        let stored = try decode(FixturePictures.cmykJPEG, .asStored)
        for treatment in [ColourTreatment.sRGB, .kept] {
            #expect(try decode(FixturePictures.cmykJPEG, treatment) == stored)
        }
    }

    @Test("types other than JPEG come in sRGB and without a profile")
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
