import Faces
import GalleryModel
import Glibc
import Imaging

/// Reads a photo's largest stored picture, and only that: where another picture lies at its path now,
/// nothing that is known of the photo is true of it.
enum PictureBytes {
    /// The bytes of the picture.
    ///
    /// - Throws: `notFound` without a stored picture, and where its file holds other bytes; `badInput`
    ///   where the file cannot be read or is larger than the limit.
    static func read(of photo: Photo, atMost limit: Int) throws(GalleryError) -> [UInt8] {
        guard let picture = photo.picture, let path = picture.path else {
            throw GalleryError.noPicture(of: photo)
        }
        let bytes: [UInt8]
        do throws(ImagingError) { bytes = try FileBytes.read(path, atMost: limit) } catch {
            throw GalleryError(imaging: error)
        }
        guard let sha256 = picture.sha256 else { return bytes }
        guard ModelFile.sha256(of: bytes) == sha256 else {
            throw GalleryError.changedPicture(of: photo, at: path)
        }
        return bytes
    }

    /// Checks a picture that is to be copied: its length, and of one outside of the catalog's folder,
    /// which others may change, every byte.
    ///
    /// - Throws: `notFound` and `badInput` as `read(of:atMost:)`.
    static func check(_ photo: Photo, in catalog: BytePath) throws(GalleryError) {
        guard let picture = photo.picture, let path = picture.path else {
            throw GalleryError.noPicture(of: photo)
        }
        if let byteCount = picture.byteCount {
            var status = stat()
            guard path.withCString({ stat($0, &status) }) == 0 else {
                throw GalleryError(imaging: .cannotOpen(path))
            }
            guard Int64(status.st_size) == byteCount else {
                throw GalleryError.changedPicture(of: photo, at: path)
            }
        }
        let folder = catalog.bytes + Array("/".utf8)
        if !path.bytes.starts(with: folder) { _ = try read(of: photo, atMost: .max) }
    }
}

extension GalleryError {
    /// Says that the file of a photo's picture holds other bytes than it did.
    static func changedPicture(of photo: Photo, at path: BytePath) -> GalleryError {
        let next =
            photo.origin == .camera
            ? "import it again" : "'gallery fetch \(photo.id)' brings the picture again"
        return GalleryError(
            .notFound,
            "the picture of photo \(photo.id) is not the one that it was: '\(path.escaped)' was changed "
                + "or replaced; \(next)")
    }
}
