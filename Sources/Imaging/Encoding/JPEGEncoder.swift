internal import CJPEGShim

/// Encodes pixels as baseline JPEGs, with an optional color profile and no other metadata.
package struct JPEGEncoder: Sendable {
    /// The maximum length of a side in pixels, as limited by libjpeg.
    package static let maximumSide = 65_500

    private let quality: Int
    private let profile: [UInt8]
    private let keepsChroma: Bool

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - quality: libjpeg's quality, 1...100; other values are clamped.
    ///   - profile: the ICC profile to embed; nil for none.
    ///   - keepsChroma: true to store the colors of pixels in full resolution, false in half of it.
    package init(quality: Int = 90, profile: [UInt8]? = nil, keepsChroma: Bool = false) {
        self.quality = min(max(quality, 1), 100)
        self.profile = profile ?? []
        self.keepsChroma = keepsChroma
    }

    /// Encodes pixels as a JPEG file.
    ///
    /// - Throws: `ImagingError.cannotEncode` if a side exceeds libjpeg's 65,500 pixels,
    ///   `ImagingError.outOfMemory` if memory runs out.
    package func encode(_ pixels: PixelBuffer) throws(ImagingError) -> [UInt8] {
        try JPEGEncoder.file { bytes, length, message in
            pixels.bytes.withUnsafeBufferPointer { buffer in
                profile.withUnsafeBufferPointer { profile in
                    var picture = cjpeg_picture(
                        layout: pixels.layout == .gray ? CJPEG_GREY : CJPEG_BGR,
                        width: UInt32(pixels.width), height: UInt32(pixels.height),
                        pixels: buffer.baseAddress, profile: profile.baseAddress,
                        profile_length: profile.count, keeps_chroma: keepsChroma)
                    return cjpeg_encode(&picture, Int32(quality), &bytes, &length, &message)
                }
            }
        }
    }

    /// Encodes planes as a JPEG file without a profile.
    ///
    /// - Throws: `ImagingError` in the same cases as `encode(_:)` for pixels.
    package func encode(_ picture: PlanarPicture) throws(ImagingError) -> [UInt8] {
        try JPEGEncoder.file { bytes, length, message in
            picture.luma.bytes.withUnsafeBufferPointer { luma in
                picture.blueDifference.bytes.withUnsafeBufferPointer { blue in
                    picture.redDifference.bytes.withUnsafeBufferPointer { red in
                        // libjpeg only reads the planes.
                        var planes = cjpeg_planes(
                            width: UInt32(picture.width), height: UInt32(picture.height),
                            samples: (
                                UnsafeMutablePointer(mutating: luma.baseAddress),
                                UnsafeMutablePointer(mutating: blue.baseAddress),
                                UnsafeMutablePointer(mutating: red.baseAddress)
                            ))
                        return cjpeg_encode_planes(
                            &planes, Int32(quality), &bytes, &length, &message)
                    }
                }
            }
        }
    }

    /// Returns the file that a call of libjpeg writes.
    private static func file(
        _ encode: (inout UnsafeMutablePointer<UInt8>?, inout Int, inout cjpeg_message)
            -> cjpeg_status
    ) throws(ImagingError) -> [UInt8] {
        var message = cjpeg_message()
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        defer { cjpeg_free(bytes) }
        let status = encode(&bytes, &length, &message)
        if status == CJPEG_OUT_OF_MEMORY { throw .outOfMemory }
        guard status == CJPEG_OK else {
            throw .cannotEncode(reason: String(terminated: message.text))
        }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }
}
