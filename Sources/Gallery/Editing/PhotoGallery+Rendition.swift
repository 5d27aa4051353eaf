import Basics
import Catalog
import Export
package import GalleryModel

/// A photo's picture as a JPEG file with an edit applied, before it is made.
package struct RenditionFacts: Sendable {
    /// What no other file has that would be made of other bytes, another edit, or by another program.
    package let identity: String
    /// A name for the file, taken by every file system.
    package let fileName: String

    fileprivate let photo: Photo
    /// The edit and the most pixels of the long edge; nil for the stored edit and the whole size.
    fileprivate var preview: (edit: PhotoEdit, side: Int)?
}

extension PhotoGallery {
    /// What is known of a photo's rendition; blocks for some hundred microseconds.
    ///
    /// - Throws: `notFound` where there is no such photo, or no stored picture of it.
    package func renditionFacts(of id: PhotoID) throws(GalleryError) -> RenditionFacts {
        let photo = try GalleryError.translating { try catalog.photo(id: id) }
        guard let sha256 = photo.picture?.sha256 else { throw .noPicture(of: photo) }
        let row = ListedPhoto(section: "", position: 0, photo: photo)
        let name = try? NameTemplate("{name}.jpg").path(for: row).string
        return RenditionFacts(
            identity: RenderedCopy.key(of: photo, photo.edit ?? PhotoEdit(), sha256: sha256),
            fileName: name ?? "\(id).jpg", photo: photo)
    }

    /// What is known of a photo's preview under an edit that is not stored; blocks for some hundred microseconds.
    ///
    /// - Parameter longestSide: the most pixels of the long edge.
    /// - Throws: as `renditionFacts`.
    package func previewFacts(
        of id: PhotoID, as edit: PhotoEdit, longestSide: Int
    ) throws(GalleryError) -> RenditionFacts {
        let photo = try GalleryError.translating { try catalog.photo(id: id) }
        guard let sha256 = photo.picture?.sha256 else { throw .noPicture(of: photo) }
        let look = "preview \(RenderedCopy.key(of: photo, edit, sha256: sha256)) \(longestSide)"
        return RenditionFacts(
            identity: FileDigest(of: look).hexadecimal, fileName: "\(id).jpg", photo: photo,
            preview: (edit, longestSide))
    }

    /// The bytes of a photo's rendition or preview; the latter has no metadata.
    ///
    /// Two of each kind are made at a time. Tasks that ask for the same one share the work; it is given up when the last of
    /// them is cancelled before it began.
    ///
    /// - Throws: as `render`; `tryLater` where too many are asked for; `CancellationError`.
    package func rendition(_ facts: RenditionFacts) async throws -> [UInt8] {
        if let (edit, side) = facts.preview {
            return try await previewsInWork.value(of: facts.identity) { [self] in
                try rendering(threads: PhotoGallery.coreCount).picture(
                    of: facts.photo,
                    PictureRendering.Request(
                        edit: edit, longestSide: side, format: .jpeg, quality: 85, isSRGB: true,
                        metadata: .nothing)
                ).bytes
            }
        }
        return try await renditionsInWork.value(of: facts.identity) { [self] in
            var options = RenderOptions()
            options.format = .jpeg
            return try rendered(facts.photo, options: options).bytes
        }
    }
}
