package import Basics
import Catalog
package import GalleryModel

/// Pictures that a user adds to the camera section: each is stored as `import` stores a copy, if it
/// is an intact picture that can be decoded.
///
/// `end` must be called at the end, whatever happened.
package struct PictureUpload: Sendable {
    /// The result of storing a picture.
    package struct Outcome: Hashable, Sendable {
        /// The photo.
        package let photo: PhotoID
        /// True if the photo is new, false if the gallery has these bytes already.
        package let isNew: Bool
        /// True if the photo is in the trash and stays there.
        package let isTrashed: Bool
    }

    /// The step that the photos belong to.
    package var step = UndoStep(ArrivingPicture.command)
    /// The album filled by hand that also gets the photos, created if missing; nil for none.
    package var album: SectionReference?
    fileprivate let gallery: PhotoGallery
    fileprivate let session: WritingSession
    fileprivate let account: Account?
    fileprivate let maximumBytes: Int
    fileprivate var count = 0

    /// Returns the next picture, which has no bytes yet.
    package mutating func next() -> ArrivingPicture {
        count += 1
        return ArrivingPicture(
            gallery, in: session, key: "upload-\(count)", upTo: maximumBytes,
            leaving: GalleryUploads.reserve)
    }

    /// Stores a received picture.
    ///
    /// - Parameter name: the name of the file on the user's device; any path is removed.
    /// - Throws: `badInput` if it is not an intact picture, with `isWrongType` for another type;
    ///   `inputOutput`, `tryLater`.
    package func store(_ picture: ArrivingPicture, named name: String) async throws -> Outcome {
        var picture = picture
        try await picture.flush()
        return try await offload { [self, picture] in try finish(picture, name) }
    }

    /// Stores a complete file, which remains where it is if it cannot be stored.
    ///
    /// - Throws: as `store(_:named:)`.
    package mutating func store(file: BytePath, named name: String) async throws -> Outcome {
        let empty = next()
        return try await offload { [self] in
            var picture = empty
            try picture.adopt(file)
            return try finish(picture, name)
        }
    }

    private func finish(_ picture: ArrivingPicture, _ name: String) throws -> Outcome {
        var draft = PictureDraft(section: .camera, origin: .camera, account: account, sentAs: [])
        draft.fileName = Self.fileName(name)
        let isOwner = gallery.catalog.reader == .owner
        if !isOwner {
            // Stored photos belong to other users, whose metadata must not change.
            draft.known = { [gallery] in try gallery.uploads.photo(of: $0) }
        }
        let outcome = try picture.finish(draft, noting: step.entry)
        let isNew = outcome.kind == .new
        if let album, isNew || isOwner, outcome.kind != .trashed {
            try gallery.catalog.append(outcome.id, to: album, noting: step.entry)
        }
        gallery.locateReceived(outcome.id)
        return Outcome(photo: outcome.id, isNew: isNew, isTrashed: outcome.kind == .trashed)
    }

    /// Removes the files that were not stored.
    package func end() async { try? await offload { [session] in session.end() } }

    /// Returns the last component of a file name from any system, without control characters, at
    /// most 255 bytes long; nil if nothing remains.
    package static func fileName(_ name: String) -> String? {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        let visible = last.unicodeScalars.filter {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        var length = 0
        let kept = visible.prefix { scalar in
            length += UTF8.width(scalar)
            return length <= 255
        }
        let text = String(String.UnicodeScalarView(kept))
        return text.isEmpty || text == "." || text == ".." ? nil : text
    }
}

/// The uploads of a gallery.
package struct GalleryUploads: GalleryFeature {
    let gallery: PhotoGallery

    /// Prepares to receive pictures for the camera section.
    ///
    /// - Parameters:
    ///   - account: the user's account; nil for the owner without one.
    ///   - maximumBytes: the maximum size of a picture.
    /// - Throws: `inputOutput` if the catalog is not writable.
    package func begin(by account: Account?, upTo maximumBytes: Int) async throws -> PictureUpload {
        try await offload { [gallery] in
            PictureUpload(
                gallery: gallery, session: try gallery.catalog.beginWriting(), account: account,
                maximumBytes: maximumBytes)
        }
    }

    /// Returns the reference of an album to upload to, which may be missing.
    ///
    /// - Throws: `usage` for a name that no album can have, and for an album with a query.
    package func album(named name: String) throws(GalleryError) -> SectionReference {
        let reference = try gallery.albums.reference(named: name)
        if let album = try? catalog.section(reference), album.filter != nil {
            throw GalleryError(
                .usage, "the album '\(reference.name)' has a query: photos cannot be added to it")
        }
        return reference
    }

    /// Returns the camera photo of a file's bytes, if the reader may see it; nil if it is in the
    /// trash.
    package func photo(of digest: FileDigest) throws -> PhotoID? {
        let photo = try found(
            catalog.photo(origin: .camera, originID: digest.hexadecimal), unless: .noPhoto)
        return photo?.dateTrashed == nil ? photo?.id : nil
    }

    /// The free space of the disk with the gallery, in bytes, without a reserve for the database.
    package var freeBytes: Int64 { max(0, (catalog.folder.freeBytes ?? .max) - Self.reserve) }

    fileprivate static let reserve: Int64 = 64 << 20
}

extension PhotoGallery {
    /// The uploads of a gallery.
    package var uploads: GalleryUploads { GalleryUploads(gallery: self) }
}
