internal import GalleryModel

/// A picture decoded for its thumbnails, and the sizes it was brought to on the way: in planes where
/// that saves time, in pixels otherwise.
package struct ThumbnailSource: Sendable {
    /// The picture, and its halvings.
    private enum Levels {
        case pixels(PixelPyramid)
        case planes(PlanarPyramid)
    }

    /// Pixels across of the whole upright picture.
    package let width: Int
    /// Pixels down of the whole upright picture.
    package let height: Int
    /// The picture's type, by content.
    package let format: PictureFormat
    /// What was read with doubt, such as a file that ends early: lower-case sentences.
    package let warnings: [String]
    /// Pixels across that were decoded.
    package let decodedWidth: Int
    /// Pixels down that were decoded.
    package let decodedHeight: Int
    /// The picture in pixels, as an edit needs it; nil for planes.
    let picture: DecodedPicture?
    /// What planes take of the budget; pixels have theirs beside them.
    private let reservation: DecodeReservation?
    private var levels: Levels

    /// Makes a source of pixels in sRGB.
    package init(_ picture: DecodedPicture) {
        (width, height) = (picture.width, picture.height)
        format = picture.format
        warnings = picture.warnings
        (decodedWidth, decodedHeight) = (picture.pixels.width, picture.pixels.height)
        self.picture = picture
        reservation = nil
        levels = .pixels(PixelPyramid(picture.pixels))
    }

    /// Makes a source of a JPEG's planes.
    init(_ decoded: DecodedPlanes) {
        (width, height) = (decoded.width, decoded.height)
        format = .jpeg
        warnings = decoded.warnings
        (decodedWidth, decodedHeight) = (decoded.planes.width, decoded.planes.height)
        picture = nil
        reservation = decoded.reservation
        levels = .planes(PlanarPyramid(decoded.planes))
    }

    /// Whether the picture is in planes.
    package var isPlanar: Bool { picture == nil }

    /// The picture at a smaller size, for something else than thumbnails.
    ///
    /// - Parameters:
    ///   - layout: the layout that is wanted; pictures that are not in planes come as they are.
    ///   - width: pixels across; nothing is enlarged.
    ///   - height: pixels down, likewise.
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    package mutating func reduced(
        as layout: PixelBuffer.Layout, width: Int, height: Int
    ) throws(ImagingError) -> DecodedPicture {
        let pixels: PixelBuffer
        switch levels {
        case .pixels(var pyramid):
            pixels = try pyramid.reduced(width: width, height: height)
            levels = .pixels(pyramid)
        case .planes(var pyramid):
            pixels =
                switch layout {
                case .grey: try pyramid.luma(width: width, height: height)
                case .bgr: try pyramid.coloured(width: width, height: height)
                }
            levels = .planes(pyramid)
        }
        return DecodedPicture(
            pixels: pixels, width: self.width, height: self.height, format: format,
            warnings: warnings)
    }

    /// The picture with a long edge of at most so many pixels, in the same proportions.
    ///
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    package mutating func bounded(
        as layout: PixelBuffer.Layout, toLongestSide side: Int
    ) throws(ImagingError) -> DecodedPicture {
        let size = EditGeometry.Size(width: decodedWidth, height: decodedHeight)
            .bounded(toLongestSide: max(side, 1))
        return try reduced(as: layout, width: size.width, height: size.height)
    }

    /// The picture at a smaller size as a file.
    ///
    /// - Throws: `ImagingError` where reducing or encoding fails.
    mutating func encoded(
        _ encoding: PictureEncoding, width: Int, height: Int
    ) throws(ImagingError) -> [UInt8] {
        switch levels {
        case .pixels(var pyramid):
            let pixels = try pyramid.reduced(width: width, height: height)
            levels = .pixels(pyramid)
            return try PictureEncoder(encoding).encode(pixels)
        case .planes(var pyramid):
            let planes = try pyramid.reduced(width: width, height: height)
            levels = .planes(pyramid)
            guard case .jpeg(let quality) = encoding else {
                return try PictureEncoder(encoding).encode(try planes.coloured())
            }
            return try JPEGEncoder(quality: quality).encode(planes)
        }
    }
}
