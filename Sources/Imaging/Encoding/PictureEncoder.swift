internal import CVipsShim

/// Encodes pixels as files, with an optional color profile and no other metadata.
package struct PictureEncoder: Sendable {
    private let encoding: PictureEncoding
    private let profile: [UInt8]?

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - encoding: the encoding; a quality outside 1...100 is clamped.
    ///   - profile: the ICC profile of the pixels, to embed; nil for sRGB, which needs none.
    package init(_ encoding: PictureEncoding, profile: [UInt8]? = nil) {
        self.encoding = encoding
        self.profile = profile
    }

    /// Encodes pixels as a file.
    ///
    /// - Throws: `ImagingError.cannotEncode` if a side exceeds the type's limit (JPEG 65,500
    ///   pixels, WebP 16,383) or the profile does not match the pixels, `ImagingError.outOfMemory`
    ///   if memory runs out, `ImagingError.missingLibrary` if libvips, needed for WebP and PNG, is
    ///   missing.
    package func encode(_ pixels: PixelBuffer) throws(ImagingError) -> [UInt8] {
        try checkProfile(for: pixels.layout)
        return switch encoding {
        case .jpeg(let quality): try JPEGEncoder(quality: quality, profile: profile).encode(pixels)
        case .webp(let quality): try encode(pixels, CVIPS_WEBP, quality: min(max(quality, 1), 100))
        case .png: try encode(pixels, CVIPS_PNG, quality: 100)
        }
    }

    /// Encodes PNG and WebP with libvips.
    private func encode(
        _ pixels: PixelBuffer, _ format: cvips_format, quality: Int
    ) throws(ImagingError) -> [UInt8] {
        var message = cvips_message()
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        defer { cvips_free_encoded(bytes) }
        let status = pixels.bytes.withUnsafeBufferPointer { buffer in
            (profile ?? []).withUnsafeBufferPointer { profile in
                var picture = cvips_picture(
                    layout: pixels.layout == .gray ? CVIPS_GREY : CVIPS_BGR,
                    width: UInt32(pixels.width), height: UInt32(pixels.height),
                    pixels: buffer.baseAddress, profile: profile.baseAddress,
                    profile_length: profile.count)
                return cvips_encode(&picture, format, Int32(quality), &bytes, &length, &message)
            }
        }
        let reason = VipsDecoder.text(message, unless: "libvips cannot write it")
        switch status {
        case CVIPS_OK: return Array(UnsafeBufferPointer(start: bytes, count: length))
        case CVIPS_NO_LIBRARY: throw .missingLibrary(package: "libvips42", reason: reason)
        case CVIPS_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .cannotEncode(reason: reason)
        }
    }

    private func checkProfile(for layout: PixelBuffer.Layout) throws(ImagingError) {
        guard let profile else { return }
        guard let space = ColorProfile(profile)?.space else {
            throw .cannotEncode(reason: "the color profile to embed is damaged")
        }
        guard space == (layout == .gray ? .gray : .rgb) else {
            throw .cannotEncode(
                reason: "the color profile to embed is for '\(space.rawValue)', not for pixels "
                    + "with \(layout.rawValue) channels")
        }
    }
}

/// The encoding of pixels in a file.
package enum PictureEncoding: Hashable, Sendable {
    /// Baseline JPEG with 4:2:0 chroma subsampling at libjpeg's quality, 1...100.
    case jpeg(quality: Int)
    /// Lossy WebP at libwebp's quality, 1...100.
    case webp(quality: Int)
    /// PNG, lossless.
    case png

    /// The type of the file.
    package var format: PictureFormat {
        switch self {
        case .jpeg: .jpeg
        case .webp: .webp
        case .png: .png
        }
    }

    /// The usual file name extension, without a dot.
    package var fileExtension: String { format.fileExtension }
}
