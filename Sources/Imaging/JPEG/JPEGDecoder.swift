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

    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout
    ) throws(ImagingError) -> DecodedPicture {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let frame = try JPEGFrame(bytes, size, limits)
        let (across, down) = (frame.across, frame.down)
        let colours = JPEGColours(
            colour, channels: frame.channels,
            layout: keepsGrey && frame.channels == 1 ? .grey : layout, bytes)
        let length = across * down * colours.decodedLength
        let total = JPEGDecoder.memory(
            pixels: across * down, colours, isTurned: frame.orientation != 1)
        let reservation = try frame.reserve(
            total, channels: colours.layout.rawValue, size, limits)
        var message = cjpeg_message()
        var request = frame.request(
            layout: cjpeg_layout(UInt32(colours.decodedLength)),
            maximumBytes: limits.maximumBytes - (total - length))
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
        var picture = DecodedPicture(
            pixels: stored.upright(orientation: frame.orientation), width: frame.width,
            height: frame.height, format: .jpeg, orientation: frame.orientation, warnings: warnings,
            profile: colours.profile?.bytes)
        picture.reservation = reservation
        return picture
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

    static func check(
        _ status: cjpeg_status, _ message: cjpeg_message
    ) throws(ImagingError) {
        switch status {
        case CJPEG_OK:
            guard message.lacks_rows == 0 else {
                throw .damaged(reason: "it ends before the first row of pixels")
            }
        case CJPEG_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .damaged(reason: text(message))
        }
    }

    static func text(_ message: cjpeg_message) -> String {
        withUnsafeBytes(of: message.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
