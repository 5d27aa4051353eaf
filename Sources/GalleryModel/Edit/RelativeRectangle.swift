/// A rectangle as fractions of a picture's width and height, independent of its size.
///
/// The picture is upright (EXIF orientation applied); the origin is the top left.
public struct RelativeRectangle: Hashable, Codable, Sendable {
    /// The left edge as a fraction of the width.
    public var x: Double
    /// The top edge as a fraction of the height.
    public var y: Double
    /// The width as a fraction of the picture's width.
    public var width: Double
    /// The height as a fraction of the picture's height.
    public var height: Double

    /// Creates a rectangle from its top left corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Converts from pixels of an upright picture of `width * height` pixels, both positive.
    package init(_ pixels: FaceRectangle, width: Int, height: Int) {
        let across = Double(max(width, 1))
        let down = Double(max(height, 1))
        self.init(
            x: pixels.x / across, y: pixels.y / down, width: pixels.width / across,
            height: pixels.height / down)
    }

    /// Converts to whole pixels of an upright picture of `width * height` pixels, clipped to it and
    /// at least one pixel per side.
    package func pixels(width: Int, height: Int) -> FaceRectangle {
        let across = RelativeRectangle.pixels(from: x, length: self.width, of: width)
        let down = RelativeRectangle.pixels(from: y, length: self.height, of: height)
        return FaceRectangle(
            x: across.start, y: down.start, width: across.length, height: down.length)
    }

    /// Rounds both edges, so that adjacent rectangles stay adjacent and none exceeds the picture.
    private static func pixels(
        from start: Double, length: Double, of whole: Int
    ) -> (start: Double, length: Double) {
        let last = Double(max(whole, 1))
        let begin = min(max((start * last).rounded(), 0), last - 1)
        let end = min(max(((start + length) * last).rounded(), begin + 1), last)
        return (begin, end - begin)
    }

    /// Returns the area of the intersection divided by the area of the union, 0...1.
    ///
    /// This is the intersection over union (IoU), or Jaccard index.
    package func overlap(_ other: RelativeRectangle) -> Double {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        guard across > 0, down > 0 else { return 0 }
        let both = across * down
        let either = width * height + other.width * other.height - both
        return either > 0 ? both / either : 0
    }
}

extension RelativeRectangle {
    /// Converts from the stored picture to the upright picture.
    ///
    /// - Parameters:
    ///   - orientation: the EXIF orientation, 1...8; other values have no effect.
    ///   - size: the size of the stored picture, if it is not the unit.
    ///
    /// Source: Exif 2.32 (CIPA DC-008), section 4.6.4, Orientation.
    package func upright(
        orientation: Int, in size: (width: Double, height: Double) = (1, 1)
    ) -> RelativeRectangle {
        // The distances to the right and bottom edges.
        let right = size.width - x - width
        let bottom = size.height - y - height
        return switch orientation {
        case 2: RelativeRectangle(x: right, y: y, width: width, height: height)
        case 3: RelativeRectangle(x: right, y: bottom, width: width, height: height)
        case 4: RelativeRectangle(x: x, y: bottom, width: width, height: height)
        case 5: RelativeRectangle(x: y, y: x, width: height, height: width)
        case 6: RelativeRectangle(x: bottom, y: x, width: height, height: width)
        case 7: RelativeRectangle(x: bottom, y: right, width: height, height: width)
        case 8: RelativeRectangle(x: y, y: right, width: height, height: width)
        default: self
        }
    }

    /// Converts from the upright picture to the stored picture.
    ///
    /// - Parameter orientation: the EXIF orientation, 1...8; other values have no effect.
    package func stored(orientation: Int) -> RelativeRectangle {
        // 6 and 8 are inverse to each other; all others are their own inverse.
        switch orientation {
        case 6: upright(orientation: 8)
        case 8: upright(orientation: 6)
        default: upright(orientation: orientation)
        }
    }
}
