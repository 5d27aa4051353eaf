import Basics
import Catalog
import Export
package import GalleryModel

/// The largest stored picture of a photo, before its file is opened.
package struct OriginalFacts: Hashable, Sendable {
    /// The SHA-256 of the bytes, 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The type of the bytes as exiftool names it, such as `JPEG`; nil where unknown.
    package let fileType: String?
    /// A name for a copy: the file's own or the photo's title, with the usual ending of its type, taken by every
    /// file system.
    package let fileName: String

    fileprivate let photo: Photo
}

/// An open file of a photo's largest stored picture; closed when the value goes.
package final class OriginalPicture: Sendable {
    /// How many bytes there are.
    package var byteCount: Int { picture.byteCount }

    private let picture: VerifiedPicture
    private let photo: Photo

    fileprivate init(_ picture: consuming VerifiedPicture, of photo: Photo) {
        self.picture = picture
        self.photo = photo
    }

    /// Fills a buffer with the bytes from an offset on; blocks until they are read.
    ///
    /// - Throws: `notFound` where somebody wrote to the file since it was opened, or where it cannot be read: what
    ///   the buffer holds by then is not of the picture.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(GalleryError) {
        let count: Int
        do throws(FileError) { count = try picture.file.read(into: buffer, at: offset) } catch {
            throw GalleryError(.inputOutput, "cannot read \(error)")
        }
        do throws(PictureAbsence) { try picture.checkUnchanged() } catch {
            throw GalleryError(error, of: photo)
        }
        guard count == buffer.count else {
            throw .changedPicture(of: photo, at: picture.path)
        }
    }
}

extension PhotoGallery {
    /// What is known of the largest stored picture of a photo; blocks for some hundred microseconds.
    ///
    /// - Throws: `notFound` where there is no such photo, or no stored picture of it.
    package func originalFacts(of id: PhotoID) throws(GalleryError) -> OriginalFacts {
        let photo = try GalleryError.translating { try catalog.photo(id: id) }
        guard let picture = photo.picture, let sha256 = picture.sha256 else {
            throw .noPicture(of: photo)
        }
        let row = ListedPhoto(section: "", position: 0, photo: photo)
        let name = try? NameTemplate("{name}.{ext}").path(for: row).string
        return OriginalFacts(
            sha256: sha256, fileType: picture.fileType, fileName: name ?? "\(id)", photo: photo)
    }

    /// Opens a photo's largest stored picture, wherever its bytes are known to lie; blocks, and reads the whole
    /// file where it was left in place and touched since it was last seen.
    ///
    /// - Throws: `notFound` where its files are away or hold other bytes.
    package func open(_ original: OriginalFacts) throws(GalleryError) -> OriginalPicture {
        OriginalPicture(
            try PictureBytes.open(original.sha256, of: original.photo, in: catalog),
            of: original.photo)
    }
}
