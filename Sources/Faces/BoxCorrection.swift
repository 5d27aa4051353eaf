import GalleryModel

/// Brings a detector's boxes to faces: squares of 2.2 times the distance of the eyes, or of the
/// eyes and the mouth where that is more, centred between them.
struct BoxCorrection: Hashable, Sendable {
    /// What the width is multiplied by.
    var width: Double
    /// What the height is multiplied by.
    var height: Double
    /// How far the centre moves down, in heights of the uncorrected box.
    var down: Double

    /// Leaves boxes as they are.
    static let none = BoxCorrection(width: 1, height: 1, down: 0)

    /// The corrected box.
    func apply(to box: FaceRectangle) -> FaceRectangle {
        FaceRectangle(
            x: box.x + box.width * (1 - width) / 2,
            y: box.y + box.height * (1 - height) / 2 + box.height * down,
            width: box.width * width, height: box.height * height)
    }
}
