import Foundation

/// Where the pixels of an edited picture come from: the plan that an edit makes for a picture's size.
///
/// ```
/// upright picture → turned by quarters → straightened: the frame → the window → the result
/// ```
/// Sizes are whole pixels; positions within them are continuous, with pixel corners at whole numbers.
public struct EditGeometry: Hashable, Sendable {
    /// A size in whole pixels.
    public struct Size: Hashable, Sendable {
        /// Pixels across.
        public var width: Int
        /// Pixels down.
        public var height: Int

        /// Makes a size.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The upright picture that the edit begins with.
    public let source: Size
    /// The picture after rotation and mirroring.
    public let turned: Size
    /// The picture after straightening, which crop and centre refer to.
    public let frame: Size
    /// The part of the frame that is kept, in whole pixels of it.
    public let window: FaceRectangle
    /// The size of the result.
    public let result: Size
    /// EXIF's number of the turn, 1...8.
    public let orientation: Int
    /// Degrees clockwise.
    public let straightening: Double

    /// Plans an edit for an upright picture of `width * height` pixels, both above 0.
    ///
    /// - Parameter longestSide: the most pixels of the result's long edge, in addition to the
    ///   edit's own; nil for no further bound.
    public init(_ edit: PhotoEdit, width: Int, height: Int, longestSide: Int? = nil) {
        source = Size(width: max(width, 1), height: max(height, 1))
        orientation = edit.orientation
        straightening = edit.straightening
        turned =
            orientation >= 5 ? Size(width: source.height, height: source.width) : source
        frame = EditGeometry.straightened(turned, by: edit.straightening)
        window = EditGeometry.window(of: edit, in: frame)
        result = EditGeometry.result(of: window, edit, longestSide)
    }

    /// The largest centred size of the same proportions that lies within a picture turned by an angle.
    ///
    /// A corner of it, turned back, must lie within the picture: that bounds its share of the sides by
    /// `1 / (cos a + sin a * r)` for the sides' ratio `r` and its inverse.
    static func straightened(_ size: Size, by degrees: Double) -> Size {
        guard degrees != 0 else { return size }
        let angle = abs(degrees) * .pi / 180
        let (width, height) = (Double(size.width), Double(size.height))
        let ratio = max(width / height, height / width)
        let share = 1 / (cos(angle) + sin(angle) * ratio)
        // A hair above a whole number is rounding.
        return Size(
            width: max(Int((width * share + 1e-6).rounded(.down)), 1),
            height: max(Int((height * share + 1e-6).rounded(.down)), 1))
    }

    private static func window(of edit: PhotoEdit, in frame: Size) -> FaceRectangle {
        let whole = RelativeRectangle(x: 0, y: 0, width: 1, height: 1)
        var window = (edit.crop ?? whole).pixels(width: frame.width, height: frame.height)
        if edit.zoom > 1 {
            let middle =
                edit.center.map {
                    (x: $0.x * Double(frame.width), y: $0.y * Double(frame.height))
                } ?? (window.x + window.width / 2, window.y + window.height / 2)
            window = part(
                of: window, width: (window.width / edit.zoom).rounded(),
                height: (window.height / edit.zoom).rounded(), around: middle)
        }
        if edit.square != nil {
            let side = min(window.width, window.height)
            window = part(
                of: window, width: side, height: side,
                around: (window.x + window.width / 2, window.y + window.height / 2))
        }
        return window
    }

    /// The rectangle of a size around a point, moved to lie within another one.
    private static func part(
        of whole: FaceRectangle, width: Double, height: Double, around point: (x: Double, y: Double)
    ) -> FaceRectangle {
        let across = max(width, 1)
        let down = max(height, 1)
        let x = min(max((point.x - across / 2).rounded(), whole.x), whole.x + whole.width - across)
        let y = min(max((point.y - down / 2).rounded(), whole.y), whole.y + whole.height - down)
        return FaceRectangle(x: x, y: y, width: across, height: down)
    }

