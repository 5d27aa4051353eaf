/// A rectangle in pixels of the upright picture (EXIF orientation applied); the origin is the top
/// left.
public struct FaceRectangle: Hashable, Codable, Sendable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the top edge.
    public var y: Double
    /// The width in pixels.
    public var width: Double
    /// The height in pixels.
    public var height: Double

    /// Creates a rectangle from its top left corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The text form `{{x, y}, {w, h}}`; whole numbers are written without a fraction.
    public var text: String {
        "{{\(FaceRectangle.number(x)), \(FaceRectangle.number(y))}, "
            + "{\(FaceRectangle.number(width)), \(FaceRectangle.number(height))}}"
    }

    private static func number(_ value: Double) -> String {
        guard let whole = Int(exactly: value) else { return String(value) }
        return String(whole)
    }
}

/// The placement of a picture that is scaled to fit a view and centered.
public struct AspectFit: Hashable, Sendable {
    /// View units per picture pixel.
    public let scale: Double
    /// The empty margin on the left and on the right, in view units.
    public let horizontalMargin: Double
    /// The empty margin at the top and at the bottom, in view units.
    public let verticalMargin: Double

    /// Fits an upright picture into a view; nil if a length is not a positive number.
    ///
    /// - Parameters:
    ///   - pictureWidth: the width of the upright picture in pixels.
    ///   - pictureHeight: the height of the upright picture in pixels.
    ///   - viewWidth: the width of the view in its own units.
    ///   - viewHeight: the height of the view in its own units.
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
    /// Returns the rectangle in the units of a view that shows the whole picture.
    public func scaled(toFit fit: AspectFit) -> FaceRectangle {
        FaceRectangle(
            x: fit.horizontalMargin + x * fit.scale, y: fit.verticalMargin + y * fit.scale,
            width: width * fit.scale, height: height * fit.scale)
    }
}
