package import GalleryModel

/// Makes the thumbnails of a picture: one decode for all sides, then each from the ones before.
package struct ThumbnailMaker: Sendable {
    /// What decoding and rendering may take.
    package let limits: DecodeLimits
    private let encoding: PictureEncoding

    /// Makes a maker.
    ///
    /// - Parameters:
    ///   - limits: what decoding and rendering may take.
    ///   - encoding: how thumbnails become files.
    package init(limits: DecodeLimits = DecodeLimits(), encoding: PictureEncoding) {
        self.limits = limits
        self.encoding = encoding
    }

    /// Decodes a picture in memory at the least size that these sides need, in sRGB; grey JPEGs stay grey.
    ///
    /// JPEGs of the usual kinds come in planes where JPEGs without an edit are to be made of them.
    ///
    /// - Parameters:
    ///   - sides: long edges in pixels; values below 1 are left out.
    ///   - edit: the edit whose result has these sides; nil for the picture as it is.
    /// - Throws: `ImagingError` as `PictureDecoder.decode(bytes:as:longestSide:)`.
    package func decode(
        bytes: UnsafeRawBufferPointer, sides: [Int], edit: PhotoEdit? = nil
    ) throws(ImagingError) -> ThumbnailSource {
        let size = ThumbnailMaker.size(sides, edit)
        if edit == nil, encoding.format == .jpeg, PictureFormat.sniff(bytes) == .jpeg,
            let planes = try JPEGDecoder(limits: limits, size: size).decodePlanes(bytes)
        {
            return ThumbnailSource(planes)
        }
        return ThumbnailSource(
            try PictureDecoder(limits: limits).decode(bytes, .bgr, size, .sRGB, keepsGrey: true))
    }

    /// As `decode(bytes:sides:edit:)`, for bytes in an array.
    package func decode(
        _ bytes: [UInt8], sides: [Int], edit: PhotoEdit? = nil
    ) throws(ImagingError) -> ThumbnailSource {
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(ImagingError) in
                try decode(bytes: buffer, sides: sides, edit: edit)
            }
        }
        return try outcome.get()
    }

    /// The thumbnails of a decoded picture, largest first.
    ///
    /// Nothing is enlarged: of the sides that the picture does not exceed only the smallest is made, with
    /// all of its pixels.
    ///
    /// - Parameters:
    ///   - source: what `decode` gave for these sides and this edit, or a larger decode of the picture;
    ///     an edit takes its pixels.
    ///   - sides: long edges in pixels; values below 1 are left out.
    ///   - edit: the edit that the thumbnails show; nil for none.
    /// - Throws: `ImagingError` where rendering or encoding fails.
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
            throw .cannotRender(reason: "an edit was asked for of a picture decoded without it")
        }
        picture.pixels =
            try EditRenderer(limits: limits).render(edit, of: picture, longestSide: largest)
        var edited = ThumbnailSource(picture)
        return try encoded(wanted, of: whole, from: &edited)
    }

    private func encoded(
        _ sides: [Int], of whole: EditGeometry.Size, from source: inout ThumbnailSource
    ) throws(ImagingError) -> [MadeThumbnail] {
        var made: [MadeThumbnail] = []
        let colour = try source.meanColour()
        for side in sides {
            let size = whole.bounded(toLongestSide: side)
            let width = min(size.width, source.decodedWidth)
            let height = min(size.height, source.decodedHeight)
            made.append(
                MadeThumbnail(
                    side: side, isWhole: max(whole.width, whole.height) <= side, width: width,
                    height: height,
                    bytes: try source.encoded(encoding, width: width, height: height),
                    colour: colour))
        }
        return made
    }

    private static func size(_ sides: [Int], _ edit: PhotoEdit?) -> WantedSize {
        WantedSize(longestSide: max(sides.max() ?? 1, 1), edit: edit)
    }

    /// The sides to make, largest first: all below a length, and the smallest of the others.
    private static func sides(_ sides: [Int], upTo length: Int) -> [Int] {
        let ascending = Set(sides.filter { $0 >= 1 }).sorted()
        let below = ascending.filter { $0 < length }
        return (below + ascending.dropFirst(below.count).prefix(1)).reversed()
    }
}
