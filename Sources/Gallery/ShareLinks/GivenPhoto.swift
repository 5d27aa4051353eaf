import Basics
import Catalog
import Export
package import GalleryModel
import Imaging

/// A photo that a share link gives: what may be told of it, and its file.
///
/// `SharedPhotos` alone makes one.
package struct GivenPhoto: Sendable {
    /// The photo as it may be told: what may not is not there.
    package let told: Photo
    /// The photo itself, for its pictures alone.
    let photo: Photo
    /// How its file is made.
    let options: ShareOptions

    /// The catalog id.
    package var id: PhotoID { photo.id }
    /// Whether there is a picture of it.
    package var hasPicture: Bool { photo.picture != nil }
    /// Whether its file shows something else than the original.
    package var isChanged: Bool { !edit.isEmpty }
    /// Whether everybody may see it at its origin, so that its title and what credits it are told in any case.
    package var isPublished: Bool { ShareSecrets.isPublished(photo) }
    /// Whether its file is the stored picture, byte for byte.
    package var isOriginal: Bool { options.keepsAll }

    /// - Throws: what reading the edit throws.
    init(_ photo: Photo, _ gift: ShareGift, in gallery: PhotoGallery) throws {
        var options = ShareOptions(gift)
        edit = try photo.edit ?? gallery.edit(of: photo.id) ?? PhotoEdit()
        // What an edit cut off is not given with the rest.
        options.keepsAll = gift.originals && gift.metadata && edit.isEmpty
        if options.keepsAll { options.size = .standard }
        self.photo = photo
        self.options = options
        bound = gift.originals ? nil : gallery.settings.share.longestSide
        told = try ShareSecrets.shown(photo, ShareOptions(gift), gallery.settings)
    }

    /// The size of its file in pixels; nil where that of the picture is not known.
    package var fileSize: EditGeometry.Size? {
        let size = photo.shownGeometry?.result
        return bound.map { bound in size.map { $0.bounded(toLongestSide: bound) } } ?? size
    }

    private let edit: PhotoEdit
    /// The most pixels of the file's long edge; nil for no bound.
    private let bound: Int?

    /// What its file is made of: another text where the picture, the edit, the size or anything that the file tells
    /// is another.
    ///
    /// - Throws: `notFound` without a stored picture.
    func key(in gallery: PhotoGallery) throws(GalleryError) -> String {
        guard let sha256 = photo.picture?.sha256 else { throw .noPicture(of: photo) }
        if isOriginal { return "original \(sha256)" }
        let share = gallery.settings.share
        let secrets = try GalleryError.translating {
            try ShareSecrets(
                photo, options, PositionFilter(options.positions, settings: gallery.settings))
        }
        let parts = [
            RenderedCopy.key(of: secrets.photo, edit, sha256: sha256), "\(options.size)",
            "\(share.longestSide) \(share.quality)", "\(secrets.rules)",
        ]
        return FileDigest(of: parts.joined(separator: "\n")).hexadecimal
    }
}

extension ShareOptions {
    /// How the photos of a link are given.
    init(_ gift: ShareGift) {
        self.init()
        if gift.originals { size = .full }
        guard gift.metadata else { return }
        positions = .exact
        keepsCamera = true
        keepsNames = true
        keepsTitle = true
        keepsDescription = true
        keepsTags = true
        keepsCredit = true
    }
}

extension ShareSecrets {
    /// A photo as pages may show it: as its copies tell it, and without what only pages would.
    ///
    /// - Throws: as `init(_:_:_:)`.
    static func shown(
        _ photo: Photo, _ options: ShareOptions, _ settings: GallerySettings
    ) throws -> Photo {
        let filter = try PositionFilter(options.positions, settings: settings)
        return try ShareSecrets(photo, options, filter).shown
    }
}
