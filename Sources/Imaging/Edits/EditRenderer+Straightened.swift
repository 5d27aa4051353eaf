internal import COpenCVImageShim
import Foundation
import GalleryModel

extension EditRenderer {
    /// Bicubic weights reach four pixels: a picture may be this much too large for one warp.
    private static let mostAtOnce = 1.25

    /// Turns, straightens, cuts and sizes by one warp.
    ///
    /// Where the picture is too large for that, it is halved first, and what is left of the reduction
    /// comes after the warp.
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
        guard max(scaleX, scaleY) > EditRenderer.mostAtOnce else {
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
        return try OpenCVImage.make(layout, width: width, height: height) { target, message in
            region.withOpenCV { source in
                cimage_warp(source, target, map.rows, Int32(threads), message)
            }
        }
    }
}

/// The way from a point of the result to the point of the picture that it shows.
private struct AffineMap {
    /// Two rows of three.
    var rows: [Double]

    /// The way to the whole upright picture, in pixels with corners at whole numbers.
    init(_ plan: EditGeometry) {
        // Three points fix an affine map.
        let origin = AffineMap.source(of: plan, 0, 0)
        let across = AffineMap.source(of: plan, 1, 0)
        let down = AffineMap.source(of: plan, 0, 1)
        rows = [
            across.x - origin.x, down.x - origin.x, origin.x,
            across.y - origin.y, down.y - origin.y, origin.y,
        ]
    }

    /// The inverse of `EditGeometry.result(of:)` for points.
    private static func source(of plan: EditGeometry, _ x: Double, _ y: Double) -> FacePoint {
        let frameX = plan.window.x + x * plan.window.width / Double(plan.result.width)
        let frameY = plan.window.y + y * plan.window.height / Double(plan.result.height)
        let across = frameX - Double(plan.frame.width) / 2
        let down = frameY - Double(plan.frame.height) / 2
        let angle = plan.straightening * .pi / 180
        let turnedX = across * cos(angle) + down * sin(angle) + Double(plan.turned.width) / 2
        let turnedY = down * cos(angle) - across * sin(angle) + Double(plan.turned.height) / 2
        // A point is a rectangle without a size.
        let stored = RelativeRectangle(
            x: turnedX / Double(plan.turned.width), y: turnedY / Double(plan.turned.height),
            width: 0, height: 0
        ).stored(orientation: plan.orientation)
        return FacePoint(
            x: stored.x * Double(plan.source.width), y: stored.y * Double(plan.source.height))
    }

    /// Pixels of the picture to a pixel across of the result.
    var scaleX: Double { hypot(rows[0], rows[3]) }

    /// Pixels of the picture to a pixel down of the result.
    var scaleY: Double { hypot(rows[1], rows[4]) }

    /// The way to a picture of another size.
    func scaledAfter(x: Double, y: Double) -> AffineMap {
        var map = self
        for index in 0..<3 {
            map.rows[index] *= x
            map.rows[index + 3] *= y
        }
        return map
    }

    /// The way from a result of another size.
    func scaledBefore(x: Double, y: Double) -> AffineMap {
        var map = self
        for row in [0, 3] {
            map.rows[row] *= x
            map.rows[row + 1] *= y
        }
        return map
    }
}
