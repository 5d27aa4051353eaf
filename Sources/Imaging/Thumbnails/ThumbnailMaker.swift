internal import Basics
package import GalleryModel

/// Creates the thumbnails of a picture: one decode for all sizes, then each from the next larger
/// one.
package struct ThumbnailMaker: Sendable {
    /// The limits for decoding and rendering.
    package let limits: DecodeLimits
    private let encoding: PictureEncoding

    /// Creates a thumbnail maker.
    ///
    /// - Parameters:
    ///   - limits: the limits for decoding and rendering.
    ///   - encoding: the encoding of thumbnails.
    package init(limits: DecodeLimits = DecodeLimits(), encoding: PictureEncoding) {
        self.limits = limits
        self.encoding = encoding
    }

    /// Decodes a picture in memory at the minimum size for these sides, in sRGB; gray JPEGs stay
    /// gray.
    ///
    /// Common JPEGs are decoded into planes if JPEG thumbnails without an edit are to be made.
    ///
    /// - Parameters:
    ///   - sides: long edges in pixels; values below 1 are ignored.
    ///   - edit: the edit whose result has these sides; nil for the unedited picture.
    /// - Throws: `ImagingError` in the same cases as
    ///   `PictureDecoder.decode(bytes:as:longEdge:)`.
    package func decode(
        bytes: UnsafeRawBufferPointer, sides: [Int], edit: PhotoEdit? = nil
    ) throws(ImagingError) -> ThumbnailSource {
        let size = RequestedSize(longEdge: max(sides.max() ?? 1, 1), edit: edit)
        if edit == nil, encoding.format == .jpeg, PictureFormat.sniff(bytes) == .jpeg,
            let source = try JPEGDecoder(limits: limits, size: size).decodePlanes(bytes)
        {
            return source
        }
        return ThumbnailSource(
            try PictureDecoder(limits: limits).decode(bytes, .bgr, size, .sRGB, keepsGray: true))
    }

    /// Decodes a picture in an array, like `decode(bytes:sides:edit:)`.
    package func decode(
        _ bytes: [UInt8], sides: [Int], edit: PhotoEdit? = nil
    ) throws(ImagingError) -> ThumbnailSource {
        try bytes.withBytes { buffer throws(ImagingError) in
            try decode(bytes: buffer, sides: sides, edit: edit)
        }
    }

    /// Returns the thumbnails of a decoded picture, largest first.
    ///
    /// Nothing is enlarged: of the sides that the picture does not exceed, only the smallest is
    /// made, with all of the picture's pixels.
    ///
    /// - Parameters:
    ///   - source: the result of `decode` for these sides and this edit, or a larger decode of the
    ///     picture; an edit consumes its pixels.
    ///   - sides: long edges in pixels; values below 1 are ignored.
    ///   - edit: the edit that the thumbnails show; nil for none.
    /// - Throws: `ImagingError` if rendering or encoding fails.
    package func thumbnails(
        of source: inout ThumbnailSource, sides: [Int], edit: PhotoEdit? = nil
    ) throws(ImagingError) -> [MadeThumbnail] {
        let whole =
            edit.map { EditGeometry($0, width: source.width, height: source.height).result }
            ?? EditGeometry.Size(width: source.width, height: source.height)
        let wanted = ThumbnailMaker.sides(sides, upTo: max(whole.width, whole.height))
        guard let largest = wanted.first else { return [] }
        guard let edit else {
            return try encoded(wanted, of: whole, from: &source)
        }
        guard var picture = source.picture else {
            throw .cannotRender(reason: "the picture was not decoded for an edit")
        }
        picture.pixels =
            try EditRenderer(limits: limits).render(edit, of: picture, longEdge: largest)
        var edited = ThumbnailSource(picture)
        return try encoded(wanted, of: whole, from: &edited)
    }

    private func encoded(
        _ sides: [Int], of whole: EditGeometry.Size, from source: inout ThumbnailSource
    ) throws(ImagingError) -> [MadeThumbnail] {
        var made: [MadeThumbnail] = []
        let color = try source.meanColor()
        for side in sides {
            let size = whole.bounded(toLongEdge: side)
            let width = min(size.width, source.decodedWidth)
            let height = min(size.height, source.decodedHeight)
            made.append(
                MadeThumbnail(
                    side: side, isWhole: max(whole.width, whole.height) <= side, width: width,
                    height: height,
                    bytes: try source.encoded(encoding, width: width, height: height),
                    color: color))
        }
        return made
    }

    /// Returns the sides to make, largest first: all below a length, and the smallest of the
    /// others.
    private static func sides(_ sides: [Int], upTo length: Int) -> [Int] {
        let ascending = Set(sides.filter { $0 >= 1 }).sorted()
        let below = ascending.filter { $0 < length }
        return (below + ascending.dropFirst(below.count).prefix(1)).reversed()
    }
}

extension PictureEncoding {
    /// The version of thumbnails, increased whenever the same picture results in other pixels.
    private static let thumbnailVersion = 1

    /// The text that identifies the parameters of thumbnails, for example `1 jpeg q80 srgb`:
    /// thumbnails of one picture with equal parameters, sides and edits are identical.
    package var thumbnailParameters: String {
        let name =
            switch self {
            case .jpeg(let quality): "jpeg q\(quality)"
            case .webp(let quality): "webp q\(quality)"
            case .png: "png"
            }
        return "\(PictureEncoding.thumbnailVersion) \(name) srgb"
    }
}

/// A thumbnail as a file in memory: upright, in sRGB, without metadata.
package struct MadeThumbnail: Hashable, Sendable {
    /// The requested long edge in pixels.
    package var side: Int
    /// True if the thumbnail has all of the picture's pixels, so that larger sides would be the
    /// same.
    package var isWhole: Bool
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// The bytes of the file.
    package var bytes: [UInt8]
    /// The mean color of the picture, 0xRRGGBB in sRGB; the same for all sides made at once.
    package var color: Int
}
