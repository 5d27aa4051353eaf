import Foundation
import GalleryModel
import Imaging

/// The pixels that a detector searches, with the mapping to the whole picture.
struct SearchedPicture {
    let pixels: PixelBuffer
    private let width: Double
    private let height: Double
    private let scaleX: Double
    private let scaleY: Double

    init(_ picture: DecodedPicture, _ size: WorkingSize) throws(FacesError) {
        let decoded = picture.pixels
        let target = size.reduction(
            width: decoded.width, height: decoded.height,
            longEdge: max(picture.width, picture.height))
        if let target {
            pixels = try decoded.searchable(width: target.width, height: target.height)
        } else {
            pixels = decoded
        }
        width = Double(max(picture.width, 1))
        height = Double(max(picture.height, 1))
        scaleX = width / Double(pixels.width)
        scaleY = height / Double(pixels.height)
    }

    /// Converts a box to pixels of the whole picture and clips it; nil if less than a pixel remains
    /// in either direction.
    ///
    /// - Parameter share: the minimum share of the box inside the picture, 0...1.
    func whole(_ box: FaceRectangle, least share: Double = 0) -> FaceRectangle? {
        let left = min(max(box.x * scaleX, 0), width)
        let top = min(max(box.y * scaleY, 0), height)
        let right = min(max((box.x + box.width) * scaleX, 0), width)
        let bottom = min(max((box.y + box.height) * scaleY, 0), height)
        guard right - left >= 1, bottom - top >= 1,
            (right - left) * (bottom - top) >= share * box.width * box.height * scaleX * scaleY
        else { return nil }
        return FaceRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Converts a point to pixels of the whole picture; it can be outside the picture.
    func whole(_ point: FacePoint) -> FacePoint {
        FacePoint(x: point.x * scaleX, y: point.y * scaleY)
    }
}

/// Pixels turned around their center on a canvas large enough for all, with the inverse mapping.
struct TurnedPicture {
    let pixels: PixelBuffer
    private let cosine: Double
    private let sine: Double
    private let center: FacePoint
    private let turnedCenter: FacePoint

    /// Turns pixels counterclockwise by an angle in degrees; 0 keeps them unchanged.
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
        center = TurnedPicture.center(of: upright)
        turnedCenter = TurnedPicture.center(of: pixels)
    }

    /// Converts a point of the turned pixels to the original pixels.
    func upright(_ point: FacePoint) -> FacePoint {
        let across = point.x - turnedCenter.x
        let down = point.y - turnedCenter.y
        return FacePoint(
            x: cosine * across - sine * down + center.x, y: sine * across + cosine * down + center.y
        )
    }

    /// Converts a box around a face to the original pixels: its center moves, its size is kept.
    func upright(_ box: FaceRectangle) -> FaceRectangle {
        let middle = upright(FacePoint(x: box.x + box.width / 2, y: box.y + box.height / 2))
        return FaceRectangle(
            x: middle.x - box.width / 2, y: middle.y - box.height / 2, width: box.width,
            height: box.height)
    }

    private static func center(of pixels: PixelBuffer) -> FacePoint {
        FacePoint(x: Double(pixels.width - 1) / 2, y: Double(pixels.height - 1) / 2)
    }
}
