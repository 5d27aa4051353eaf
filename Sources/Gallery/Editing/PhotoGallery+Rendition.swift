import Basics
import Catalog
import Export
package import GalleryModel

/// A photo's picture as a JPEG file of its whole size with the edit applied, before it is made.
package struct RenditionFacts: Hashable, Sendable {
    /// What no other file has that would be made of other bytes, another edit, or by another program.
    package let identity: String
    /// A name for the file, taken by every file system.
    package let fileName: String

    fileprivate let photo: Photo
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

    /// The bytes of a photo's rendition.
    ///
    /// Two are made at a time. Tasks that ask for the same one share the work; it is given up when the last of
    /// them is cancelled before it began.
    ///
    /// - Throws: as `render`; `tryLater` where too many are asked for; `CancellationError`.
    package func rendition(_ facts: RenditionFacts) async throws -> [UInt8] {
        try await renditionsInWork.value(of: facts.identity) { [self] in
            var options = RenderOptions()
            options.format = .jpeg
            return try rendered(facts.photo, options: options).bytes
        }
    }
}
