package import GalleryModel

/// A face that a detector found.
package struct DetectedFace: Hashable, Sendable {
    /// Where it is, in pixels of the whole upright picture, fractions allowed, clipped to the
    /// picture.
    package var rectangle: FaceRectangle
    /// How sure the detector is, 0...1; comparable within one detector and quality only.
    package var score: Double
    /// The right eye, the left eye, the tip of the nose, the right and the left corner of the
    /// mouth, as the person has them, in pixels of the whole upright picture; five or none.
    package var landmarks: [FacePoint]

    /// Makes a face.
    package init(rectangle: FaceRectangle, score: Double, landmarks: [FacePoint] = []) {
        self.rectangle = rectangle
        self.score = score
        self.landmarks = landmarks
    }

    /// Orders faces from left to right by their middle, then from top to bottom.
    static func isBefore(_ left: DetectedFace, _ right: DetectedFace) -> Bool {
        let (first, second) = (left.rectangle, right.rectangle)
        return (first.x * 2 + first.width, first.y * 2 + first.height, left.score)
            < (second.x * 2 + second.width, second.y * 2 + second.height, right.score)
    }
}
