internal import GalleryModel

/// A picture decoded for thumbnails, with its reduced sizes: in planes if that saves time,
/// otherwise in pixels.
package struct ThumbnailSource: Sendable {
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
    /// The picture and its halvings; of planes, the luma.
    private var levels: PixelPyramid
    /// The blue and the red differences of planes with their halvings; empty for pixels.
    private var differences: [PixelPyramid] = []

    /// Creates a source from pixels in sRGB.
    package init(_ picture: DecodedPicture) {
        (width, height) = (picture.width, picture.height)
        format = picture.format
        warnings = picture.warnings
        (decodedWidth, decodedHeight) = (picture.pixels.width, picture.pixels.height)
        self.picture = picture
        reservation = nil
        levels = PixelPyramid(picture.pixels)
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
        levels = PixelPyramid(planes.luma)
        differences = [planes.blueDifference, planes.redDifference].map { PixelPyramid($0) }
    }

    /// True if the picture is in planes.
    package var isPlanar: Bool { picture == nil }

    /// Returns the picture at a smaller size, for purposes other than thumbnails.
    ///
    /// - Parameters:
    ///   - layout: the layout for planes; other pictures keep theirs.
    ///   - width: pixels across; nothing is enlarged.
    ///   - height: pixels down, likewise.
    /// - Throws: `ImagingError` in the same cases as `PixelPyramid.reduced(width:height:)`.
    package mutating func reduced(
        as layout: PixelBuffer.Layout, width: Int, height: Int
    ) throws(ImagingError) -> DecodedPicture {
        var pixels = try levels.reduced(width: width, height: height)
        if !differences.isEmpty, layout == .bgr { pixels = try convertedToBGR(pixels) }
        return DecodedPicture(
            pixels: pixels, width: self.width, height: self.height, format: format,
            warnings: warnings)
    }

    /// Returns the picture with a limited long edge in pixels, in the same proportions.
    ///
    /// - Throws: `ImagingError` in the same cases as `PixelPyramid.reduced(width:height:)`.
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
        let pixels = try levels.reduced(width: width, height: height)
        guard !differences.isEmpty else { return try PictureEncoder(encoding).encode(pixels) }
        let planes = try planes(of: pixels)
        guard case .jpeg(let quality) = encoding else {
            return try PictureEncoder(encoding).encode(try planes.convertedToBGR())
        }
        return try JPEGEncoder(quality: quality).encode(planes)
    }

    /// Returns the planes for a reduced luma.
    private mutating func planes(of luma: PixelBuffer) throws(ImagingError) -> PlanarPicture {
        let across = PlanarPicture.half(luma.width)
        let down = PlanarPicture.half(luma.height)
        let made = PlanarPicture(
            luma: luma,
            blueDifference: try differences[0].reduced(width: across, height: down),
            redDifference: try differences[1].reduced(width: across, height: down))
        guard let made else {
            throw .cannotRender(reason: "\(luma.width) x \(luma.height) is not a valid size")
        }
        return made
    }

    /// Returns a reduced luma with its colors, with the full available color resolution.
    private mutating func convertedToBGR(_ luma: PixelBuffer) throws(ImagingError) -> PixelBuffer {
        let blue = try differences[0].reduced(width: luma.width, height: luma.height)
        guard blue.width == luma.width, blue.height == luma.height else {
            return try planes(of: luma).convertedToBGR()
        }
        let red = try differences[1].reduced(width: luma.width, height: luma.height)
        return try PlanarPicture.convertedToBGR(luma, blue, red)
    }
}

extension ThumbnailSource {
    /// The long edge in pixels of the reduced picture that the mean color is computed from.
    private static let colorSide = 16

    /// Returns the mean color of the picture, 0xRRGGBB in sRGB.
    ///
    /// - Throws: `ImagingError` in the same cases as `PixelPyramid.reduced(width:height:)`.
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
        return layout == .gray ? means[0] * 0x01_01_01 : means[2] << 16 | means[1] << 8 | means[0]
    }
}
