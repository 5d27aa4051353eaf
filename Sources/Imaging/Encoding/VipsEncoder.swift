internal import CVipsShim

/// Encodes the types that libvips writes: PNG and WebP.
struct VipsEncoder {
    let encoding: PictureEncoding
    /// The ICC profile to embed; empty for none.
    let profile: [UInt8]

    func encode(_ pixels: PixelBuffer) throws(ImagingError) -> [UInt8] {
        let (format, quality) =
            switch encoding {
            case .webp(let quality): (CVIPS_WEBP, min(max(quality, 1), 100))
            case .png, .jpeg: (CVIPS_PNG, 100)
            }
        var message = cvips_message()
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        defer { cvips_free_encoded(bytes) }
        let status = pixels.bytes.withUnsafeBufferPointer { buffer in
            profile.withUnsafeBufferPointer { profile in
                var picture = cvips_picture(
                    layout: pixels.layout == .grey ? CVIPS_GREY : CVIPS_BGR,
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
}
