import Gallery
import GalleryModel

/// A face cut out of its photo's thumbnail by an SVG, which takes no picture of its own.
struct PortraitPicture {
    /// How much of the picture is seen, in widths of the face.
    private static let frame = 1.7
    /// How many pixels of the thumbnail a portrait has at least, where the picture has them.
    private static let pixels = 120.0

    let portrait: FacePortrait

    /// The values for the template `portrait`; nil where no picture is stored.
    var values: [String: Any]? {
        let (width, height) = (Double(portrait.width), Double(portrait.height))
        let box = portrait.face.rectangle
        let side = min(max(box.width, box.height) * Self.frame, width, height)
        let x = min(max(box.x + box.width / 2 - side / 2, 0), width - side)
        let y = min(max(box.y + box.height / 2 - side / 2, 0), height - side)
        let isLarge = side * 640 / max(width, height, 1) >= Self.pixels
        guard
            let address = PictureAddress.thumbnail(
                of: portrait.photo, side: isLarge ? 640 : 1600)
        else { return nil }
        return [
            "view": [x, y, side, side].map { "\(Int($0.rounded()))" }.joined(separator: " "),
            "address": address, "width": portrait.width, "height": portrait.height,
        ]
    }
}
