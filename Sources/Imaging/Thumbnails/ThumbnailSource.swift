internal import GalleryModel

/// A picture decoded for thumbnails, with its reduced sizes: in planes if that saves time,
/// otherwise in pixels.
package struct ThumbnailSource: Sendable {
    /// The picture and its halvings.
    private enum Levels {
        case pixels(PixelPyramid)
        case planes(PlanarPyramid)
    }

    /// Pixels across of the whole upright picture.
    package let width: Int
    /// Pixels down of the whole upright picture.
    package let height: Int
    /// The picture's type, determined from its content.
    package let format: PictureFormat
    /// Warnings, for example about a truncated file, in lower case.
    package let warnings: [String]
    /// Pixels across that were decoded.
    package let decodedWidth: Int
    /// Pixels down that were decoded.
    package let decodedHeight: Int
    /// The picture in pixels, as needed for edits; nil for planes.
    let picture: DecodedPicture?
    /// The memory reserved for planes; pixels store their own reservation.
    private let reservation: DecodeReservation?
    private var levels: Levels

    /// Creates a source from pixels in sRGB.
    package init(_ picture: DecodedPicture) {
        (width, height) = (picture.width, picture.height)
        format = picture.format
        warnings = picture.warnings
        (decodedWidth, decodedHeight) = (picture.pixels.width, picture.pixels.height)
        self.picture = picture
        reservation = nil
        levels = .pixels(PixelPyramid(picture.pixels))
    }

    /// Creates a source from a JPEG's upright planes and the memory reserved for them.
    init(
        _ planes: PlanarPicture, of frame: JPEGFrame, warnings: [String],
        _ reservation: DecodeReservation
    ) {
        (width, height) = (frame.width, frame.height)
        format = .jpeg
        self.warnings = warnings
        (decodedWidth, decodedHeight) = (planes.width, planes.height)
        picture = nil
        self.reservation = reservation
        levels = .planes(PlanarPyramid(planes))
    }

    /// True if the picture is in planes.
    package var isPlanar: Bool { picture == nil }

    /// Returns the picture at a smaller size, for purposes other than thumbnails.
    ///
    /// - Parameters:
    ///   - layout: the layout for planes; other pictures keep theirs.
    ///   - width: pixels across; nothing is enlarged.
    ///   - height: pixels down, likewise.
    /// - Throws: `ImagingError` in the same cases as `PixelBuffer.reduced(width:height:)`.
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
                case .gray: try pyramid.luma(width: width, height: height)
                case .bgr: try pyramid.convertedToBGR(width: width, height: height)
                }
            levels = .planes(pyramid)
        }
        return DecodedPicture(
            pixels: pixels, width: self.width, height: self.height, format: format,
            warnings: warnings)
    }

    /// Returns the picture with a limited long edge in pixels, in the same proportions.
    ///
    /// - Throws: `ImagingError` in the same cases as `PixelBuffer.reduced(width:height:)`.
    package mutating func bounded(
        as layout: PixelBuffer.Layout, toLongEdge side: Int
    ) throws(ImagingError) -> DecodedPicture {
        let size = EditGeometry.Size(width: decodedWidth, height: decodedHeight)
            .bounded(toLongEdge: max(side, 1))
        return try reduced(as: layout, width: size.width, height: size.height)
    }

    /// Encodes the picture at a smaller size.
    ///
    /// - Throws: `ImagingError` if reducing or encoding fails.
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
                return try PictureEncoder(encoding).encode(try planes.convertedToBGR())
            }
            return try JPEGEncoder(quality: quality).encode(planes)
        }
    }
}

extension ThumbnailSource {
    /// The long edge in pixels of the reduced picture that the mean color is computed from.
    private static let colorSide = 16

    /// Returns the mean color of the picture, 0xRRGGBB in sRGB.
    ///
    /// - Throws: `ImagingError` in the same cases as `PixelBuffer.reduced(width:height:)`.
    mutating func meanColor() throws(ImagingError) -> Int {
        try bounded(as: .bgr, toLongEdge: Self.colorSide).pixels.meanColor
    }
}

extension PixelBuffer {
    /// The mean color, 0xRRGGBB.
    var meanColor: Int {
        let channels = layout.rawValue
        var sums = [0, 0, 0]
        for (index, byte) in bytes.enumerated() { sums[index % channels] += Int(byte) }
        let count = width * height
        let means = sums.map { ($0 + count / 2) / count }
        return layout == .gray
            ? means[0] * 0x01_01_01 : means[2] << 16 | means[1] << 8 | means[0]
    }
}
