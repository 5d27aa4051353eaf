extension EditGeometry {
    /// The faces as the result shows them, in whole pixels; those whose middle was cut off are left out.
    ///
    /// In a mirrored picture a person's left is on the other side: the landmarks of each side change
    /// places.
    ///
    /// - Parameter faces: in pixels of the upright picture `source`.
    public func result(of faces: [Face]) -> [Face] {
        let isMirrored = [2, 4, 5, 7].contains(orientation)
        return faces.compactMap { face in
            guard let rectangle = result(of: face.rectangle) else { return nil }
            var moved = face
            moved.rectangle = wholePixels(rectangle)
            moved.landmarks = face.landmarks.map { result(of: $0) }
            // Eyes, the nose, and the corners of the mouth.
            if isMirrored, moved.landmarks.count == 5 {
                moved.landmarks.swapAt(0, 1)
                moved.landmarks.swapAt(3, 4)
            }
            return moved
        }
    }

    /// Both ends are rounded; at least a pixel is left.
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
