import Catalog
import GalleryModel
import Imaging

/// Tells how large the largest stored picture of a photo is when it stands upright.
struct PictureSizeReader {
    let catalog: PhotoCatalog
    let limits: DecodeLimits

    /// Pixels across and down, upright.
    ///
    /// - Throws: `notFound` without a stored picture, and where its file holds another one now;
    ///   `badInput` where it cannot be read.
    func uprightSize(of photo: Photo) throws(GalleryError) -> EditGeometry.Size {
        guard let picture = photo.picture, let sha256 = picture.sha256 else {
            throw GalleryError.noPicture(of: photo)
        }
        // Where faces were looked for, the size is known.
        if let examined = photo.facesPicture, examined.sha256 == sha256 {
            try PictureBytes.refuseReplaced(sha256, of: photo, in: catalog)
            return EditGeometry.Size(width: examined.width, height: examined.height)
        }
        let file = try PictureBytes.open(sha256, of: photo, in: catalog)
        do throws(ImagingError) {
            let metadata = try file.metadata()
            if let width = picture.width ?? metadata.width,
                let height = picture.height ?? metadata.height, width > 0, height > 0
            {
                let isSideways = (5...8).contains(metadata.storedOrientation ?? 1)
                return isSideways
                    ? EditGeometry.Size(width: height, height: width)
                    : EditGeometry.Size(width: width, height: height)
            }
        } catch {
            throw GalleryError(imaging: error)
        }
        let bytes = try file.bytes(atMost: limits.maximumBytes) { GalleryError($0, of: photo) }
        do throws(ImagingError) {
            let decoded = try PictureDecoder(limits: limits).decode(
                bytes, as: .grey, longestSide: 1)
            return EditGeometry.Size(width: decoded.width, height: decoded.height)
        } catch {
            throw GalleryError(imaging: error)
        }
    }
}

extension GalleryError {
    /// Says of a photo that no picture of it is stored.
    static func noPicture(of photo: Photo) -> GalleryError {
        photo.origin == .camera
            ? GalleryError(
                .notFound,
                "the picture of photo \(photo.id) was changed, moved or is on a disk that is away: "
                    + "import it again")
            : GalleryError(
                .notFound,
                "photo \(photo.id) has no stored picture: 'gallery fetch \(photo.id)' brings one")
    }
}
