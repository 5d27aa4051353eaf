package import GalleryModel

/// Makes the picture that an edit describes.
///
/// The steps are those of `PhotoEdit`, in its order. Quarter turns, mirroring and crops copy pixels
/// exactly. A straightened picture comes from one bicubic warp, mirrored beyond the edges, and
/// reductions are those of `PixelBuffer.reduced`. No more than about three buffers of the larger of
/// the picture and the result are held at once.
package struct EditRenderer: Sendable {
    let threads: Int
    private let limits: DecodeLimits

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - threads: how many threads work at once, the calling one among them.
    ///   - limits: what a result may take.
    package init(threads: Int = 1, limits: DecodeLimits = DecodeLimits()) {
        self.threads = min(max(threads, 1), 256)
        self.limits = limits
    }

    /// The edited picture.
    ///
    /// - Parameters:
    ///   - edit: is planned for the whole picture's size.
    ///   - picture: may be decoded at a reduced size; `EditGeometry.neededLongestSide` tells which
    ///     still suffices. What is missing is enlarged: the result's size never depends on it.
    ///   - longestSide: the most pixels of the result's long edge, in addition to the edit's own;
    ///     nil for no further bound.
    /// - Throws: `ImagingError.cannotRender` where a value of the edit is out of range or OpenCV gives
    ///   up, `ImagingError.tooManyPixels` and `ImagingError.tooMuchMemory` where the result, or all that is
    ///   held to make it, is larger than the limits allow, `ImagingError.outOfMemory`.
    package func render(
        _ edit: PhotoEdit, of picture: DecodedPicture, longestSide: Int? = nil
    ) throws(ImagingError) -> PixelBuffer {
        do {
            try edit.check()
        } catch {
            throw .cannotRender(reason: error.description)
        }
        let plan = EditGeometry(
            edit, width: picture.width, height: picture.height, longestSide: longestSide)
        let (width, height) = (plan.result.width, plan.result.height)
        guard width * height <= limits.maximumPixels else {
            throw .tooManyPixels(width: width, height: height, limit: limits.maximumPixels)
        }
        // The decoder took as much of the budget for it.
        let held = EditRenderer.memory(
            plan, width: picture.pixels.width, height: picture.pixels.height,
            channels: picture.pixels.layout.rawValue, isPlain: edit.effects.isEmpty)
        guard held <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: held, limit: limits.maximumBytes)
        }
        let shaped =
            plan.straightening == 0
            ? try upright(plan, picture.pixels) : try straightened(plan, picture.pixels)
        return try EffectRenderer(threads: threads).apply(edit.effects, to: shaped)
    }

    /// The most bytes at one time: the decoded picture, its halvings, the result, and the one before it is
    /// turned or after it was straightened.
    ///
    /// - Parameters:
    ///   - width: pixels across that were decoded.
    ///   - height: pixels down that were decoded.
    ///   - channels: bytes of a decoded pixel.
    ///   - isPlain: whether there are no effects.
    static func memory(
        _ plan: EditGeometry, width: Int, height: Int, channels: Int, isPlain: Bool
    ) -> Int {
        // Three bytes a pixel at most, whatever effects make of grey.
        let result = plan.result.width * plan.result.height * (isPlain ? channels : 3)
        let picture = width * height * channels
        let frame = plan.frame
        let isWhole =
            plan.straightening == 0 && plan.result == frame && width == plan.source.width
            && plan.window.width == Double(frame.width)
            && plan.window.height == Double(frame.height)
        var held = picture
        if !isWhole { held += result + picture / 3 }
        let isInPlace = isPlain || !isWhole || plan.orientation != 1
        if plan.straightening != 0 || plan.orientation != 1 || !isInPlace { held += result }
        return held
    }

    /// Cuts and reduces the pixels as they are, and turns the few that are left.
    private func upright(
        _ plan: EditGeometry, _ pixels: PixelBuffer
    ) throws(ImagingError) -> PixelBuffer {
        let window = RelativeRectangle(
            plan.window, width: plan.frame.width, height: plan.frame.height
        ).stored(orientation: plan.orientation)
            .pixels(width: pixels.width, height: pixels.height)
        let region = PixelRegion(
            pixels, x: Int(window.x), y: Int(window.y), width: Int(window.width),
            height: Int(window.height))
        let isSideways = plan.orientation >= 5
        return try region.scaled(
            width: isSideways ? plan.result.height : plan.result.width,
            height: isSideways ? plan.result.width : plan.result.height
        ).upright(orientation: plan.orientation)
    }
}
