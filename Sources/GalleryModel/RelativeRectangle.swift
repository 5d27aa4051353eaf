import Foundation

/// A rectangle in fractions of a picture: the same place in every size of it.
///
/// The picture is upright (EXIF orientation applied), the origin its top left corner.
public struct RelativeRectangle: Hashable, Codable, Sendable {
    /// The left edge, in widths of the picture.
    public var x: Double
    /// The top edge, in heights of the picture.
    public var y: Double
    /// The width, in widths of the picture.
    public var width: Double
    /// The height, in heights of the picture.
    public var height: Double

    /// Makes a rectangle of its corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes a rectangle of pixels in an upright picture of `width * height` pixels, both above 0.
    public init(_ pixels: FaceRectangle, width: Int, height: Int) {
        let across = Double(max(width, 1))
        let down = Double(max(height, 1))
        self.init(
            x: pixels.x / across, y: pixels.y / down, width: pixels.width / across,
            height: pixels.height / down)
    }

    /// The rectangle in whole pixels of an upright picture of `width * height` pixels, within it and at
    /// least a pixel wide and high.
    public func pixels(width: Int, height: Int) -> FaceRectangle {
        let across = RelativeRectangle.pixels(from: x, length: self.width, of: width)
        let down = RelativeRectangle.pixels(from: y, length: self.height, of: height)
        return FaceRectangle(
            x: across.start, y: down.start, width: across.length, height: down.length)
    }

    /// Both ends are rounded, so that neighbours stay neighbours and nothing reaches over the edge.
    private static func pixels(
        from start: Double, length: Double, of whole: Int
    ) -> (start: Double, length: Double) {
        let last = Double(max(whole, 1))
        let begin = min(max((start * last).rounded(), 0), last - 1)
        let end = min(max(((start + length) * last).rounded(), begin + 1), last)
        return (begin, end - begin)
    }

    /// The area both rectangles cover as a share of the area that either covers: 0...1.
    ///
    /// Known as intersection over union (IoU), or the Jaccard index.
    public func overlap(_ other: RelativeRectangle) -> Double {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        guard across > 0, down > 0 else { return 0 }
        let both = across * down
        let either = width * height + other.width * other.height - both
        return either > 0 ? both / either : 0
    }
}