    private static func result(
        of window: FaceRectangle, _ edit: PhotoEdit, _ bound: Int?
    ) -> Size {
        var size = Size(width: Int(window.width), height: Int(window.height))
        if let square = edit.square { size = Size(width: square, height: square) }
        let most = min(edit.longestSide ?? .max, bound ?? .max)
        return size.bounded(toLongestSide: most)
    }
}

extension EditGeometry.Size {
    /// The size with a long edge of at most so many pixels, in the same proportions; at least a pixel
    /// each way.
    public func bounded(toLongestSide side: Int) -> EditGeometry.Size {
        let longest = max(width, height)
        guard side >= 1, longest > side else { return self }
        let scale = Double(side) / Double(longest)
        func scaled(_ length: Int) -> Int {
            max(Int((Double(length) * scale).rounded()), 1)
        }
        return EditGeometry.Size(width: scaled(width), height: scaled(height))
    }
}

extension EditGeometry {
    /// The point of the result that shows a point of the upright picture, both in pixels of their own
    /// size; it may lie outside of the result.
    public func result(of point: FacePoint) -> FacePoint {
        let place = turned(point)
        var (x, y) = (place.x, place.y)
        // Without an angle whole numbers stay whole.
        if straightening != 0 {
            let across = place.x - Double(turned.width) / 2
            let down = place.y - Double(turned.height) / 2
            let angle = straightening * .pi / 180
            x = across * cos(angle) - down * sin(angle) + Double(frame.width) / 2
            y = across * sin(angle) + down * cos(angle) + Double(frame.height) / 2
        }
        return FacePoint(
            x: (x - window.x) * Double(result.width) / window.width,
            y: (y - window.y) * Double(result.height) / window.height)
    }

    /// The point after rotation and mirroring.
    private func turned(_ point: FacePoint) -> FacePoint {
        let right = Double(source.width) - point.x
        let bottom = Double(source.height) - point.y
        return switch orientation {
        case 2: FacePoint(x: right, y: point.y)
        case 3: FacePoint(x: right, y: bottom)
        case 4: FacePoint(x: point.x, y: bottom)
        case 5: FacePoint(x: point.y, y: point.x)
        case 6: FacePoint(x: bottom, y: point.x)
        case 7: FacePoint(x: bottom, y: right)
        case 8: FacePoint(x: point.y, y: right)
        default: point
        }
    }

    /// The rectangle of the result around a rectangle of the upright picture, cut off at the edges; nil
    /// where the middle of it lies outside.
    ///
    /// Straightened rectangles keep their size and move with their middle.
    public func result(of rectangle: FaceRectangle) -> FaceRectangle? {
        let middle = result(
            of: FacePoint(
                x: rectangle.x + rectangle.width / 2, y: rectangle.y + rectangle.height / 2))
        let isSideways = orientation >= 5
        let scaleX = Double(result.width) / window.width
        let scaleY = Double(result.height) / window.height
        let width = (isSideways ? rectangle.height : rectangle.width) * scaleX
        let height = (isSideways ? rectangle.width : rectangle.height) * scaleY
        let (across, down) = (Double(result.width), Double(result.height))
        guard (0...across).contains(middle.x), (0...down).contains(middle.y) else { return nil }
        let left = max(middle.x - width / 2, 0)
        let top = max(middle.y - height / 2, 0)
        let right = min(middle.x + width / 2, across)
        let bottom = min(middle.y + height / 2, down)
        guard right > left, bottom > top else { return nil }
        return FaceRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The length in pixels that the upright picture's long edge needs at least for a result of this
    /// size to be reduced, not enlarged.
    public var neededLongestSide: Int {
        let scale = max(
            Double(result.width) / window.width, Double(result.height) / window.height)
        let longest = Double(max(source.width, source.height))
        return Int(min(longest, (longest * min(scale, 1)).rounded(.up)))
    }
}
