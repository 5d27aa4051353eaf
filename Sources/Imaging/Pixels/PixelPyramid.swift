internal import GalleryModel

/// A picture and its halvings, created on demand and shared by the sizes reduced from them.
///
/// Every size has the same bytes as the result of `PixelBuffer.reduced`, in any order of requests.
/// The halvings take at most a third of the picture's memory.
package struct PixelPyramid: Sendable {
    /// The picture, its half, its quarter and so on.
    private var levels: [PixelBuffer]

    /// Creates the pyramid of a picture.
    package init(_ pixels: PixelBuffer) { levels = [pixels] }

    /// Returns the picture at a smaller size: halved by averaging while it is at least twice too
    /// large in both directions, then bilinear.
    ///
    /// If only one side must be reduced by 2 or more, areas are averaged instead.
    ///
    /// - Parameters:
    ///   - width: pixels across; nothing is enlarged, so larger values keep the width.
    ///   - height: pixels down, likewise.
    /// - Throws: `ImagingError.cannotRender` if a side is below 1 or OpenCV fails,
    ///   `ImagingError.outOfMemory`.
    package mutating func reduced(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        guard width > 0, height > 0 else {
            throw .cannotRender(reason: "\(width) x \(height) is not a valid size")
        }
        let across = min(width, levels[0].width)
        let down = min(height, levels[0].height)
        var level = 0
        while PixelRegion(levels[level]).canBeHalved(for: across, down) {
            level += 1
            if level == levels.count { levels.append(try PixelRegion(levels[level - 1]).halved()) }
        }
        return try PixelRegion(levels[level]).finished(width: across, height: down)
    }

    /// Returns the picture with a limited long edge in pixels, in the same proportions.
    ///
    /// - Throws: `ImagingError` in the same cases as `reduced(width:height:)`.
    package mutating func bounded(toLongEdge side: Int) throws(ImagingError) -> PixelBuffer {
        let size = EditGeometry.Size(width: levels[0].width, height: levels[0].height)
            .bounded(toLongEdge: max(side, 1))
        return try reduced(width: size.width, height: size.height)
    }
}
