import GalleryModel
import Imaging

/// The pixels that a detector searches, and the way from them to the whole picture.
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
            longestSide: max(picture.width, picture.height))
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

    /// A box of the searched pixels in pixels of the whole picture, clipped to it; nil where less
    /// than a pixel each way is left.
    ///
    /// - Parameter share: how much of the box must lie within the picture, 0...1.
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

    /// A point of the searched pixels in pixels of the whole picture, which it may lie beside.
    func whole(_ point: FacePoint) -> FacePoint {
        FacePoint(x: point.x * scaleX, y: point.y * scaleY)
    }
}
