internal import COpenCVImageShim
import Foundation
package import GalleryModel

/// Renders edits.
///
/// The steps are those of `PhotoEdit`, in its order. Quarter turns, mirroring and crops copy pixels
/// exactly. Straightening is one bicubic warp, with the picture mirrored beyond its edges, and
/// reductions are those of `PixelBuffer.reduced`. At most about three buffers the size of the
/// larger of picture and result exist at a time.
package struct EditRenderer: Sendable {
    let threads: Int
    private let limits: DecodeLimits

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - threads: the number of threads, including the calling one.
    ///   - limits: the limits for the result.
    package init(threads: Int = 1, limits: DecodeLimits = DecodeLimits()) {
        self.threads = min(max(threads, 1), 256)
        self.limits = limits
    }

    /// Returns the edited picture.
    ///
    /// - Parameters:
    ///   - edit: the edit, planned for the size of the whole picture.
    ///   - picture: the picture, possibly decoded at a reduced size;
    ///     `EditGeometry.neededLongEdge` is the minimum for full quality. A smaller one is
    ///     enlarged: the size of the result never depends on it.
    ///   - longEdge: the maximum long edge of the result in pixels, in addition to the edit's
    ///     own; nil for no further limit.
    /// - Throws: `ImagingError.cannotRender` if a value of the edit is out of range or OpenCV
    ///   fails, `ImagingError.tooManyPixels` and `ImagingError.tooMuchMemory` if the result or all
    ///   buffers together exceed the limits, `ImagingError.outOfMemory`.
    package func render(
        _ edit: PhotoEdit, of picture: DecodedPicture, longEdge: Int? = nil
    ) throws(ImagingError) -> PixelBuffer {
        do {
            try edit.check()
        } catch {
            throw .cannotRender(reason: error.description)
        }
        let plan = EditGeometry(
            edit, width: picture.width, height: picture.height, longEdge: longEdge)
        let (width, height) = (plan.result.width, plan.result.height)
        guard width * height <= limits.maximumPixels else {
            throw .tooManyPixels(width: width, height: height, limit: limits.maximumPixels)
        }
        // The decoder reserved this memory.
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

    /// Returns the peak memory in bytes: the decoded picture, its halvings, the result, and the
    /// result before it is turned or after it was straightened.
    ///
    /// - Parameters:
    ///   - width: pixels across that were decoded.
    ///   - height: pixels down that were decoded.
    ///   - channels: bytes per decoded pixel.
    ///   - isPlain: true if the edit has no effects.
    static func memory(
        _ plan: EditGeometry, width: Int, height: Int, channels: Int, isPlain: Bool
    ) -> Int {
        // At most three bytes per pixel, because effects can color gray pixels.
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

    /// Crops and reduces the stored pixels, and turns only the result.
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

extension EditRenderer {
    /// The maximum reduction in one warp, because bicubic weights cover only four pixels.
    private static let maximumReduction = 1.25

    /// Turns, straightens, crops and scales with one warp.
    ///
    /// If the picture is too large for that, it is halved first, and the rest of the reduction
    /// follows the warp.
    func straightened(
        _ plan: EditGeometry, _ pixels: PixelBuffer
    ) throws(ImagingError) -> PixelBuffer {
        let whole = AffineMap(plan)
        var level = PixelRegion(pixels)
        func map() -> AffineMap {
            whole.scaledAfter(
                x: Double(level.width) / Double(plan.source.width),
                y: Double(level.height) / Double(plan.source.height))
        }
        while min(map().scaleX, map().scaleY) >= 2, level.width > 1, level.height > 1 {
            level = PixelRegion(try level.halved())
        }
        let (width, height) = (plan.result.width, plan.result.height)
        let (scaleX, scaleY) = (map().scaleX, map().scaleY)
        guard max(scaleX, scaleY) > EditRenderer.maximumReduction else {
            return try warped(level, by: map(), width: width, height: height)
        }
        let across = Int((Double(width) * max(scaleX, 1)).rounded(.up))
        let down = Int((Double(height) * max(scaleY, 1)).rounded(.up))
        let warp = map().scaledBefore(
            x: Double(width) / Double(across), y: Double(height) / Double(down))
        let straight = try warped(level, by: warp, width: across, height: down)
        return try PixelRegion(straight).finished(width: width, height: height)
    }

    private func warped(
        _ region: PixelRegion, by map: AffineMap, width: Int, height: Int
    ) throws(ImagingError) -> PixelBuffer {
        let layout = region.pixels.layout
        return try OpenCVImage.make(layout, width: width, height: height) {
            functions, target, message in
            region.withOpenCV { source in
                functions.warp(source, target, map.rows, Int32(threads), message)
            }
        }
    }
}

/// The mapping from a point of the result to a point of the picture.
private struct AffineMap {
    /// Two rows of three numbers.
    var rows: [Double]

    /// Creates the mapping to the whole picture, in pixels with corners at integers.
    init(_ plan: EditGeometry) {
        // Three points determine an affine map.
        let origin = AffineMap.source(of: plan, 0, 0)
        let across = AffineMap.source(of: plan, 1, 0)
        let down = AffineMap.source(of: plan, 0, 1)
        rows = [
            across.x - origin.x, down.x - origin.x, origin.x,
            across.y - origin.y, down.y - origin.y, origin.y,
        ]
    }

    /// Returns the inverse of `EditGeometry.result(of:)` for a point.
    private static func source(of plan: EditGeometry, _ x: Double, _ y: Double) -> FacePoint {
        let frameX = plan.window.x + x * plan.window.width / Double(plan.result.width)
        let frameY = plan.window.y + y * plan.window.height / Double(plan.result.height)
        let across = frameX - Double(plan.frame.width) / 2
        let down = frameY - Double(plan.frame.height) / 2
        let angle = plan.straightening * .pi / 180
        let turnedX = across * cos(angle) + down * sin(angle) + Double(plan.turned.width) / 2
        let turnedY = down * cos(angle) - across * sin(angle) + Double(plan.turned.height) / 2
        // A point is treated as an empty rectangle.
        let stored = RelativeRectangle(
            x: turnedX / Double(plan.turned.width), y: turnedY / Double(plan.turned.height),
            width: 0, height: 0
        ).stored(orientation: plan.orientation)
        return FacePoint(
            x: stored.x * Double(plan.source.width), y: stored.y * Double(plan.source.height))
    }

    /// Pixels of the picture per pixel of the result, horizontally.
    var scaleX: Double { hypot(rows[0], rows[3]) }

    /// Pixels of the picture per pixel of the result, vertically.
    var scaleY: Double { hypot(rows[1], rows[4]) }

    /// Returns the mapping to a picture of another size.
    func scaledAfter(x: Double, y: Double) -> AffineMap { scaled(by: [x, x, x, y, y, y]) }

    /// Returns the mapping from a result of another size.
    func scaledBefore(x: Double, y: Double) -> AffineMap { scaled(by: [x, y, 1, x, y, 1]) }

    private func scaled(by factors: [Double]) -> AffineMap {
        var map = self
        map.rows = zip(rows, factors).map { $0 * $1 }
        return map
    }
}
