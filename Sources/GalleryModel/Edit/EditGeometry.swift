import Foundation

/// The geometry of an edit for one picture size: it maps pixels of the source to pixels of the
/// result.
///
/// ```
/// upright picture → turned by quarters → straightened: the frame → the window → the result
/// ```
/// Sizes are whole pixels; positions are continuous, with pixel corners at whole numbers.
package struct EditGeometry: Hashable, Sendable {
    /// A size in whole pixels.
    package struct Size: Hashable, Sendable {
        /// Pixels across.
        package var width: Int
        /// Pixels down.
        package var height: Int

        /// Creates a size.
        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        /// Creates the upright size of a stored picture; nil for a length that no picture has,
        /// because files and servers can claim any.
        package init?(width: Int, height: Int, orientation: Int?) {
            let lengths = 1...Int(Int32.max)
            guard lengths.contains(width), lengths.contains(height) else { return nil }
            self =
                (5...8).contains(orientation ?? 1)
                ? Size(width: height, height: width) : Size(width: width, height: height)
        }
    }

    /// The upright picture before the edit.
    package let source: Size
    /// The picture after rotation and mirroring.
    package let turned: Size
    /// The picture after straightening, the reference for crop and center.
    package let frame: Size
    /// The part of the frame that is kept, in whole pixels.
    package let window: FaceRectangle
    /// The size of the result.
    package let result: Size
    /// The EXIF orientation of the rotation and mirroring, 1...8.
    package let orientation: Int
    /// The straightening angle in degrees clockwise.
    package let straightening: Double

    /// Computes the geometry for an upright picture of `width * height` pixels, both positive.
    ///
    /// - Parameter longEdge: a maximum length of the result's long edge in pixels, in addition
    ///   to the edit's own; nil for none.
    package init(_ edit: PhotoEdit, width: Int, height: Int, longEdge: Int? = nil) {
        source = Size(width: max(width, 1), height: max(height, 1))
        orientation = edit.orientation
        straightening = edit.straightening
        turned = orientation >= 5 ? Size(width: source.height, height: source.width) : source
        frame = EditGeometry.straightened(turned, by: edit.straightening)
        window = EditGeometry.window(of: edit, in: frame)
        result = EditGeometry.result(of: window, edit, longEdge)
    }

    /// Returns the largest centered rectangle with the same proportions that fits into a rotated
    /// picture.
    ///
    /// The corners, rotated back, must be inside the picture. This limits the scale factor to
    /// `1 / (cos a + sin a * r)` for the aspect ratio `r` and its inverse.
    static func straightened(_ size: Size, by degrees: Double) -> Size {
        guard degrees != 0 else { return size }
        let angle = abs(degrees) * .pi / 180
        let (width, height) = (Double(size.width), Double(size.height))
        let ratio = max(width / height, height / width)
        let share = 1 / (cos(angle) + sin(angle) * ratio)
        // The tolerance absorbs rounding just below a whole number.
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

    /// Returns a rectangle of the given size around a point, shifted to fit into `whole`.
    private static func part(
        of whole: FaceRectangle, width: Double, height: Double, around point: (x: Double, y: Double)
    ) -> FaceRectangle {
        let across = max(width, 1)
        let down = max(height, 1)
        let x = min(max((point.x - across / 2).rounded(), whole.x), whole.x + whole.width - across)
        let y = min(max((point.y - down / 2).rounded(), whole.y), whole.y + whole.height - down)
        return FaceRectangle(x: x, y: y, width: across, height: down)
    }

    private static func result(of window: FaceRectangle, _ edit: PhotoEdit, _ bound: Int?) -> Size {
        var size = Size(width: Int(window.width), height: Int(window.height))
        if let square = edit.square { size = Size(width: square, height: square) }
        let maximum = min(edit.longEdge ?? .max, bound ?? .max)
        return size.bounded(toLongEdge: maximum)
    }
}

extension EditGeometry.Size {
    /// Returns the size reduced to a maximum long edge with the same proportions, at least one
    /// pixel per side.
    package func bounded(toLongEdge side: Int) -> EditGeometry.Size {
        let longest = max(width, height)
        guard side >= 1, longest > side else { return self }
        let scale = Double(side) / Double(longest)
        func scaled(_ length: Int) -> Int { max(Int((Double(length) * scale).rounded()), 1) }
        return EditGeometry.Size(width: scaled(width), height: scaled(height))
    }
}

extension EditGeometry {
    /// Maps a point of the upright picture to the result, in pixels; it may be outside the result.
    package func result(of point: FacePoint) -> FacePoint {
        let rotated = RelativeRectangle(x: point.x, y: point.y, width: 0, height: 0)
            .upright(orientation: orientation, in: (Double(source.width), Double(source.height)))
        var (x, y) = (rotated.x, rotated.y)
        // Skip the arithmetic without an angle, so that whole numbers stay exact.
        if straightening != 0 {
            let across = rotated.x - Double(turned.width) / 2
            let down = rotated.y - Double(turned.height) / 2
            let angle = straightening * .pi / 180
            x = across * cos(angle) - down * sin(angle) + Double(frame.width) / 2
            y = across * sin(angle) + down * cos(angle) + Double(frame.height) / 2
        }
        return FacePoint(
            x: (x - window.x) * Double(result.width) / window.width,
            y: (y - window.y) * Double(result.height) / window.height)
    }

    /// Maps a rectangle of the upright picture to the result, clipped to its edges; nil if its
    /// center is outside.
    ///
    /// Straightening moves the center and keeps the size.
    package func result(of rectangle: FaceRectangle) -> FaceRectangle? {
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

    /// Maps a rectangle of the result to the upright picture, clipped to its edges: the inverse of
    /// `result(of:)`, except for the parts that the crop cuts off.
    package func source(of rectangle: FaceRectangle) -> FaceRectangle {
        let scaleX = window.width / Double(result.width)
        let scaleY = window.height / Double(result.height)
        let (width, height) = (rectangle.width * scaleX, rectangle.height * scaleY)
        var x = (rectangle.x + rectangle.width / 2) * scaleX + window.x
        var y = (rectangle.y + rectangle.height / 2) * scaleY + window.y
        if straightening != 0 {
            let across = x - Double(frame.width) / 2
            let down = y - Double(frame.height) / 2
            let angle = -straightening * .pi / 180
            x = across * cos(angle) - down * sin(angle) + Double(turned.width) / 2
            y = across * sin(angle) + down * cos(angle) + Double(turned.height) / 2
        }
        let box = RelativeRectangle(
            FaceRectangle(x: x - width / 2, y: y - height / 2, width: width, height: height),
            width: turned.width, height: turned.height
        ).stored(orientation: orientation)
        let left = max(box.x * Double(source.width), 0)
        let top = max(box.y * Double(source.height), 0)
        let right = min((box.x + box.width) * Double(source.width), Double(source.width))
        let bottom = min((box.y + box.height) * Double(source.height), Double(source.height))
        return FaceRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The minimum long edge, in pixels, of the upright picture that avoids enlarging it for this
    /// result.
    package var neededLongEdge: Int {
        let scale = max(Double(result.width) / window.width, Double(result.height) / window.height)
        let longest = Double(max(source.width, source.height))
        return Int(min(longest, (longest * min(scale, 1)).rounded(.up)))
    }
}

extension EditGeometry {
    /// Maps faces to the result in whole pixels and drops those whose center is cropped.
    ///
    /// Mirroring swaps left and right: the landmarks of both sides are exchanged.
    ///
    /// - Parameter faces: in pixels of the upright picture `source`.
    package func result(of faces: [Face]) -> [Face] {
        let isMirrored = [2, 4, 5, 7].contains(orientation)
        return faces.compactMap { face in
            guard let rectangle = result(of: face.rectangle) else { return nil }
            var moved = face
            moved.rectangle = wholePixels(rectangle)
            moved.landmarks = face.landmarks.map { result(of: $0) }
            // The landmarks are the eyes, the nose and the corners of the mouth.
            if isMirrored, moved.landmarks.count == 5 {
                moved.landmarks.swapAt(0, 1)
                moved.landmarks.swapAt(3, 4)
            }
            return moved
        }
    }

    /// Rounds both edges; the rectangle keeps at least one pixel per side.
    private func wholePixels(_ rectangle: FaceRectangle) -> FaceRectangle {
        func ends(_ start: Double, _ length: Double, _ whole: Int) -> (Double, Double) {
            let begin = min(max(start.rounded(), 0), Double(whole - 1))
            let end = min(max((start + length).rounded(), begin + 1), Double(whole))
            return (begin, end - begin)
        }
        let (x, width) = ends(rectangle.x, rectangle.width, result.width)
        let (y, height) = ends(rectangle.y, rectangle.height, result.height)
        return FaceRectangle(x: x, y: y, width: width, height: height)
    }
}
