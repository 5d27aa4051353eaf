internal import CVipsShim

/// Decodes the types that libvips reads: PNG, WebP, HEIC, AVIF, TIFF and GIF.
struct VipsDecoder {
    let format: PictureFormat
    let limits: DecodeLimits

    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ size: WantedSize
    ) throws(ImagingError) -> DecodedPicture {
        guard let loader = VipsDecoder.loaders[format] else { throw .unsupportedType(format) }
        var request = cvips_request(
            format: loader, longest_side: 0, maximum_pixels: UInt64(limits.maximumPixels),
            maximum_bytes: UInt64(limits.maximumBytes))
        let wanted = try length(bytes, size, request)
        request.longest_side = wanted.map { UInt32(clamping: max($0, 1)) } ?? 0
        var outcome = cvips_outcome()
        var message = cvips_message()
        let status = cvips_decode(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &request, &outcome,
            &message)
        defer { cvips_free(&outcome) }
        // libvips fills what is missing in silence, or fails without saying that the file ends
        // early.
        var warnings: [String] = []
        if case .damaged(let reason) = PictureIntegrity.check(format, bytes) {
            warnings.append(reason)
        }
        try check(status, outcome, warnings.first ?? VipsDecoder.text(message))
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
        return DecodedPicture(
            pixels: upright, width: Int(outcome.whole_width), height: Int(outcome.whole_height),
            format: format, orientation: Int(outcome.orientation), warnings: warnings)
    }

    /// The longest side to ask libvips for; an edit's depends on the whole size, which is read first.
    private func length(
        _ bytes: UnsafeRawBufferPointer, _ size: WantedSize, _ request: cvips_request
    ) throws(ImagingError) -> Int? {
        guard size.edit != nil else { return size.longestSide.map { max($0, size.wholeUpTo) } }
        var request = request
        // The memory for the pixels is not known yet.
        request.longest_side = 1
        var outcome = cvips_outcome()
        var message = cvips_message()
        let status = cvips_read_header(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &request, &outcome,
            &message)
        try check(status, outcome, VipsDecoder.text(message))
        return size.length(width: Int(outcome.whole_width), height: Int(outcome.whole_height))
    }

    private static let loaders: [PictureFormat: cvips_format] = [
        .png: CVIPS_PNG, .webp: CVIPS_WEBP, .heif: CVIPS_HEIF, .avif: CVIPS_HEIF,
        .tiff: CVIPS_TIFF, .gif: CVIPS_GIF,
    ]

    private func check(
        _ status: cvips_status, _ outcome: cvips_outcome, _ reason: String
    ) throws(ImagingError) {
        switch status {
        case CVIPS_OK: break
        case CVIPS_NO_LIBRARY: throw .missingLibrary(package: "libvips42", reason: reason)
        case CVIPS_NO_LOADER: throw .unsupportedType(format)
        case CVIPS_OUT_OF_MEMORY: throw .outOfMemory
        case CVIPS_TOO_MANY_PIXELS:
            throw .tooManyPixels(
                width: Int(outcome.whole_width), height: Int(outcome.whole_height),
                limit: limits.maximumPixels)
        case CVIPS_TOO_LARGE:
            throw .tooMuchMemory(
                bytes: Int(clamping: outcome.bytes_needed), limit: limits.maximumBytes)
        default: throw .damaged(reason: reason)
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
