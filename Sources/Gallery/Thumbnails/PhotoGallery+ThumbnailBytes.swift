import Basics
import Catalog
import Imaging
package import GalleryModel

/// What is known of a photo's thumbnail before any file is opened.
package struct ThumbnailFacts: Sendable {
    /// As `Photo.thumbnailVersion`.
    package let version: String
    /// What no other thumbnail has that would be made of other bytes, of another size or in another way.
    package let identity: String
    /// The length of the stored file in bytes; nil where none is stored.
    package var byteCount: Int? { known.stored.map { Int($0.byteCount) } }

    fileprivate let known: KnownThumbnail

    fileprivate init(_ known: KnownThumbnail, side: Int) {
        self.known = known
        version = Photo.thumbnailVersion(known.sha256, known.edit)
        identity = ThumbnailKey(sha256: known.sha256, cacheKey: known.cacheKey, side: side).identity
    }
}

/// A thumbnail that was made.
package struct ThumbnailBytes: Sendable {
    /// As `Photo.thumbnailVersion`.
    package let version: String
    /// As `ThumbnailFacts.identity`.
    package let identity: String
    /// The encoded picture.
    package let bytes: [UInt8]
}

extension Photo {
    /// What changes with how the photo looks: its largest stored picture and its edit; nil where no picture is
    /// stored.
    ///
    /// Costs some microseconds and no look at any file, so that each row of a listing can tell it.
    package var thumbnailVersion: String? {
        // Thumbnails of a picture that cannot be reached now are shown all the same.
        let known = pictures.last { $0.state == .stored || $0.state == .offline }
        return known?.sha256.map { Photo.thumbnailVersion($0, edit) }
    }

    fileprivate static func thumbnailVersion(_ sha256: String, _ edit: PhotoEdit?) -> String {
        // Which type and quality the settings have is no look of the photo.
        let look = ThumbnailParameters(encoding: .jpeg(quality: 80)).text(with: edit)
        return String(FileDigest(of: "\(sha256) \(look)").hexadecimal.prefix(16))
    }
}

extension PhotoGallery {
    /// The type of thumbnails' files.
    package var thumbnailFormat: ThumbnailFormat { settings.thumbnails.format }

    /// Another number once something of the gallery was changed: through this value at once, by other
    /// programs after a `lookForWrites`.
    package var revision: UInt64 { catalog.revision }

    /// Looks whether other programs changed the gallery.
    package func lookForWrites() { catalog.lookForWrites() }

    /// What is known of a photo's thumbnail; blocks for some hundred microseconds.
    ///
    /// - Parameter side: as `thumbnail(of:side:)`.
    /// - Throws: `notFound` where there is no such photo, or no stored picture of it.
    package func thumbnailFacts(
        of id: PhotoID, side: Int
    ) throws(GalleryError) -> ThumbnailFacts {
        let side = configuredThumbnailSide(for: side)
        return try GalleryError.translating {
            guard
                let known = try catalog.knownThumbnail(
                    of: id, side: side, cacheKey: thumbnailCacheKey)
            else { throw try noPicture(of: id) }
            return ThumbnailFacts(known, side: side)
        }
    }

    /// The bytes of a stored thumbnail; nil where its file is not there.
    package func bytes(of thumbnail: ThumbnailFacts) -> [UInt8]? {
        guard let bytes = thumbnail.known.stored?.bytes() else { return nil }
        catalog.noteUse(of: thumbnail.known)
        return bytes
    }

    /// The bytes of a photo's thumbnail, made where it is not there, and stored where that can be.
    ///
    /// Tasks that ask for the same one share the work; it is given up when the last of them is cancelled
    /// before it began.
    ///
    /// - Throws: as `thumbnail(of:side:)`; `tryLater` where too many are asked for; `CancellationError`.
    package func makeThumbnail(
        of id: PhotoID, side: Int
    ) async throws -> ThumbnailBytes {
        let side = configuredThumbnailSide(for: side)
        let making = try await offload { [self] in try thumbnailMaking(of: id, side: side) }
        let made = try await thumbnailsInWork.value(of: making.key) { try making.make() }
        return ThumbnailBytes(
            version: Photo.thumbnailVersion(making.work.sha256, making.work.edit),
            identity: making.key.identity, bytes: made.bytes)
    }
}

extension ThumbnailKey {
    /// What no other thumbnail has, 32 hexadecimal digits.
    fileprivate var identity: String {
        String(FileDigest(of: "\(sha256) \(side) \(cacheKey)").hexadecimal.prefix(32))
    }
}
