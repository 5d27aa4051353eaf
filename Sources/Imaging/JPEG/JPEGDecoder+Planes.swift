internal import CJPEGShim

/// A JPEG's picture in planes, with what was read beside it.
struct DecodedPlanes {
    /// The planes, upright.
    let planes: PlanarPicture
    /// Pixels across and down of the whole upright picture.
    let width: Int
    let height: Int
    /// What was read with doubt.
    let warnings: [String]
    /// What they take of the budget.
    let reservation: DecodeReservation
}

extension JPEGDecoder {
    /// Decodes into planes, in sRGB.
    ///
    /// Nil where that is not possible: the file is no YCbCr file with all or half of its colours, or has
    /// a profile other than sRGB's. It must be decoded into pixels then.
    ///
    /// - Throws: `ImagingError` as decoding into pixels.
    func decodePlanes(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) -> DecodedPlanes? {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let frame = try JPEGFrame(bytes, size, limits)
        guard frame.channels == 3 else { return nil }
        let colours = JPEGColours(.sRGB, channels: 3, layout: .bgr, bytes)
        guard case .none = colours.step else { return nil }
        let count = frame.across * frame.down
        let half = PlanarPicture.half(frame.across) * PlanarPicture.half(frame.down)
        let length = count + 2 * half
        let copy = frame.orientation == 1 ? 0 : length
        guard length + copy <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: length + copy, limit: limits.maximumBytes)
        }
        // Where that is more than there is, libjpeg is told to refuse the file, if it has planes at all.
        let reservation = limits.reserve(length + copy + frame.coefficientBytes)
        var request = frame.request(
            layout: CJPEG_BGR, maximumBytes: limits.maximumBytes - copy)
        var message = cjpeg_message()
        var needed: UInt64 = 0
        var status = CJPEG_OK
        var blue: [UInt8] = []
        var red: [UInt8] = []
        // Three buffers at once, so that none is filled twice.
        let luma = [UInt8](unsafeUninitializedCapacity: count) { luma, lumaCount in
            blue = [UInt8](unsafeUninitializedCapacity: half) { blue, blueCount in
                red = [UInt8](unsafeUninitializedCapacity: half) { red, redCount in
                    var planes = cjpeg_planes(
                        width: UInt32(frame.across), height: UInt32(frame.down),
                        samples: (luma.baseAddress, blue.baseAddress, red.baseAddress))
                    status = cjpeg_decode_planes(
                        start, bytes.count, &request, &planes, &needed, &message)
                    redCount = status == CJPEG_OK ? half : 0
                }
                blueCount = red.count
            }
            lumaCount = blue.isEmpty ? 0 : count
        }
        switch status {
        case CJPEG_NO_PLANES: return nil
        case CJPEG_TOO_LARGE:
            throw .tooMuchMemory(bytes: Int(needed) + copy, limit: limits.maximumBytes)
        default: try JPEGDecoder.check(status, message)
        }
        let (width, height) = (frame.across, frame.down)
        let (across, down) = (PlanarPicture.half(width), PlanarPicture.half(height))
        guard
            let luma = PixelBuffer(layout: .grey, width: width, height: height, bytes: luma),
            let blue = PixelBuffer(layout: .grey, width: across, height: down, bytes: blue),
            let red = PixelBuffer(layout: .grey, width: across, height: down, bytes: red),
            let stored = PlanarPicture(luma: luma, blueDifference: blue, redDifference: red)
        else { throw .damaged(reason: "the JPEG has no pixels") }
        return DecodedPlanes(
            planes: stored.upright(orientation: frame.orientation), width: frame.width,
            height: frame.height,
            warnings: [JPEGDecoder.text(message), colours.warning ?? ""].filter { !$0.isEmpty },
            reservation: reservation)
    }
}
