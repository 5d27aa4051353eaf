internal import CJPEGShim

/// Decodes JPEGs through libjpeg.
struct JPEGDecoder {
    let limits: DecodeLimits
    /// Pictures whose longest side is at most this many pixels are not reduced.
    var wholeUpTo = 0

    /// The most scans of a file, and the most pixels of all its scans together, where they are many.
    ///
    /// Progressive files have about ten scans. Each costs time in proportion to the pixels and next
    /// to no bytes, so that a small file could otherwise keep a core busy for hours.
    /// Source: libjpeg-turbo, "Two issues with the JPEG standard" (2014).
    private static let maximumScans = 500
    private static let maximumScannedPixels = 5_000_000_000

    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ longestSide: Int?
    ) throws(ImagingError) -> DecodedPicture {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        var header = cjpeg_header()
        var message = cjpeg_message()
        try JPEGDecoder.check(cjpeg_read_header(start, bytes.count, &header, &message), message)
        let width = Int(header.width)
        let height = Int(header.height)
        guard width * height <= limits.maximumPixels else {
            throw .tooManyPixels(width: width, height: height, limit: limits.maximumPixels)
        }
        let orientation = EXIFOrientation.inJPEG(bytes)
        let eighths = JPEGDecoder.eighths(
            longest: max(width, height),
            wanted: max(width, height) <= wholeUpTo ? nil : longestSide)
        let across = Int(cjpeg_scaled_length(header.width, eighths))
        let down = Int(cjpeg_scaled_length(header.height, eighths))
        let length = across * down * layout.rawValue
        // Turning the pixels makes a second copy.
        let turned = orientation == 1 ? 0 : length
        guard length + turned <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: length + turned, limit: limits.maximumBytes)
        }
        var request = cjpeg_request(
            layout: layout == .grey ? CJPEG_GREY : CJPEG_BGR, eighths: eighths,
            maximum_bytes: UInt64(limits.maximumBytes - turned),
            maximum_scans: JPEGDecoder.scans(pixels: width * height))
        var needed: UInt64 = 0
        var status = CJPEG_OK
        let pixels = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            status = cjpeg_decode(
                start, bytes.count, &request, buffer.baseAddress, length, &needed, &message)
            count = status == CJPEG_OK ? length : 0
        }
        if status == CJPEG_TOO_LARGE {
            throw .tooMuchMemory(bytes: Int(needed) + turned, limit: limits.maximumBytes)
        }
        try JPEGDecoder.check(status, message)
        guard let stored = PixelBuffer(layout: layout, width: across, height: down, bytes: pixels)
        else { throw .damaged(reason: "the JPEG has no pixels") }
        let warning = JPEGDecoder.text(message)
        return DecodedPicture(
            pixels: stored.upright(orientation: orientation),
            width: orientation >= 5 ? height : width, height: orientation >= 5 ? width : height,
            format: .jpeg, orientation: orientation, warnings: warning.isEmpty ? [] : [warning])
    }

    /// The smallest reduction whose longest side is long enough.
    private static func eighths(longest: Int, wanted: Int?) -> Int32 {
        guard let wanted else { return 8 }
        let length = UInt32(clamping: longest)
        return [1, 2, 4].first { cjpeg_scaled_length(length, $0) >= wanted } ?? 8
    }

    private static func scans(pixels: Int) -> Int32 {
        Int32(min(maximumScans, max(50, maximumScannedPixels / max(pixels, 1))))
    }

    private static func check(
        _ status: cjpeg_status, _ message: cjpeg_message
    ) throws(ImagingError) {
        switch status {
        case CJPEG_OK: break
        case CJPEG_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .damaged(reason: text(message))
        }
    }

    static func text(_ message: cjpeg_message) -> String {
        withUnsafeBytes(of: message.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
