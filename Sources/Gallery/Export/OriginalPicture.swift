import Basics
import Catalog
import Export
package import GalleryModel

/// The largest stored picture of a photo, before its file is opened.
package struct OriginalFacts: Hashable, Sendable {
    /// The SHA-256 of the bytes, 64 lowercase hexadecimal digits.
    package let sha256: String
    /// The file type by exiftool's name, such as `JPEG`; nil if unknown.
    package let fileType: String?
    /// A name for a copy that is valid on every file system: the file's name or the photo's title,
    /// with the usual extension of the file type.
    package let fileName: String

    fileprivate let photo: Photo
}

/// An open file of a photo's largest stored picture.
private final class OriginalPicture: Sendable {
    let picture: VerifiedPicture
    private let photo: Photo

    init(_ picture: consuming VerifiedPicture, of photo: Photo) {
        self.picture = picture
        self.photo = photo
    }

    /// Fills a buffer with the bytes from an offset; blocks until they are read.
    ///
    /// - Throws: `notFound` if the file was modified since it was opened, or cannot be read; the
    ///   content of the buffer is then invalid.
    @Sendable func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(GalleryError) {
        let count: Int
        do throws(FileError) { count = try picture.file.read(into: buffer, at: offset) } catch {
            throw GalleryError(.inputOutput, "cannot read \(error)")
        }
        do throws(PictureAbsence) { try picture.checkUnchanged() } catch {
            throw GalleryError(error, of: photo)
        }
        guard count == buffer.count else { throw .changedPicture(of: photo, at: picture.path) }
    }
}

extension GalleryExport {
    /// Returns the facts about a photo's largest stored picture; blocks for a few hundred
    /// microseconds.
    ///
    /// - Throws: `notFound` if the photo does not exist or has no stored picture.
    package func originalFacts(of id: PhotoID) throws(GalleryError) -> OriginalFacts {
        let photo = try translated(catalog.photo(id: id))
        guard let picture = photo.picture, let sha256 = picture.sha256 else {
            throw .noPicture(of: photo)
        }
        let name = try? NameTemplate("{name}.{ext}").path(for: ListedPhoto(photo)).string
        return OriginalFacts(
            sha256: sha256, fileType: picture.fileType, fileName: name ?? "\(id)", photo: photo)
    }

    /// Opens a photo's largest stored picture from any of its known paths.
    ///
    /// Blocks, and reads the whole file if it was imported in place and its stamp has changed.
    ///
    /// - Throws: `notFound` if its files are missing or have other content.
    package func open(_ original: OriginalFacts) throws(GalleryError) -> ShareLinkFile {
        let file = OriginalPicture(
            try PictureBytes.open(original.photo, original.sha256, in: catalog),
            of: original.photo)
        return ShareLinkFile(
            name: original.fileName, fileType: original.fileType ?? "", identity: original.sha256,
            byteCount: file.picture.byteCount, read: file.read)
    }
}
