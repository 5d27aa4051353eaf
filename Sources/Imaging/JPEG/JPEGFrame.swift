internal import CJPEGShim

/// What a JPEG's header says of its picture, and how much of it is to be decoded.
struct JPEGFrame {
    /// Pixels across and down of the whole upright picture.
    let width: Int
    let height: Int
    /// Colour channels in the file.
    let channels: Int
    /// What libjpeg holds beside the output while it decodes, in bytes.
    let coefficientBytes: Int
    /// EXIF's orientation.
    let orientation: Int
    /// The reduction in eighths.
    let eighths: Int32
    /// Pixels across and down to decode, as stored.
    let across: Int
    let down: Int

    /// Reads the header.
    ///
    /// - Throws: `ImagingError.damaged`, `ImagingError.tooManyPixels`.
    init(
        _ bytes: UnsafeRawBufferPointer, _ size: WantedSize, _ limits: DecodeLimits
    ) throws(ImagingError) {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        var header = cjpeg_header()
        var message = cjpeg_message()
        try JPEGDecoder.check(cjpeg_read_header(start, bytes.count, &header, &message), message)
        let stored = (width: Int(header.width), height: Int(header.height))
        guard stored.width * stored.height <= limits.maximumPixels else {
            throw .tooManyPixels(
                width: stored.width, height: stored.height, limit: limits.maximumPixels)
        }
        channels = Int(header.components)
        coefficientBytes = Int(header.coefficient_bytes)
        orientation = EXIFOrientation.inJPEG(bytes)
        (width, height) = orientation >= 5 ? (stored.height, stored.width) : stored
        eighths = JPEGFrame.eighths(
            longest: max(width, height), wanted: size.length(width: width, height: height))
        across = Int(cjpeg_scaled_length(header.width, eighths))
        down = Int(cjpeg_scaled_length(header.height, eighths))
    }

    /// Takes what decoding needs of the budget, and what rendering the edit that it is for needs later.
    ///
    /// - Parameters:
    ///   - bytes: what is needed beside libjpeg's own buffers.
    ///   - channels: bytes of a decoded pixel.
    /// - Throws: `ImagingError.tooMuchMemory` where decoding alone needs more than there is.
    func reserve(
        _ bytes: Int, channels: Int, _ size: WantedSize, _ limits: DecodeLimits
    ) throws(ImagingError) -> DecodeReservation {
        let needed = bytes + coefficientBytes
        guard needed <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: needed, limit: limits.maximumBytes)
        }
        let isTurned = orientation >= 5
        let rendering = size.renderingMemory(
            width: width, height: height, decodedWidth: isTurned ? down : across,
            decodedHeight: isTurned ? across : down, channels: channels)
        return limits.reserve(max(needed, rendering))
    }

    /// What libjpeg is asked for.
    ///
    /// - Parameter maximumBytes: what the output and libjpeg's own buffers may take.
    func request(layout: cjpeg_layout, maximumBytes: Int) -> cjpeg_request {
        cjpeg_request(
            layout: layout, eighths: eighths, maximum_bytes: UInt64(maximumBytes),
            maximum_scans: JPEGFrame.scans(pixels: width * height))
    }

    /// The most scans of a file, and the most pixels of all its scans together, where they are many.
    ///
    /// Progressive files have about ten scans. Each costs time in proportion to the pixels and next
    /// to no bytes, so that a small file could otherwise keep a core busy for hours.
    /// Source: libjpeg-turbo, "Two issues with the JPEG standard" (2014).
    private static let maximumScans = 500
    private static let maximumScannedPixels = 5_000_000_000

    /// The smallest reduction whose long edge is long enough; libjpeg-turbo is slower at the others
    /// than at the next larger one of these.
    private static func eighths(longest: Int, wanted: Int?) -> Int32 {
        guard let wanted else { return 8 }
        let length = UInt32(clamping: longest)
        return [1, 2, 4].first { cjpeg_scaled_length(length, $0) >= wanted } ?? 8
    }

    private static func scans(pixels: Int) -> Int32 {
        Int32(min(maximumScans, max(50, maximumScannedPixels / max(pixels, 1))))
    }
}
