import Basics
import Catalog
import GalleryModel
import Imaging

/// Opens the stored pictures of photos, and only those: if the file at a path was replaced, what
/// the catalog stores about the photo does not describe it.
enum PictureBytes {
    /// Opens a stored picture of a photo, at any of its known paths.
    ///
    /// - Parameter sha256: the digest of the picture; nil for the largest stored one.
    /// - Throws: `notFound` without a stored picture, and if its files are missing or replaced;
    ///   errors of the catalog.
    static func open(
        _ photo: Photo, _ sha256: String? = nil, in catalog: PhotoCatalog
    ) throws(GalleryError) -> VerifiedPicture {
        guard let sha256 = sha256 ?? photo.picture?.sha256 else { throw .noPicture(of: photo) }
        let paths = try translated(catalog.paths(sha256: sha256))
        do throws(PictureAbsence) {
            return try VerifiedPicture.open(paths, sha256: sha256)
        } catch {
            throw GalleryError(error, of: photo)
        }
    }

    /// Returns the bytes of a stored picture of a photo.
    ///
    /// - Parameter sha256: the digest of the picture; nil for the largest stored one.
    /// - Throws: as `open`; `badInput` if the picture exceeds the limit.
    static func read(
        _ sha256: String? = nil, of photo: Photo, in catalog: PhotoCatalog, atMost limit: Int
    ) throws(GalleryError) -> [UInt8] {
        try open(photo, sha256, in: catalog).bytes(atMost: limit) { absence in
            GalleryError(absence, of: photo)
        }
    }

    /// Decodes a stored picture of a photo, at a size of at least `longEdge`; nil for full size.
    ///
    /// - Parameter sha256: the digest of the picture; nil for the largest stored one.
    /// - Throws: as `read`; `badInput` if it cannot be decoded.
    static func decode(
        _ sha256: String? = nil, of photo: Photo, in gallery: PhotoGallery,
        as layout: PixelBuffer.Layout, longEdge: Int?
    ) throws(GalleryError) -> DecodedPicture {
        let limits = DecodeLimits(gallery.settings)
        let bytes = try read(sha256, of: photo, in: gallery.catalog, atMost: limits.maximumBytes)
        return try translated(
            PictureDecoder(limits: limits).decode(bytes, as: layout, longEdge: longEdge))
    }

    /// Refuses a photo whose file was replaced by another picture.
    ///
    /// User input such as a rectangle would refer to that other picture. A missing file is
    /// accepted.
    ///
    /// - Throws: `notFound`; errors of the catalog.
    static func refuseReplaced(
        _ sha256: String, of photo: Photo, in catalog: PhotoCatalog
    ) throws(GalleryError) {
        let paths = try translated(catalog.paths(sha256: sha256))
        do throws(PictureAbsence) { _ = try VerifiedPicture.open(paths, sha256: sha256) } catch {
            if error.reason == .replaced { throw GalleryError(error, of: photo) }
        }
    }
}

extension VerifiedPicture {
    /// Returns the bytes of the picture, at most `limit`.
    ///
    /// - Parameter describing: makes the error for a picture that changes while it is read.
    func bytes(
        atMost limit: Int, describing: (PictureAbsence) -> GalleryError
    ) throws(GalleryError) -> [UInt8] {
        guard byteCount <= limit else {
            throw GalleryError(
                translating: ImagingError.tooMuchMemory(bytes: byteCount, limit: limit))
        }
        do throws(PictureAbsence) { return try bytes() } catch { throw describing(error) }
    }

    /// Returns the picture's metadata; large files are not read completely.
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
    /// Makes the error for a picture that cannot be read.
    init(_ absence: PictureAbsence, of photo: Photo) {
        guard let path = absence.path else {
            self = GalleryError.noPicture(of: photo)
            return
        }
        switch absence.reason {
        case .missing, .unreadable: self.init(translating: ImagingError.cannotOpen(path))
        case .replaced: self = GalleryError.changedPicture(of: photo, at: path)
        }
    }

    /// Makes the error for a picture whose file was modified or replaced.
    static func changedPicture(of photo: Photo, at path: BytePath) -> GalleryError {
        let next =
            photo.origin == .camera
            ? "import it again" : "fetch it again with 'gallery fetch \(photo.id)'"
        return GalleryError(
            .notFound,
            "the picture of photo \(photo.id) is not the stored one: '\(path.escaped)' was changed "
                + "or replaced; \(next)",
            revealsPaths: true)
    }
}

extension GalleryEdits {
    /// Returns the upright width and height of the largest stored picture of a photo, in pixels.
    ///
    /// - Throws: `notFound` without a stored picture, and if its file was replaced; `badInput` if
    ///   it cannot be read.
    func uprightSize(of photo: Photo) throws(GalleryError) -> EditGeometry.Size {
        guard let picture = photo.picture, let sha256 = picture.sha256 else {
            throw GalleryError.noPicture(of: photo)
        }
        // Face detection stored the size.
        if let examined = photo.facesPicture, examined.sha256 == sha256 {
            try PictureBytes.refuseReplaced(sha256, of: photo, in: catalog)
            return EditGeometry.Size(width: examined.width, height: examined.height)
        }
        let file = try PictureBytes.open(photo, sha256, in: catalog)
        let metadata = try translated(file.metadata())
        if let width = picture.width ?? metadata.width,
            let height = picture.height ?? metadata.height,
            let size = EditGeometry.Size(
                width: width, height: height, orientation: metadata.orientation)
        {
            return size
        }
        let decoded = try PictureBytes.decode(
            sha256, of: photo, in: gallery, as: .gray, longEdge: 1)
        return EditGeometry.Size(width: decoded.width, height: decoded.height)
    }
}

extension GalleryError {
    /// Makes the error for a photo without a stored picture.
    static func noPicture(of photo: Photo) -> GalleryError {
        photo.origin == .camera
            ? GalleryError(
                .notFound,
                "the picture of photo \(photo.id) was changed, moved or is on a disconnected disk: "
                    + "import it again")
            : GalleryError(
                .notFound,
                "photo \(photo.id) has no stored picture: run 'gallery fetch \(photo.id)'")
    }
}
