package import Basics
package import GalleryModel

/// Decodes pictures to upright pixels, as small as they are wanted.
///
/// JPEGs are reduced while their coefficients are turned into pixels; other types go through
/// libvips, which is opened when the first of them is met. What is transparent becomes white. The
/// colours of types other than JPEG are brought to sRGB; `ColourTreatment` says what a JPEG's become.
package struct PictureDecoder: Sendable {
    private let limits: DecodeLimits

    /// Makes a decoder that refuses pictures beyond the limits.
    package init(limits: DecodeLimits = DecodeLimits()) {
        self.limits = limits
    }

    /// Whether pictures of a type can be decoded.
    package static func canDecode(_ format: PictureFormat) -> Bool {
        switch format {
        case .jpeg, .png, .webp, .heif, .avif, .tiff, .gif: true
        default: false
        }
    }

    /// Decodes a picture that is in memory.
    ///
    /// Files that end early give what could be decoded and a warning. The call waits while other
    /// pictures hold the memory that it needs (`DecodeLimits.maximumBytes`): so its thread may hold
    /// no decoded picture.
    ///
    /// - Parameter longestSide: The least length of the long edge in pixels. JPEGs come at the
    ///   smallest of 1/8, 1/4, 1/2 and 1/1 that reaches it, other types at this length. Nothing is
    ///   enlarged. Nil is the whole size.
    /// - Parameter wholeUpTo: JPEGs whose long edge is at most this many pixels come whole;
    ///   other types come at least this long.
    /// - Parameter edit: An edit that the picture is for: its result reaches the long edge, and the
    ///   memory for rendering it is taken of the budget with that for decoding. Nil for none.
    /// - Parameter colour: What becomes of the colours of a JPEG. A profile that is damaged or does not
    ///   fit is ignored, with a warning.
    /// - Throws: `ImagingError` where the type cannot be decoded, the file is damaged, or a limit or
    ///   a library is in the way.
    package func decode(
        bytes: UnsafeRawBufferPointer, as layout: PixelBuffer.Layout, longestSide: Int?,
        wholeUpTo: Int = 0, for edit: PhotoEdit? = nil, colour: ColourTreatment = .asStored
    ) throws(ImagingError) -> DecodedPicture {
        try decode(
            bytes, layout,
            WantedSize(longestSide: longestSide, wholeUpTo: wholeUpTo, edit: edit), colour)
    }

    /// Decodes a picture that is in memory, at a size that an edit may decide.
    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ size: WantedSize,
        _ colour: ColourTreatment, keepsGrey: Bool = false
    ) throws(ImagingError) -> DecodedPicture {
        guard !bytes.isEmpty else { throw .damaged(reason: "the file is empty") }
        let format = PictureFormat.sniff(bytes)
        switch format {
        case .jpeg:
            return try JPEGDecoder(limits: limits, size: size, colour: colour, keepsGrey: keepsGrey)
                .decode(bytes, layout)
        case .png, .webp, .heif, .avif, .tiff, .gif:
            return try VipsDecoder(format: format, limits: limits).decode(bytes, layout, size)
        case .unknown: throw .unknownType
        case .bmp, .jpegXL, .jpeg2000, .psd, .raw, .video, .svg, .html, .pdf, .xmp:
            throw .unsupportedType(format)
        }
    }

    /// Decodes a picture file, which is read whole.
    ///
    /// - Throws: `ImagingError` as `decode(bytes:as:longestSide:)`, and where the path cannot be
    ///   opened, is no regular file or is larger than the limit.
    package func decode(
        path: BytePath, as layout: PixelBuffer.Layout, longestSide: Int?,
        wholeUpTo: Int = 0, colour: ColourTreatment = .asStored
    ) throws(ImagingError) -> DecodedPicture {
        try decode(
            path, layout, WantedSize(longestSide: longestSide, wholeUpTo: wholeUpTo), colour)
    }

    /// Decodes a picture file at a size that an edit may decide.
    func decode(
        _ path: BytePath, _ layout: PixelBuffer.Layout, _ size: WantedSize,
        _ colour: ColourTreatment, keepsGrey: Bool = false
    ) throws(ImagingError) -> DecodedPicture {
        let bytes = try FileBytes.read(path, atMost: limits.maximumBytes)
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(ImagingError) in
                try decode(buffer, layout, size, colour, keepsGrey: keepsGrey)
            }
        }
        return try outcome.get()
    }
}
