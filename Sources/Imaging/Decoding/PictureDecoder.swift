package import Basics
package import GalleryModel

/// Decodes pictures to upright pixels, at full or reduced size.
///
/// JPEGs are reduced during the inverse transform of their coefficients; other types are decoded by
/// libvips, which is loaded on first use. Transparent areas become white. Types other than JPEG are
/// converted to sRGB; the colors of a JPEG depend on `ColorTreatment`.
package struct PictureDecoder: Sendable {
    private let limits: DecodeLimits

    /// Creates a decoder that refuses pictures beyond the limits.
    package init(limits: DecodeLimits = DecodeLimits()) { self.limits = limits }

    /// Decodes a picture in memory.
    ///
    /// Truncated files return the part that could be decoded, and a warning. The call waits while
    /// other pictures hold the memory it needs (`DecodeLimits.maximumBytes`), so the calling thread
    /// must not hold a decoded picture.
    ///
    /// - Parameters:
    ///   - longEdge: the minimum long edge in pixels; nil for full size. JPEGs are decoded at
    ///     the smallest of 1/8, 1/4, 1/2 and 1/1 that reaches it, other types at exactly this
    ///     length. Nothing is enlarged.
    ///   - fullSizeUpTo: JPEGs with a long edge of at most this many pixels are decoded at full size;
    ///     other types at least at this length.
    ///   - edit: an edit to apply later; its result reaches the long edge, and the memory for
    ///     rendering it is reserved together with that for decoding. Nil for none.
    ///   - color: the treatment of a JPEG's colors. A damaged or unsuitable profile is ignored
    ///     with a warning.
    /// - Throws: `ImagingError` if the type cannot be decoded, the file is damaged, a limit is
    ///   exceeded or a library is missing.
    package func decode(
        bytes: UnsafeRawBufferPointer, as layout: PixelBuffer.Layout, longEdge: Int?,
        fullSizeUpTo: Int = 0, for edit: PhotoEdit? = nil, color: ColorTreatment = .asStored
    ) throws(ImagingError) -> DecodedPicture {
        try decode(
            bytes, layout,
            RequestedSize(longEdge: longEdge, fullSizeUpTo: fullSizeUpTo, edit: edit), color)
    }

    /// Decodes a picture in memory, at a size that can depend on an edit.
    func decode(
        _ bytes: UnsafeRawBufferPointer, _ layout: PixelBuffer.Layout, _ size: RequestedSize,
        _ color: ColorTreatment, keepsGray: Bool = false
    ) throws(ImagingError) -> DecodedPicture {
        guard !bytes.isEmpty else { throw .damaged(reason: "the file is empty") }
        let format = PictureFormat.sniff(bytes)
        switch format {
        case .jpeg:
            return try JPEGDecoder(limits: limits, size: size, color: color, keepsGray: keepsGray)
                .decode(bytes, layout)
        case .png, .webp, .heif, .avif, .tiff, .gif:
            return try VipsDecoder(format: format, limits: limits).decode(bytes, layout, size)
        case .unknown: throw .unknownType
        case .other, .raw, .video, .document: throw .unsupportedType(format)
        }
    }

    /// Decodes a picture file, which is read into memory.
    ///
    /// - Throws: `ImagingError` in the same cases as `decode(bytes:as:longEdge:)`, and if the
    ///   path cannot be opened, is not a regular file or exceeds the limit.
    package func decode(
        path: BytePath, as layout: PixelBuffer.Layout, longEdge: Int?,
        color: ColorTreatment = .asStored
    ) throws(ImagingError) -> DecodedPicture {
        try decode(
            FileBytes.read(path, atMost: limits.maximumBytes), as: layout, longEdge: longEdge,
            color: color)
    }

    /// Decodes a picture in an array, like `decode(bytes:as:longEdge:fullSizeUpTo:color:)`.
    package func decode(
        _ bytes: [UInt8], as layout: PixelBuffer.Layout, longEdge: Int?, fullSizeUpTo: Int = 0,
        color: ColorTreatment = .asStored
    ) throws(ImagingError) -> DecodedPicture {
        try bytes.withBytes { buffer throws(ImagingError) in
            try decode(
                bytes: buffer, as: layout, longEdge: longEdge, fullSizeUpTo: fullSizeUpTo,
                color: color)
        }
    }
}

/// The treatment of a picture's own color space when it is decoded.
///
/// It only affects JPEGs: other types are always converted to sRGB.
package enum ColorTreatment: Hashable, Sendable {
    /// Returns the stored values and ignores the profile; inks are converted by multiplication.
    case asStored
    /// Applies the embedded profile: relative colorimetric, with black point compensation.
    ///
    /// A picture without a profile is assumed to be sRGB, even if EXIF declares its colors
    /// "uncalibrated" (Adobe RGB by the file name rules of DCF), as in libvips and ImageMagick.
    case sRGB
    /// Returns the stored values together with their profile, so that a cropped copy keeps a wide
    /// gamut.
    ///
    /// Inks become sRGB, and so do gray values in layouts that their profile does not describe.
    case kept
}

/// A decoded picture: upright pixels at the requested size.
package struct DecodedPicture: Hashable, Sendable {
    /// The pixels, with the EXIF orientation applied; never enlarged.
    package var pixels: PixelBuffer
    /// Pixels across of the whole upright picture.
    package var width: Int
    /// Pixels down of the whole upright picture.
    package var height: Int
    /// The picture's type, determined from its content.
    package var format: PictureFormat
    /// The EXIF orientation in the file, 1...8, already applied.
    package var orientation = 1
    /// Warnings, for example about a truncated file, in lower case.
    package var warnings: [String] = []
    /// The ICC profile of the pixels; nil for sRGB, or unknown after `ColorTreatment.asStored`.
    package var profile: [UInt8]?
    /// The memory reserved for the picture and the edit it was decoded for.
    var reservation: DecodeReservation?

    /// Returns the picture without its reservation, for a cache: a decode that waits for memory
    /// would otherwise wait for the cache.
    package var unreserved: DecodedPicture {
        var picture = self
        picture.reservation = nil
        return picture
    }
}

/// The requested size of a picture, which can depend on its full size.
struct RequestedSize: Sendable {
    /// The minimum long edge in pixels; nil for full size.
    var longEdge: Int?
    /// The long edge in pixels up to which pictures are decoded at full size.
    var fullSizeUpTo = 0
    /// An edit to apply later; its result must reach the long edge instead of the picture.
    var edit: PhotoEdit?

    /// Returns the minimum long edge of the upright picture in pixels; nil for full size.
    func length(width: Int, height: Int) -> Int? {
        guard max(width, height) > fullSizeUpTo, let longEdge else { return nil }
        guard let edit else { return longEdge }
        return EditGeometry(edit, width: width, height: height, longEdge: longEdge)
            .neededLongEdge
    }

    /// Returns the memory for rendering the edit in bytes, including the picture; 0 without an
    /// edit.
    func renderingMemory(
        width: Int, height: Int, decodedWidth: Int, decodedHeight: Int, channels: Int
    ) -> Int {
        guard let edit else { return 0 }
        let plan = EditGeometry(edit, width: width, height: height, longEdge: longEdge)
        return EditRenderer.memory(
            plan, width: decodedWidth, height: decodedHeight, channels: channels,
            isPlain: edit.effects.isEmpty)
    }
}
