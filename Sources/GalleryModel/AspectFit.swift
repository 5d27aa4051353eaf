import Foundation

/// Says how a picture lies in a view that shows it whole, in its own proportions, centred.
public struct AspectFit: Hashable, Sendable {
    /// View units a pixel of the picture takes.
    public let scale: Double
    /// What stays empty at the left, and as much at the right, in view units.
    public let horizontalMargin: Double
    /// What stays empty at the top, and as much at the bottom, in view units.
    public let verticalMargin: Double

    /// Fits an upright picture into a view; nil where a side is not a positive number.
    ///
    /// - Parameters:
    ///   - pictureWidth: pixels across of the upright picture.
    ///   - pictureHeight: pixels down of the upright picture.
    ///   - viewWidth: the view's width in its own units.
    ///   - viewHeight: the view's height in its own units.
    public init?(
        pictureWidth: Double, pictureHeight: Double, viewWidth: Double, viewHeight: Double
    ) {
        let sides = [pictureWidth, pictureHeight, viewWidth, viewHeight]
        guard sides.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        scale = min(viewWidth / pictureWidth, viewHeight / pictureHeight)
        horizontalMargin = (viewWidth - pictureWidth * scale) / 2
        verticalMargin = (viewHeight - pictureHeight * scale) / 2
    }
}

extension FaceRectangle {
    /// The rectangle in the units of a view that shows the picture whole.
    public func scaled(toFit fit: AspectFit) -> FaceRectangle {
        FaceRectangle(
            x: fit.horizontalMargin + x * fit.scale, y: fit.verticalMargin + y * fit.scale,
            width: width * fit.scale, height: height * fit.scale)
    }
}
