import Foundation
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
    ///
    /// - Parameters:
    ///   - degrees: how far the picture was turned when the box was found, counterclockwise: down
    ///     is down in the turned picture.
    func apply(to box: FaceRectangle, degrees: Double = 0) -> FaceRectangle {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let shift = box.height * down
        return FaceRectangle(
            x: box.x + box.width * (1 - width) / 2 - shift * sine,
            y: box.y + box.height * (1 - height) / 2 + shift * cosine,
            width: box.width * width, height: box.height * height)
    }
}
