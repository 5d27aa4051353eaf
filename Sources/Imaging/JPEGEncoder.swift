internal import CJPEGShim

/// Encodes pixels as baseline JPEGs without metadata.
package struct JPEGEncoder: Sendable {
    private let quality: Int

    /// Makes an encoder.
    ///
    /// - Parameter quality: libjpeg's quality, 1...100; values beyond are brought into the range.
    package init(quality: Int = 90) {
        self.quality = min(max(quality, 1), 100)
    }

    /// The bytes of a JPEG file with these pixels.
    ///
    /// - Throws: `ImagingError.cannotEncode` where a side is longer than libjpeg's 65,500
    ///   pixels, `ImagingError.outOfMemory` where memory runs out.
    package func encode(_ pixels: PixelBuffer) throws(ImagingError) -> [UInt8] {
        var message = cjpeg_message()
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        defer { cjpeg_free(bytes) }
        let status = pixels.bytes.withUnsafeBufferPointer { buffer in
            var picture = cjpeg_picture(
                layout: pixels.layout == .grey ? CJPEG_GREY : CJPEG_BGR,
                width: UInt32(pixels.width), height: UInt32(pixels.height),
                pixels: buffer.baseAddress)
            return cjpeg_encode(&picture, Int32(quality), &bytes, &length, &message)
        }
        if status == CJPEG_OUT_OF_MEMORY { throw .outOfMemory }
        guard status == CJPEG_OK else { throw .cannotEncode(reason: JPEGDecoder.text(message)) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }
}
