import Foundation
import GalleryModel
import Imaging

/// Pixels turned around their centre on a canvas that holds all of them, and the way back.
struct TurnedPicture {
    let pixels: PixelBuffer
    private let cosine: Double
    private let sine: Double
    private let centre: FacePoint
    private let turnedCentre: FacePoint

    /// Turns pixels by an angle in degrees, counterclockwise; 0 leaves them as they are.
    init(_ upright: PixelBuffer, degrees: Double) throws(FacesError) {
        if degrees == 0 {
            pixels = upright
            (cosine, sine) = (1, 0)
        } else {
            (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            let width = Double(upright.width)
            let height = Double(upright.height)
            pixels = try upright.turned(
                degrees: degrees,
                width: Int((width * abs(cosine) + height * abs(sine)).rounded(.up)),
                height: Int((width * abs(sine) + height * abs(cosine)).rounded(.up)))
        }
        centre = TurnedPicture.centre(of: upright)
        turnedCentre = TurnedPicture.centre(of: pixels)
    }

    /// A point of the turned pixels in those before the turn.
    func upright(_ point: FacePoint) -> FacePoint {
        let across = point.x - turnedCentre.x
        let down = point.y - turnedCentre.y
        return FacePoint(
            x: cosine * across - sine * down + centre.x, y: sine * across + cosine * down + centre.y
        )
    }

    /// A box around a face in the turned pixels, in those before the turn: it keeps its sides, its
    /// middle moves.
    func upright(_ box: FaceRectangle) -> FaceRectangle {
        let middle = upright(FacePoint(x: box.x + box.width / 2, y: box.y + box.height / 2))
        return FaceRectangle(
            x: middle.x - box.width / 2, y: middle.y - box.height / 2, width: box.width,
            height: box.height)
    }

    private static func centre(of pixels: PixelBuffer) -> FacePoint {
        FacePoint(x: Double(pixels.width - 1) / 2, y: Double(pixels.height - 1) / 2)
    }
}
