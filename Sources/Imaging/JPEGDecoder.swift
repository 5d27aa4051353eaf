internal import CJPEGShim

/// Decodes JPEGs through libjpeg.
struct JPEGDecoder {
    let limits: DecodeLimits
    /// How large the picture is wanted.
    var size = WantedSize()
    /// What becomes of the colours.
    var colour = ColourTreatment.asStored
    /// Whether a grey file comes grey whatever layout is wanted.
    var keepsGrey = false

    /// The most scans of a file, and the most pixels of all its scans together, where they are many.
    ///
    /// Progressive files have about ten scans. Each costs time in proportion to the pixels and next
    /// to no bytes, so that a small file could otherwise keep a core busy for hours.
    /// Source: libjpeg-turbo, "Two issues with the JPEG standard" (2014).
    private static let maximumScans = 500
    private static let maximumScannedPixels = 5_000_000_000

    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout
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
        let upright = orientation >= 5 ? (height, width) : (width, height)
        let eighths = JPEGDecoder.eighths(
            longest: max(width, height), wanted: size.length(width: upright.0, height: upright.1))
        let across = Int(cjpeg_scaled_length(header.width, eighths))
        let down = Int(cjpeg_scaled_length(header.height, eighths))
        let colours = JPEGColours(
            colour, channels: Int(header.components),
            layout: keepsGrey && header.components == 1 ? .grey : layout, bytes)
        let length = across * down * colours.decodedLength
        let total = JPEGDecoder.memory(
            pixels: across * down, colours, isTurned: orientation != 1)
        guard total <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: total, limit: limits.maximumBytes)
        }
        var request = cjpeg_request(
            layout: cjpeg_layout(UInt32(colours.decodedLength)), eighths: eighths,
            maximum_bytes: UInt64(limits.maximumBytes - (total - length)),
            maximum_scans: JPEGDecoder.scans(pixels: width * height))
        var needed: UInt64 = 0
        var status = CJPEG_OK
        let decoded = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            status = cjpeg_decode(
                start, bytes.count, &request, buffer.baseAddress, length, &needed, &message)
            count = status == CJPEG_OK ? length : 0
        }
        if status == CJPEG_TOO_LARGE {
            throw .tooMuchMemory(
                bytes: Int(needed) + total - length, limit: limits.maximumBytes)
        }
        try JPEGDecoder.check(status, message)
        guard
            let stored = PixelBuffer(
                layout: colours.layout, width: across, height: down,
                bytes: colours.applied(to: decoded))
        else { throw .damaged(reason: "the JPEG has no pixels") }
        let warnings = [JPEGDecoder.text(message), colours.warning ?? ""].filter { !$0.isEmpty }
        return DecodedPicture(
            pixels: stored.upright(orientation: orientation), width: upright.0, height: upright.1,
            format: .jpeg, orientation: orientation, warnings: warnings,
            profile: colours.profile?.bytes)
    }

    /// The most bytes at one time: a transform of the colours and turning the pixels each make a second
    /// copy, one after the other.
    private static func memory(pixels: Int, _ colours: JPEGColours, isTurned: Bool) -> Int {
        let result = pixels * colours.layout.rawValue
        let decoded = pixels * colours.decodedLength
        // Colours on their way from inks to grey are a copy of their own.
        let copy = colours.needsCopy ? max(pixels * 3, result) : 0
        return max(decoded + copy, isTurned ? result * 2 : result)
    }

    /// The smallest reduction whose longest side is long enough; libjpeg-turbo is slower at the others
    /// than at the next larger one of these.
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
