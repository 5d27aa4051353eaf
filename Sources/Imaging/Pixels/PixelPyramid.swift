internal import GalleryModel

/// A picture and its halvings, made when they are first needed and shared by the sizes that are
/// reduced from them.
///
/// Every size has the bytes that `PixelBuffer.reduced` gives, in whatever order they are asked for.
/// The halvings take a third of the picture's memory at most.
package struct PixelPyramid: Sendable {
    /// The picture, its half, its quarter and so on.
    private var levels: [PixelBuffer]

    /// Makes the pyramid of a picture.
    package init(_ pixels: PixelBuffer) {
        levels = [pixels]
    }

    /// The picture at a smaller size.
    ///
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    package mutating func reduced(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        guard width > 0, height > 0 else {
            throw .cannotRender(reason: "\(width) x \(height) is no size")
        }
        let across = min(width, levels[0].width)
        let down = min(height, levels[0].height)
        var level = 0
        while PixelRegion(levels[level]).canBeHalved(for: across, down) {
            level += 1
            if level == levels.count {
                levels.append(try PixelRegion(levels[level - 1]).halved())
            }
        }
        return try PixelRegion(levels[level]).finished(width: across, height: down)
    }

    /// The picture with a long edge of at most so many pixels, in the same proportions.
    ///
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    package mutating func bounded(toLongestSide side: Int) throws(ImagingError) -> PixelBuffer {
        let size = EditGeometry.Size(width: levels[0].width, height: levels[0].height)
            .bounded(toLongestSide: max(side, 1))
        return try reduced(width: size.width, height: size.height)
    }
}
