import GalleryModel
import Imaging

/// Tells how large the largest stored picture of a photo is when it stands upright.
struct PictureSizeReader {
    let limits: DecodeLimits

    /// Pixels across and down, upright.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` where it cannot be read.
    func uprightSize(of photo: Photo) throws(GalleryError) -> EditGeometry.Size {
        guard let picture = photo.picture, let path = picture.path else {
            throw GalleryError.noPicture(of: photo)
        }
        // Where faces were looked for, the size is known.
        if let examined = photo.facesPicture, examined.sha256 == picture.sha256 {
            return EditGeometry.Size(width: examined.width, height: examined.height)
        }
        do throws(ImagingError) {
            let metadata = try MetadataReader().read(path: path)
            if let width = picture.width ?? metadata.width,
                let height = picture.height ?? metadata.height, width > 0, height > 0
            {
                let isSideways = (5...8).contains(metadata.storedOrientation ?? 1)
                return isSideways
                    ? EditGeometry.Size(width: height, height: width)
                    : EditGeometry.Size(width: width, height: height)
            }
            let decoded = try PictureDecoder(limits: limits).decode(
                path: path, as: .grey, longestSide: 1)
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
