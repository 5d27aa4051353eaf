package import GalleryModel

/// Makes the thumbnails of a picture: one decode for all sides, then each from the ones before.
package struct ThumbnailMaker: Sendable {
    private let limits: DecodeLimits
    private let encoder: PictureEncoder

    /// Makes a maker.
    ///
    /// - Parameters:
    ///   - limits: what decoding and rendering may take.
    ///   - encoding: how thumbnails become files.
    package init(limits: DecodeLimits = DecodeLimits(), encoding: PictureEncoding) {
        self.limits = limits
        encoder = PictureEncoder(encoding)
    }

    /// Decodes a picture in memory at the least size that these sides need, in sRGB; grey JPEGs stay grey.
    ///
    /// - Parameters:
    ///   - sides: longest sides in pixels; values below 1 are left out.
    ///   - edit: the edit whose result has these sides; nil for the picture as it is.
    /// - Throws: `ImagingError` as `PictureDecoder.decode(bytes:as:longestSide:)`.
    package func decode(
        bytes: UnsafeRawBufferPointer, sides: [Int], edit: EditRecipe? = nil
    ) throws(ImagingError) -> DecodedPicture {
        try PictureDecoder(limits: limits)
            .decode(bytes, .bgr, ThumbnailMaker.size(sides, edit), .sRGB, keepsGrey: true)
    }

    /// Decodes a picture file at the least size that these sides need, in sRGB; grey JPEGs stay grey.
    ///
    /// - Parameters:
    ///   - sides: longest sides in pixels; values below 1 are left out.
    ///   - edit: the edit whose result has these sides; nil for the picture as it is.
    /// - Throws: `ImagingError` as `PictureDecoder.decode(path:as:longestSide:)`.
    package func decode(
        path: BytePath, sides: [Int], edit: EditRecipe? = nil
    ) throws(ImagingError) -> DecodedPicture {
        try PictureDecoder(limits: limits)
            .decode(path, .bgr, ThumbnailMaker.size(sides, edit), .sRGB, keepsGrey: true)
    }

    /// The thumbnails of a decoded picture, largest first.
    ///
    /// Nothing is enlarged: of the sides that the picture does not exceed only the smallest is made, with
    /// all of its pixels.
    ///
    /// - Parameters:
    ///   - picture: what `decode` gave for these sides and this edit, or a larger decode of the picture.
    ///   - sides: longest sides in pixels; values below 1 are left out.
    ///   - edit: the edit that the thumbnails show; nil for none.
    /// - Throws: `ImagingError` where rendering or encoding fails.
    package func thumbnails(
        of picture: DecodedPicture, sides: [Int], edit: EditRecipe? = nil
    ) throws(ImagingError) -> [MadeThumbnail] {
        var pyramid = PixelPyramid(picture.pixels)
        return try thumbnails(of: picture, from: &pyramid, sides: sides, edit: edit)
    }

    /// The thumbnails of a decoded picture whose halvings are needed elsewhere too.
    ///
    /// - Parameter pyramid: the picture's pixels; an edit has a pyramid of its own.
    /// - Throws: `ImagingError` as `thumbnails(of:sides:edit:)`.
    package func thumbnails(
        of picture: DecodedPicture, from pyramid: inout PixelPyramid, sides: [Int],
        edit: EditRecipe?
    ) throws(ImagingError) -> [MadeThumbnail] {
        let whole =
            edit.map { EditGeometry($0, width: picture.width, height: picture.height).result }
            ?? EditGeometry.Size(width: picture.width, height: picture.height)
        let wanted = ThumbnailMaker.sides(sides, upTo: max(whole.width, whole.height))
        guard let largest = wanted.first else { return [] }
        guard let edit else {
            return try encoded(wanted, of: whole, from: &pyramid)
        }
        var edited = PixelPyramid(
            try EditRenderer(limits: limits).render(edit, of: picture, longestSide: largest))
        return try encoded(wanted, of: whole, from: &edited)
    }

    private func encoded(
        _ sides: [Int], of whole: EditGeometry.Size, from pyramid: inout PixelPyramid
    ) throws(ImagingError) -> [MadeThumbnail] {
        var made: [MadeThumbnail] = []
        for side in sides {
            let size = whole.bounded(toLongestSide: side)
            let reduced = try pyramid.reduced(width: size.width, height: size.height)
            made.append(
                MadeThumbnail(
                    side: side, isWhole: max(whole.width, whole.height) <= side,
                    width: reduced.width, height: reduced.height,
                    bytes: try encoder.encode(reduced)))
        }
        return made
    }

    private static func size(_ sides: [Int], _ edit: EditRecipe?) -> WantedSize {
        WantedSize(longestSide: max(sides.max() ?? 1, 1), edit: edit)
    }

    /// The sides to make, largest first: all below a length, and the smallest of the others.
    private static func sides(_ sides: [Int], upTo length: Int) -> [Int] {
        let ascending = Set(sides.filter { $0 >= 1 }).sorted()
        let below = ascending.filter { $0 < length }
        return (below + ascending.dropFirst(below.count).prefix(1)).reversed()
    }
}
