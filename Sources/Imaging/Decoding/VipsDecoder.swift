internal import CVipsShim
internal import GalleryModel

/// Decodes the types that libvips reads: PNG, WebP, HEIC, AVIF, TIFF and GIF.
struct VipsDecoder {
    let format: PictureFormat
    let limits: DecodeLimits

    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ size: WantedSize
    ) throws(ImagingError) -> DecodedPicture {
        guard format == .png || format == .tiff,
            case .damaged(let reason) = PictureIntegrity.check(format, bytes)
        else { return try decodeAsIs(bytes, layout, size) }
        let whole =
            format == .png
            ? try PNGMend.whole(of: bytes, within: limits)
            : TIFFMend.whole(of: bytes, within: limits)
        guard let mended = whole else {
            guard format == .tiff else { throw .damaged(reason: reason) }
            // A later page may be what is missing.
            return try decodeAsIs(bytes, layout, size)
        }
        let outcome = mended.withUnsafeBytes { buffer in
            Result { () throws(ImagingError) in try decodeAsIs(buffer, layout, size) }
        }
        var picture = try outcome.get()
        picture.warnings = [reason]
        return picture
    }

    private func decodeAsIs(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ size: WantedSize
    ) throws(ImagingError) -> DecodedPicture {
        guard let loader = VipsDecoder.loaders[format] else { throw .unsupportedType(format) }
        var request = cvips_request(
            format: loader, longest_side: 0, maximum_pixels: UInt64(limits.maximumPixels),
            maximum_bytes: UInt64(limits.maximumBytes))
        let header = try plan(bytes, size, &request)
        let reservation = limits.reserve(
            max(Int(clamping: header.bytes_needed), renderingMemory(size, header, request)))
        var outcome = cvips_outcome()
        var message = cvips_message()
        let status = cvips_decode(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &request, &outcome,
            &message)
        defer { cvips_free(&outcome) }
        try check(status, outcome, message, bytes)
        // libvips fills what is missing in silence.
        var warnings: [String] = []
        if format != .png, case .damaged(let reason) = PictureIntegrity.check(format, bytes) {
            warnings.append(reason)
        }
        let length = Int(outcome.width) * Int(outcome.height) * layout.rawValue
        let pixels = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            cvips_copy(&outcome, layout == .grey ? CVIPS_GREY : CVIPS_BGR, buffer.baseAddress)
            count = length
        }
        guard
            let upright = PixelBuffer(
                layout: layout, width: Int(outcome.width), height: Int(outcome.height),
                bytes: pixels)
        else { throw .damaged(reason: "the picture has no pixels") }
        var picture = DecodedPicture(
            pixels: upright, width: Int(outcome.whole_width), height: Int(outcome.whole_height),
            format: format, orientation: Int(outcome.orientation), warnings: warnings)
        picture.reservation = reservation
        return picture
    }

    /// Reads the header and sets the long edge to ask libvips for; an edit's depends on the whole size.
    private func plan(
        _ bytes: UnsafeRawBufferPointer, _ size: WantedSize, _ request: inout cvips_request
    ) throws(ImagingError) -> cvips_outcome {
        guard size.edit != nil, size.longestSide != nil else {
            let wanted = size.longestSide.map { max($0, size.wholeUpTo) }
            request.longest_side = wanted.map { UInt32(clamping: max($0, 1)) } ?? 0
            return try header(bytes, request)
        }
        // The memory for the pixels is not known yet.
        request.longest_side = 1
        let whole = try header(bytes, request)
        let wanted = size.length(width: Int(whole.whole_width), height: Int(whole.whole_height))
        request.longest_side = wanted.map { UInt32(clamping: max($0, 1)) } ?? 0
        return try header(bytes, request)
    }

    private func header(
        _ bytes: UnsafeRawBufferPointer, _ request: cvips_request
    ) throws(ImagingError) -> cvips_outcome {
        var request = request
        var outcome = cvips_outcome()
        var message = cvips_message()
        let status = cvips_read_header(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &request, &outcome,
            &message)
        try check(status, outcome, message, bytes)
        return outcome
    }

    /// What rendering the edit takes later, with three bytes a pixel.
    private func renderingMemory(
        _ size: WantedSize, _ header: cvips_outcome, _ request: cvips_request
    ) -> Int {
        let whole = EditGeometry.Size(
            width: Int(header.whole_width), height: Int(header.whole_height))
        let decoded =
            request.longest_side == 0
            ? whole : whole.bounded(toLongestSide: Int(request.longest_side))
        return size.renderingMemory(
            width: whole.width, height: whole.height, decodedWidth: decoded.width,
            decodedHeight: decoded.height, channels: 3)
    }

    private static let loaders: [PictureFormat: cvips_format] = [
        .png: CVIPS_PNG, .webp: CVIPS_WEBP, .heif: CVIPS_HEIF, .avif: CVIPS_HEIF,
        .tiff: CVIPS_TIFF, .gif: CVIPS_GIF,
    ]

    private func check(
        _ status: cvips_status, _ outcome: cvips_outcome, _ message: cvips_message,
        _ bytes: UnsafeRawBufferPointer
    ) throws(ImagingError) {
        switch status {
        case CVIPS_OK: break
        case CVIPS_NO_LIBRARY:
            throw .missingLibrary(package: "libvips42", reason: VipsDecoder.text(message))
        case CVIPS_NO_LOADER: throw .unsupportedType(format)
        case CVIPS_OUT_OF_MEMORY: throw .outOfMemory
        case CVIPS_TOO_MANY_PIXELS:
            throw .tooManyPixels(
                width: Int(outcome.whole_width), height: Int(outcome.whole_height),
                limit: limits.maximumPixels)
        case CVIPS_TOO_LARGE:
            throw .tooMuchMemory(
                bytes: Int(clamping: outcome.bytes_needed), limit: limits.maximumBytes)
        default:
            // libvips does not say that a file ends early.
            if case .damaged(let reason) = PictureIntegrity.check(format, bytes) {
                throw .damaged(reason: reason)
            }
            throw .damaged(reason: VipsDecoder.text(message))
        }
    }

    /// A message of libvips's, or what to say where it says nothing.
    static func text(
        _ message: cvips_message, unless silent: String = "libvips cannot read it"
    ) -> String {
        let text = withUnsafeBytes(of: message.text) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return text.isEmpty ? silent : text
    }
}
