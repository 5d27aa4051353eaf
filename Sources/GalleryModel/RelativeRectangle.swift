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

    /// The rectangle in whole pixels of an upright picture of `width * height` pixels.
    public func pixels(width: Int, height: Int) -> FaceRectangle {
        let left = (x * Double(width)).rounded()
        let top = (y * Double(height)).rounded()
        return FaceRectangle(
            x: left, y: top, width: max((self.width * Double(width)).rounded(), 1),
            height: max((self.height * Double(height)).rounded(), 1))
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
