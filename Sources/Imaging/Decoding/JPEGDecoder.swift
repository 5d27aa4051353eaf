internal import CJPEGShim

/// Decodes JPEGs with libjpeg.
struct JPEGDecoder {
    let limits: DecodeLimits
    /// The requested size.
    var size = RequestedSize()
    /// The treatment of colors.
    var color = ColorTreatment.asStored
    /// True to decode a gray file as gray even if another layout is requested.
    var keepsGray = false

    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout
    ) throws(ImagingError) -> DecodedPicture {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let frame = try JPEGFrame(bytes, size, limits)
        let (across, down) = (frame.across, frame.down)
        let colors = JPEGColors(
            color, channels: frame.channels,
            layout: keepsGray && frame.channels == 1 ? .gray : layout, bytes)
        let length = across * down * colors.decodedLength
        let total = JPEGDecoder.memory(
            pixels: across * down, colors, isTurned: frame.orientation != 1)
        let held = total + frame.coefficientBytes
        guard held <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: held, limit: limits.maximumBytes)
        }
        // Rendering the edit that the picture is for may need more.
        let isSideways = frame.orientation >= 5
        let rendering = size.renderingMemory(
            width: frame.width, height: frame.height, decodedWidth: isSideways ? down : across,
            decodedHeight: isSideways ? across : down, channels: colors.layout.rawValue)
        let reservation = limits.reserve(max(held, rendering))
        var message = cjpeg_message()
        var request = frame.request(
            layout: cjpeg_layout(UInt32(colors.decodedLength)),
            maximumBytes: limits.maximumBytes - (total - length))
        var needed: UInt64 = 0
        var status = CJPEG_OK
        let decoded = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            status = cjpeg_decode(
                start, bytes.count, &request, buffer.baseAddress, length, &needed, &message)
            count = status == CJPEG_OK ? length : 0
        }
        if status == CJPEG_TOO_LARGE {
            throw .tooMuchMemory(bytes: Int(needed) + total - length, limit: limits.maximumBytes)
        }
        try JPEGDecoder.check(status, message)
        guard
            let stored = PixelBuffer(
                layout: colors.layout, width: across, height: down,
                bytes: colors.applied(to: decoded))
        else { throw .damaged(reason: "the JPEG has no pixels") }
        let warnings = [String(terminated: message.text), colors.warning ?? ""]
            .filter { !$0.isEmpty }
        var picture = DecodedPicture(
            pixels: stored.upright(orientation: frame.orientation), width: frame.width,
            height: frame.height, format: .jpeg, orientation: frame.orientation, warnings: warnings,
            profile: colors.profile?.bytes)
        picture.reservation = reservation
        return picture
    }

    /// Returns the peak memory in bytes: the color transform and turning the pixels each make a
    /// second copy, one after the other.
    private static func memory(pixels: Int, _ colors: JPEGColors, isTurned: Bool) -> Int {
        let result = pixels * colors.layout.rawValue
        let decoded = pixels * colors.decodedLength
        // Converting inks to gray makes an additional copy in color.
        let copy = result == decoded ? 0 : max(pixels * 3, result)
        return max(decoded + copy, isTurned ? result * 2 : result)
    }

    static func check(_ status: cjpeg_status, _ message: cjpeg_message) throws(ImagingError) {
        switch status {
        case CJPEG_OK:
            guard message.lacks_rows == 0 else {
                throw .damaged(reason: "it ends before the first row of pixels")
            }
        case CJPEG_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .damaged(reason: String(terminated: message.text))
        }
    }
}

extension JPEGDecoder {
    /// Decodes into planes, in sRGB.
    ///
    /// Returns nil if that is not possible and the file must be decoded into pixels: it is not
    /// YCbCr with full or half chroma resolution, or has a profile other than sRGB.
    ///
    /// - Throws: `ImagingError` in the same cases as decoding into pixels.
    func decodePlanes(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) -> ThumbnailSource? {
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        let frame = try JPEGFrame(bytes, size, limits)
        guard frame.channels == 3 else { return nil }
        let colors = JPEGColors(.sRGB, channels: 3, layout: .bgr, bytes)
        guard case .none = colors.step else { return nil }
        let count = frame.across * frame.down
        let half = PlanarPicture.half(frame.across) * PlanarPicture.half(frame.down)
        let length = count + 2 * half
        let copy = frame.orientation == 1 ? 0 : length
        guard length + copy <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: length + copy, limit: limits.maximumBytes)
        }
        // If this exceeds the limit, libjpeg refuses the file, provided that it has planes.
        let reservation = limits.reserve(length + copy + frame.coefficientBytes)
        var request = frame.request(layout: CJPEG_BGR, maximumBytes: limits.maximumBytes - copy)
        var message = cjpeg_message()
        var needed: UInt64 = 0
        var status = CJPEG_OK
        var blue: [UInt8] = []
        var red: [UInt8] = []
        // The three buffers are created together, so that none is initialized twice.
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
        guard let luma = PixelBuffer(layout: .gray, width: width, height: height, bytes: luma),
            let blue = PixelBuffer(layout: .gray, width: across, height: down, bytes: blue),
            let red = PixelBuffer(layout: .gray, width: across, height: down, bytes: red),
            let stored = PlanarPicture(luma: luma, blueDifference: blue, redDifference: red)
        else { throw .damaged(reason: "the JPEG has no pixels") }
        let warnings = [String(terminated: message.text), colors.warning ?? ""]
        return ThumbnailSource(
            stored.upright(orientation: frame.orientation), of: frame,
            warnings: warnings.filter { !$0.isEmpty }, reservation)
    }
}

