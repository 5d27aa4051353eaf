import Basics
import Catalog
import Export
package import GalleryModel

/// The photos of a share link: the only way from a link to a photo.
///
/// Everything sent under a link, such as pages, pictures and files, is made from a `ShareLinkPhoto`,
/// and only this type creates them. Photos in the trash and unpublished campaign photos are
/// excluded for all creators and viewers of a link.
package struct SharedPhotos: Sendable {
    /// A section, whose current photos are shared, or else these photos, in this order.
    typealias Source = (section: PhotoSection?, named: [PhotoID])

    /// The size and metadata to share.
    package let contents: ShareContents
    /// The link; nil for a draft.
    let link: Int64?
    private let shared: PhotoSection?
    private let named: [PhotoID]
    private let gallery: PhotoGallery

    init(in gallery: PhotoGallery, _ source: Source, _ contents: ShareContents, link: Int64?) {
        self.gallery = gallery.seen(by: .anyone)
        shared = source.section
        named = source.named
        self.contents = contents
        self.link = link
    }

    /// The number of photos.
    package var count: Int { shared?.count ?? named.count }

    /// The shared section; nil for selected photos, and if names are not shared.
    package var section: SectionReference? { contents.metadata ? shared?.reference : nil }

    /// The long edges of the available thumbnails: none exceeds that of the files.
    package var thumbnailSides: [Int] {
        [240, 640, 1600].filter { $0 <= max(longEdge ?? Int.max, 240) }
    }

    /// The maximum length of the files' long edge in pixels; nil for no limit.
    package var longEdge: Int? { contents.originals ? nil : gallery.settings.share.longEdge }

    /// Returns a photo of the link; nil if the link does not contain it.
    ///
    /// Blocks for some hundred microseconds; for an album, as long as testing a photo takes.
    package func photo(_ id: PhotoID) throws(GalleryError) -> ShareLinkPhoto? {
        try GalleryError.translating {
            let isShared =
                try shared.map { try gallery.catalog.lists(id, in: $0) } ?? named.contains(id)
            return isShared ? try gallery.visiblePhotos([id]).first.map(sharedPhoto) : nil
        }
    }

    /// Returns a photo that is shared without a link: in full size, without private metadata; nil
    /// if it has no picture.
    static func photo(
        _ id: PhotoID, in gallery: PhotoGallery
    ) throws(GalleryError) -> ShareLinkPhoto? {
        let photos = SharedPhotos(
            in: gallery, (nil, [id]), ShareContents(originals: true), link: nil)
        return try photos.photo(id).flatMap { $0.hasPicture ? $0 : nil }
    }

    /// Returns some of the photos, in order.
    ///
    /// - Parameter start: the number of photos to skip.
    package func photos(from start: Int, limit: Int) throws(GalleryError) -> [ShareLinkPhoto] {
        try GalleryError.translating {
            guard let shared else {
                let some = Array(named.dropFirst(start).prefix(limit))
                return try gallery.visiblePhotos(some).map(sharedPhoto)
            }
            let query = PhotoQuery.section(shared).page(offset: start, limit: limit)
            // The listing may be slightly out of date.
            return try gallery.photos(query).map(\.photo).filter(gallery.isVisible).map(sharedPhoto)
        }
    }

    /// Returns the position of a photo, from 0; nil if the link does not contain it.
    ///
    /// Blocks for some milliseconds; for an album, as long as finding its photos takes.
    package func index(of id: PhotoID) throws(GalleryError) -> Int? {
        guard let shared else { return named.firstIndex(of: id) }
        return try gallery.listPosition(of: id, in: .section(shared)).map { $0.position - 1 }
    }

    /// True if `index(of:)` takes long.
    package var isAlbum: Bool { shared?.filter != nil }

    /// Returns the neighbors of a photo; nil if the link does not contain it.
    package func neighbors(of id: PhotoID) throws(GalleryError) -> PhotoNeighbors? {
        if let shared { return try gallery.neighbors(of: id, in: .section(shared)) }
        guard let index = named.firstIndex(of: id) else { return nil }
        return (
            previous: index > 0 ? named[index - 1] : nil,
            next: index + 1 < named.count ? named[index + 1] : nil
        )
    }

    /// Returns the cover of a section: the chosen photo, or the first; nil for selected photos.
    package func cover() throws(GalleryError) -> ShareLinkPhoto? {
        guard let shared, let cover = try gallery.sections.cover(of: shared) else { return nil }
        return try photo(cover)
    }

    /// Returns the photos with the first and the last date taken.
    package func ends() throws(GalleryError) -> [ShareLinkPhoto] {
        let query = PhotoQuery([shared.map(PhotoScope.section) ?? .photos(named)])
        // The listing may be slightly out of date.
        return try GalleryError.translating {
            try gallery.ends(of: query).filter(gallery.isVisible).map(sharedPhoto)
        }
    }

    private func sharedPhoto(_ photo: Photo) throws -> ShareLinkPhoto {
        try ShareLinkPhoto(photo, contents, link: link, in: gallery)
    }
}

