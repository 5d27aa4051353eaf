/// Encodes pixels as files without metadata but a colour profile.
package struct PictureEncoder: Sendable {
    private let encoding: PictureEncoding
    private let profile: [UInt8]?

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - encoding: what to write; a quality beyond 1...100 is brought into the range.
    ///   - profile: the ICC profile that the pixels are in, to be embedded; nil for sRGB, which needs none.
    package init(_ encoding: PictureEncoding, profile: [UInt8]? = nil) {
        self.encoding = encoding
        self.profile = profile
    }

    /// The bytes of a file with these pixels.
    ///
    /// - Throws: `ImagingError.cannotEncode` where a side is longer than the type allows (JPEG 65,500
    ///   pixels, WebP 16,383) or the profile is none for such pixels, `ImagingError.outOfMemory` where
    ///   memory runs out, `ImagingError.missingLibrary` where libvips is not there for WebP and PNG.
    package func encode(_ pixels: PixelBuffer) throws(ImagingError) -> [UInt8] {
        try checkProfile(for: pixels.layout)
        return switch encoding {
        case .jpeg(let quality):
            try JPEGEncoder(quality: quality, profile: profile).encode(pixels)
        case .webp, .png:
            try VipsEncoder(encoding: encoding, profile: profile ?? []).encode(pixels)
        }
    }

    private func checkProfile(for layout: PixelBuffer.Layout) throws(ImagingError) {
        guard let profile else { return }
        guard let space = ColourProfile(profile)?.space else {
            throw .cannotEncode(reason: "the colour profile to embed is damaged")
        }
        guard space == (layout == .grey ? .grey : .rgb) else {
            throw .cannotEncode(
                reason: "the colour profile to embed is for '\(space.rawValue)', not for pixels of "
                    + "\(layout.rawValue) channels")
        }
    }
}