/// The header of a JPEG, and the part of the picture to decode.
struct JPEGFrame {
    /// Pixels across and down of the whole upright picture.
    let width: Int
    let height: Int
    /// Color channels in the file.
    let channels: Int
    /// The memory that libjpeg needs for coefficients while decoding, in bytes.
    let coefficientBytes: Int
    /// The EXIF orientation.
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
        _ bytes: UnsafeRawBufferPointer, _ size: RequestedSize, _ limits: DecodeLimits
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

    /// Returns the request to libjpeg.
    ///
    /// - Parameter maximumBytes: the memory limit for the output and libjpeg's own buffers.
    func request(layout: cjpeg_layout, maximumBytes: Int) -> cjpeg_request {
        cjpeg_request(
            layout: layout, eighths: eighths, maximum_bytes: UInt64(maximumBytes),
            maximum_scans: Int32(
                min(
                    JPEGFrame.maximumScans,
                    max(50, JPEGFrame.maximumScannedPixels / max(width * height, 1)))))
    }

    /// The limit for the number of scans, and for the pixels of all scans together in large
    /// pictures.
    ///
    /// Progressive files have about ten scans. The cost of each is proportional to the number of
    /// pixels but it takes almost no bytes, so a small file could otherwise keep a core busy for
    /// hours.
    /// Source: libjpeg-turbo, "Two issues with the JPEG standard" (2014).
    private static let maximumScans = 500
    private static let maximumScannedPixels = 5_000_000_000

    /// Returns the smallest of 1/8, 2/8, 4/8 and 8/8 that reaches the long edge; in libjpeg-turbo
    /// every other factor is slower than the next larger one of these.
    private static func eighths(longest: Int, wanted: Int?) -> Int32 {
        guard let wanted else { return 8 }
        let length = UInt32(clamping: longest)
        return [1, 2, 4].first { cjpeg_scaled_length(length, $0) >= wanted } ?? 8
    }
}

/// The color conversion of a JPEG, chosen from its header before decoding.
struct JPEGColors: Sendable {
    /// The conversion of the stored values.
    enum Step: Sendable {
        case none
        /// Converts blue, green, red in place.
        case colors(ColorTransform)
        /// Looks up every value; gray has equal channels.
        case table([UInt8])
        /// Decodes and converts inks.
        case inks(ColorTransform)
    }

    /// The layout of the result.
    let layout: PixelBuffer.Layout
    /// The conversion of the stored values.
    private(set) var step = Step.none
    /// The profile of the result; nil for sRGB, or if profiles are not read.
    private(set) var profile: ColorProfile?
    /// The reason why a profile was ignored.
    private(set) var warning: String?

    /// Chooses the conversion for a file with 1, 3 or 4 channels.
    init(
        _ treatment: ColorTreatment, channels: Int, layout: PixelBuffer.Layout,
        _ bytes: UnsafeRawBufferPointer
    ) {
        self.layout = layout
        guard treatment != .asStored else { return }
        do throws(ImagingError) {
            if let profile = try ColorProfile.inJPEG(bytes) {
                try take(profile, treatment, channels)
            }
        } catch {
            guard case .damaged(let reason) = error else { return }
            warning = "the color profile was ignored: \(reason)"
        }
    }

    /// The bytes per pixel in libjpeg's output.
    var decodedLength: Int {
        switch step {
        case .inks: 4
        case .colors: 3
        case .none, .table: layout.rawValue
        }
    }

    /// Converts the decoded bytes to those of the result.
    func applied(to decoded: consuming [UInt8]) -> [UInt8] {
        switch step {
        case .none: return decoded
        case .colors(let transform):
            transform.apply(toBGR: &decoded)
            return layout == .gray ? Luma.ofBGR(decoded) : decoded
        case .table(let table):
            decoded.withUnsafeMutableBufferPointer { values in
                table.withUnsafeBufferPointer { table in
                    for index in values.indices { values[index] = table[Int(values[index])] }
                }
            }
            return decoded
        case .inks(let transform):
            // To save memory, gray is computed from the converted colors.
            let colors = transform.bgr(of: decoded)
            return layout == .gray ? Luma.ofBGR(colors) : colors
        }
    }

    private mutating func take(
        _ profile: ColorProfile, _ treatment: ColorTreatment, _ channels: Int
    ) throws(ImagingError) {
        switch (channels, profile.space) {
        case (3, .rgb), (1, .gray), (1, .rgb), (4, .inks): break
        default:
            throw .damaged(
                reason: "it is for '\(profile.space.rawValue)', but the picture has "
                    + "\(channels) channels")
        }
        let transform = try ColorTransform.of(profile)
        let describesResult = layout == .bgr ? profile.space == .rgb : profile.space == .gray
        if treatment == .kept, describesResult {
            self.profile = profile
        } else if profile.space == .inks {
            step = .inks(transform)
        } else if !transform.isIdentity {
            step = channels == 1 ? .table(transform.grayTable()) : .colors(transform)
        }
    }
}