/// A photo of a share link, with its public metadata and its file.
///
/// Only `SharedPhotos` creates one.
package struct ShareLinkPhoto: Sendable {
    /// The photo without private metadata.
    package let publicPhoto: Photo
    /// The original photo, used only for its pictures.
    let photo: Photo
    /// The options of making its file.
    let options: ShareOptions
    /// The link; nil for a draft and for photos that are shared without a link.
    let link: Int64?

    /// The catalog id.
    package var id: PhotoID { photo.id }
    /// True if a picture is stored.
    package var hasPicture: Bool { photo.picture != nil }
    /// The credit of the file; nil for none.
    var credit: String? { CreditLine.text(for: publicPhoto, isChanged: !edit.isEmpty) }
    /// True if the photo is public at its origin, so that its title and credits are always shown.
    package var isPublished: Bool { ShareableMetadata.isPublished(photo) }
    /// True if the file is the unmodified stored picture.
    package var isOriginal: Bool { options.keepsAll }

    /// - Throws: errors of reading the edit.
    init(_ photo: Photo, _ contents: ShareContents, link: Int64?, in gallery: PhotoGallery) throws {
        var options = ShareOptions(contents)
        edit = try gallery.edits.edit(of: photo)
        // The unmodified original would reveal what an edit cropped.
        options.keepsAll = contents.originals && contents.metadata && edit.isEmpty
        if options.keepsAll { options.size = .standard }
        self.photo = photo
        self.options = options
        self.link = link
        bound = contents.originals ? nil : gallery.settings.share.longEdge
        metadata = try ShareableMetadata(
            photo, ShareOptions(contents),
            PositionFilter(options.positions, settings: gallery.settings))
        publicPhoto = metadata.shown
    }

    /// The size of the file in pixels; nil if the picture's size is unknown.
    package var fileSize: EditGeometry.Size? {
        let size = photo.shownSize
        return bound.map { bound in size.map { $0.bounded(toLongEdge: bound) } } ?? size
    }

    private let edit: PhotoEdit
    private let metadata: ShareableMetadata
    /// The maximum length of the file's long edge in pixels; nil for no limit.
    private let bound: Int?

    /// Returns the name of the file, without the user's texts.
    func fileName(ending: String) throws(GalleryError) -> String {
        try options.template().fileName(of: photo, ending: ending)
    }

    /// Returns the cache key of the file: depends on the picture, the edit, the size and the
    /// included metadata.
    ///
    /// - Throws: `notFound` without a stored picture.
    package func key(in gallery: PhotoGallery) throws(GalleryError) -> String {
        guard let sha256 = photo.picture?.sha256 else { throw .noPicture(of: photo) }
        if isOriginal { return "original \(sha256)" }
        let share = gallery.settings.share
        let parts = [
            RenderedCopy.key(of: metadata.photo, edit, sha256: sha256), "\(options.size)",
            "\(share.longEdge) \(share.quality)", metadata.rulesText,
        ]
        return FileDigest(of: parts.joined(separator: "\n")).hexadecimal
    }
}

extension ShareOptions {
    /// Makes the options for the photos of a link.
    init(_ contents: ShareContents) {
        self.init()
        if contents.originals { size = .full }
        guard contents.metadata else { return }
        positions = .exact
        keepsCamera = true
        keepsNames = true
        keepsTitle = true
        keepsDescription = true
        keepsTags = true
        keepsCredit = true
    }
}
