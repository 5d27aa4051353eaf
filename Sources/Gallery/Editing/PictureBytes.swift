import Basics
import Catalog
import GalleryModel
import Imaging

/// Gives readers the pictures that a catalog stores for photos, and only those: where another picture lies
/// at a path now, nothing that is known of the photo is true of it.
enum PictureBytes {
    /// Opens the largest stored picture of a photo, wherever its bytes are known to lie.
    ///
    /// - Throws: `notFound` without a stored picture, and where its files are away or hold other bytes;
    ///   what the catalog throws.
    static func open(_ photo: Photo, in catalog: PhotoCatalog) throws(GalleryError)
        -> VerifiedPicture
    {
        guard let sha256 = photo.picture?.sha256 else { throw GalleryError.noPicture(of: photo) }
        return try open(sha256, of: photo, in: catalog)
    }

    /// Opens the picture of a photo that has certain bytes.
    ///
    /// - Throws: as `open(_:in:)`.
    static func open(
        _ sha256: String, of photo: Photo, in catalog: PhotoCatalog
    ) throws(GalleryError) -> VerifiedPicture {
        let places: [PicturePath]
        do throws(CatalogError) { places = try catalog.places(sha256: sha256) } catch {
            throw GalleryError(catalog: error)
        }
        do throws(PictureAbsence) {
            return try VerifiedPicture.open(places, sha256: sha256)
        } catch {
            throw GalleryError(error, of: photo)
        }
    }

    /// The bytes of the largest stored picture of a photo.
    ///
    /// - Throws: as `open(_:in:)`; `badInput` where the picture is larger than the limit.
    static func read(
        of photo: Photo, in catalog: PhotoCatalog, atMost limit: Int
    ) throws(GalleryError) -> [UInt8] {
        guard let sha256 = photo.picture?.sha256 else { throw GalleryError.noPicture(of: photo) }
        return try read(sha256, of: photo, in: catalog, atMost: limit)
    }

    /// The bytes of the picture of a photo that has certain bytes.
    ///
    /// - Throws: as `read(of:in:atMost:)`.
    static func read(
        _ sha256: String, of photo: Photo, in catalog: PhotoCatalog, atMost limit: Int
    ) throws(GalleryError) -> [UInt8] {
        let picture = try open(sha256, of: photo, in: catalog)
        return try picture.bytes(atMost: limit) { absence in GalleryError(absence, of: photo) }
    }

    /// Refuses a photo whose files hold other pictures now.
    ///
    /// What a person reads off those, such as a rectangle, is not true of the photo. A file that is away is
    /// no hindrance.
    ///
    /// - Throws: `notFound`; what the catalog throws.
    static func refuseReplaced(
        _ sha256: String, of photo: Photo, in catalog: PhotoCatalog
    ) throws(GalleryError) {
        let places: [PicturePath]
        do throws(CatalogError) { places = try catalog.places(sha256: sha256) } catch {
            throw GalleryError(catalog: error)
        }
        do throws(PictureAbsence) { _ = try VerifiedPicture.open(places, sha256: sha256) } catch {
            if error.reason == .replaced { throw GalleryError(error, of: photo) }
        }
    }
}

extension VerifiedPicture {
    /// The bytes of the picture, at most `limit`.
    ///
    /// - Parameter describing: makes the error of a picture that changes meanwhile.
    func bytes(
        atMost limit: Int, describing: (PictureAbsence) -> GalleryError
    ) throws(GalleryError) -> [UInt8] {
        guard byteCount <= limit else {
            throw GalleryError(imaging: .tooMuchMemory(bytes: byteCount, limit: limit))
        }
        do throws(PictureAbsence) { return try bytes() } catch { throw describing(error) }
    }

    /// What the picture says about itself; large ones are not read whole.
    func metadata() throws(ImagingError) -> PictureMetadata {
        do throws(ImagingError) {
            return try MetadataReader().read(path: descriptorPath)
        } catch {
            if case .cannotOpen = error { throw .cannotOpen(path) }
            throw error
        }
    }
}

extension GalleryError {
    /// Says why the picture of a photo cannot be read.
    init(_ absence: PictureAbsence, of photo: Photo) {
        guard let path = absence.path else {
            self = GalleryError.noPicture(of: photo)
            return
        }
        switch absence.reason {
        case .missing, .unreadable: self.init(imaging: .cannotOpen(path))
        case .replaced: self = GalleryError.changedPicture(of: photo, at: path)
        }
    }

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
