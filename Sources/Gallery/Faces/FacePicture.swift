import Basics
import Catalog
import GalleryModel
import Imaging

extension FacePortrait {
    /// The side of the picture in pixels.
    package static let side = 160

    /// The edit that makes the picture: a square around the face of the upright photo, turned as
    /// its edit turns it, but without its effects.
    fileprivate var edit: PhotoEdit {
        var turned = PhotoEdit()
        turned.rotation = photo.edit?.rotation ?? 0
        turned.isMirrored = photo.edit?.isMirrored ?? false
        guard let size = photo.uprightSize,
            let face = photo.faces(of: size)?.numbered.first(where: { $0.number == number })?.face
        else { return turned }
        let geometry = EditGeometry(turned, width: size.width, height: size.height)
        let (width, height) = (Double(geometry.frame.width), Double(geometry.frame.height))
        let box = geometry.result(of: face.rectangle) ?? face.rectangle
        // The visible part is 1.7 times as wide as the face.
        let side = min(max(box.width, box.height) * 1.7, width, height)
        let x = min(max(box.x + box.width / 2 - side / 2, 0), width - side)
        let y = min(max(box.y + box.height / 2 - side / 2, 0), height - side)
        turned.crop = RelativeRectangle(
            FaceRectangle(x: x, y: y, width: side, height: side), width: geometry.frame.width,
            height: geometry.frame.height)
        turned.square = Self.side
        return turned
    }

    /// A digest of the picture's appearance, for its address.
    package var version: String {
        let look = PictureEncoding.jpeg(quality: 80).cacheKey(edit)
        let sha256 = photo.picture?.sha256 ?? ""
        return String(FileDigest(of: "\(sha256) \(look)").hexadecimal.prefix(16))
    }
}

extension GalleryThumbnails {
    /// Returns the picture of a face, 160 pixels wide and high; makes and stores it as a thumbnail
    /// if missing.
    ///
    /// - Throws: `notFound` if the photo's file is changed or missing; `badInput` if it cannot be
    ///   decoded; `tryLater` if too many are requested; errors of the catalog; `CancellationError`.
    package func picture(of face: FacePortrait) async throws -> [UInt8] {
        let side = FacePortrait.side
        var work = try await offload { [self] in try pictureWork(of: face.photo.id, side: side) }
        work.edit = face.edit
        work.cacheKey = cacheKey(face.edit)
        return try await made(work, side: side).bytes
    }
}
