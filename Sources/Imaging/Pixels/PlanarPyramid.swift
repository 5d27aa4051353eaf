/// A picture in planes and their halvings, made when they are first needed.
struct PlanarPyramid: Sendable {
    private var luma: PixelPyramid
    private var blueDifference: PixelPyramid
    private var redDifference: PixelPyramid

    /// Makes the pyramid of a picture.
    init(_ picture: PlanarPicture) {
        luma = PixelPyramid(picture.luma)
        blueDifference = PixelPyramid(picture.blueDifference)
        redDifference = PixelPyramid(picture.redDifference)
    }

    /// The luma alone at a smaller size.
    ///
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    mutating func luma(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        try luma.reduced(width: width, height: height)
    }

    /// The picture at a smaller size.
    ///
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    mutating func reduced(width: Int, height: Int) throws(ImagingError) -> PlanarPicture {
        let luma = try luma.reduced(width: width, height: height)
        let across = PlanarPicture.half(luma.width)
        let down = PlanarPicture.half(luma.height)
        let made = PlanarPicture(
            luma: luma,
            blueDifference: try blueDifference.reduced(width: across, height: down),
            redDifference: try redDifference.reduced(width: across, height: down))
        guard let made else { throw .cannotRender(reason: "\(width) x \(height) is no size") }
        return made
    }

    /// The picture at a smaller size in blue, green, red, with all the colours that are there.
    ///
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    mutating func coloured(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        let luma = try luma.reduced(width: width, height: height)
        let blue = try blueDifference.reduced(width: luma.width, height: luma.height)
        guard blue.width == luma.width, blue.height == luma.height else {
            return try reduced(width: width, height: height).coloured()
        }
        let red = try redDifference.reduced(width: luma.width, height: luma.height)
        return try PlanarPicture.coloured(luma, blue, red)
    }
}
