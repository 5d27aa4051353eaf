internal import Basics
internal import CVipsShim
internal import GalleryModel

/// Decodes PNG, WebP, HEIC, AVIF, TIFF and GIF with libvips.
struct VipsDecoder {
    let format: PictureFormat
    let limits: DecodeLimits
    /// The orientation of a PNG, because libvips reads EXIF only if its chunk precedes the pixels.
    var turn = 1

    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ size: RequestedSize
    ) throws(ImagingError) -> DecodedPicture {
        var decoder = self
        if format == .png {
            decoder.turn = StoredPicture.read(.png, ByteWindow(bytes))?.orientation ?? 1
        }
        guard format == .png || format == .tiff,
            let damage = PictureIntegrity.damage(format, bytes)
        else { return try decoder.decodeAsIs(bytes, layout, size) }
        let whole =
            format == .png
            ? try PNGRepair.whole(of: bytes, within: limits)
            : TIFFRepair.whole(of: bytes, within: limits)
        guard let repaired = whole else {
            guard format == .tiff else { throw .damaged(reason: damage) }
            // The missing part may belong to a later page.
            return try decoder.decodeAsIs(bytes, layout, size)
        }
        var picture = try repaired.withBytes { buffer throws(ImagingError) in
            try decoder.decodeAsIs(buffer, layout, size)
        }
        picture.warnings = [damage]
        return picture
    }

    private func decodeAsIs(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ size: RequestedSize
    ) throws(ImagingError) -> DecodedPicture {
        guard let loader = VipsDecoder.loaders[format] else { throw .unsupportedType(format) }
        var request = cvips_request(
            format: loader, longest_side: 0, maximum_pixels: UInt64(limits.maximumPixels),
            maximum_bytes: UInt64(limits.maximumBytes))
        let header = try plan(bytes, size, &request)
        let isTurned = turn != 1 && header.orientation == 1
        let whole = EditGeometry.Size(
            width: Int(header.whole_width), height: Int(header.whole_height))
        let decoded =
            request.longest_side == 0 ? whole : whole.bounded(toLongEdge: Int(request.longest_side))
        let turning = isTurned ? decoded.width * decoded.height * layout.rawValue : 0
        // Edits are rendered with three bytes per pixel.
        let rendering = size.renderingMemory(
            width: whole.width, height: whole.height, decodedWidth: decoded.width,
            decodedHeight: decoded.height, channels: 3)
        let reservation = limits.reserve(
            max(Int(clamping: header.bytes_needed) + turning, rendering))
        var outcome = cvips_outcome()
        var message = cvips_message()
        let status = cvips_decode(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &request, &outcome,
            &message)
        defer { cvips_free(&outcome) }
        try check(status, outcome, message, bytes)
        // libvips fills missing parts without a warning.
        let damage = format == .png ? nil : PictureIntegrity.damage(format, bytes)
        let length = Int(outcome.width) * Int(outcome.height) * layout.rawValue
        let pixels = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            cvips_copy(&outcome, layout == .gray ? CVIPS_GREY : CVIPS_BGR, buffer.baseAddress)
            count = length
        }
        guard
            let stored = PixelBuffer(
                layout: layout, width: Int(outcome.width), height: Int(outcome.height),
                bytes: pixels)
        else { throw .damaged(reason: "the picture has no pixels") }
        var picture = DecodedPicture(
            pixels: isTurned ? stored.upright(orientation: turn) : stored,
            width: whole.width, height: whole.height, format: format,
            orientation: isTurned ? turn : Int(outcome.orientation),
            warnings: [damage].compactMap(\.self))
        picture.reservation = reservation
        return picture
    }

    /// Reads the header and sets the long edge to request from libvips, which for an edit depends
    /// on the full size.
    private func plan(
        _ bytes: UnsafeRawBufferPointer, _ size: RequestedSize, _ request: inout cvips_request
    ) throws(ImagingError) -> cvips_outcome {
        var wanted = size.longEdge.map { max($0, size.fullSizeUpTo) }
        if size.edit != nil, size.longEdge != nil {
            // A minimal size, because the memory for the pixels is not known yet.
            request.longest_side = 1
            let whole = try header(bytes, request)
            wanted = size.length(width: Int(whole.whole_width), height: Int(whole.whole_height))
        }
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
        if turn >= 5, outcome.orientation == 1 {
            (outcome.whole_width, outcome.whole_height) = (
                outcome.whole_height, outcome.whole_width
            )
        }
        return outcome
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
            // libvips does not report that a file is truncated.
            throw .damaged(
                reason: PictureIntegrity.damage(format, bytes) ?? VipsDecoder.text(message))
        }
    }

    /// Returns libvips's message, or a default if it is empty.
    static func text(
        _ message: cvips_message, unless silent: String = "libvips cannot read it"
    ) -> String {
        let text = String(terminated: message.text)
        return text.isEmpty ? silent : text
    }
}

/// Completes a truncated TIFF with zeros, so that decoders can read it.
///
/// It works for uncompressed pixels, which scanners and editors commonly write; decoders do not
/// read incomplete strips of other files.
enum TIFFRepair {
    /// Returns the complete file; nil if less than a row of pixels exists, the pixels are
    /// compressed, or nothing is missing from the first page.
    static func whole(of bytes: UnsafeRawBufferPointer, within limits: DecodeLimits) -> [UInt8]? {
        guard var reader = TIFFReader(ByteWindow(bytes)),
            let page = try? reader.directory(at: reader.first),
            reader.number(page[.compression]) ?? 1 == 1,
            let height = reader.number(page[.height]), height > 0,
            let offsets = try? reader.numbers(page[.tileOffsets] ?? page[.stripOffsets]),
            let lengths = try? reader.numbers(page[.tileLengths] ?? page[.stripLengths]),
            offsets.count == lengths.count
        else { return nil }
        var end = bytes.count
        var (present, all) = (0.0, 0.0)
        for (offset, length) in zip(offsets, lengths) {
            let (sum, isTooLarge) = offset.addingReportingOverflow(length)
            guard !isTooLarge, sum <= limits.maximumBytes else { return nil }
            end = max(end, sum)
            present += Double(max(0, min(length, bytes.count - offset)))
            all += Double(length)
        }
        guard end > bytes.count, present >= all / Double(height) else { return nil }
        return Array(bytes) + [UInt8](repeating: 0, count: end - bytes.count)
    }
}
