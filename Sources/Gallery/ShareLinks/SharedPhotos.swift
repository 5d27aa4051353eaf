import Catalog
package import GalleryModel

/// The photos that a share link gives: the one way from a link to a photo.
///
/// Whatever is sent of a photo under a link, a page, a size of its picture or a file, is made of a `GivenPhoto`, and
/// those come from here. Photos in the trash are none of them.
package struct SharedPhotos: Sendable {
    /// Where the photos come from.
    enum Source: Sendable {
        /// What a section lists now.
        case section(PhotoSection)
        /// These, in this order.
        case named([PhotoID])
    }

    /// What is given of the photos.
    package let gift: ShareGift
    /// The link; nil where none is made yet.
    let link: Int64?
    private let source: Source
    private let gallery: PhotoGallery

    init(in gallery: PhotoGallery, _ source: Source, _ gift: ShareGift, link: Int64?) {
        self.gallery = gallery
        self.source = source
        self.gift = gift
        self.link = link
    }

    /// How many there are.
    package var count: Int {
        switch source {
        case .section(let section): section.count
        case .named(let ids): ids.count
        }
    }

    /// What they are called together; nil where no names are told.
    package var title: String? {
        guard gift.metadata, case .section(let section) = source else { return nil }
        return section.reference.name
    }

    /// The long edges of the thumbnails that are given: none is longer than the files'.
    package var thumbnailSides: [Int] {
        [240, 640, 1600].filter { $0 <= max(longestSide ?? Int.max, 240) }
    }

    /// The most pixels of the files' long edge; nil for no bound.
    package var longestSide: Int? {
        gift.originals ? nil : gallery.settings.share.longestSide
    }

    /// Whether a photo is given, and what of it; nil where it is not.
    ///
    /// Blocks for some hundred microseconds, in an album as long as it takes to test a photo.
    package func photo(_ id: PhotoID) throws(GalleryError) -> GivenPhoto? {
        try GalleryError.translating {
            let isGiven =
                switch source {
                case .section(let section): try catalog.lists(id, in: section)
                case .named(let ids): ids.contains(id)
                }
            guard isGiven, let photo = try catalog.photos(ids: [id]).first else { return nil }
            return try given(photo)
        }
    }

    /// Some of them, in order.
    ///
    /// - Parameter start: how many to skip.
    package func photos(from start: Int, limit: Int) throws(GalleryError) -> [GivenPhoto] {
        try GalleryError.translating {
            switch source {
            case .section(let section):
                let query = PhotoQuery.section(section).page(offset: start, limit: limit)
                return try gallery.photos(query).compactMap { try given($0.photo) }
            case .named(let ids):
                let some = Array(ids.dropFirst(start).prefix(limit))
                return try catalog.photos(ids: some).compactMap(given)
            }
        }
    }

    /// Where a photo stands among them.
    package struct Standing: Hashable, Sendable {
        /// Its place, from 0; nil where finding it would take long.
        package var index: Int?
        /// The one before it; nil for the first one.
        package var previous: PhotoID?
        /// The one behind it; nil for the last one.
        package var next: PhotoID?
    }

    /// Where a photo stands among them, from 0; nil where it is none of them.
    ///
    /// Blocks for some milliseconds, in an album as long as finding its photos takes.
    package func index(of id: PhotoID) throws(GalleryError) -> Int? {
        switch source {
        case .section(let section):
            try gallery.standing(of: id, in: .section(section)).map { $0.position - 1 }
        case .named(let ids): ids.firstIndex(of: id)
        }
    }

    /// Where one of the photos stands.
    package func standing(of photo: GivenPhoto) throws(GalleryError) -> Standing {
        switch source {
        case .section(let section):
            let neighbours = try gallery.neighbours(of: photo.id, in: .section(section))
            return Standing(
                index: section.filter == nil ? try index(of: photo.id) : nil,
                previous: neighbours?.previous, next: neighbours?.next)
        case .named(let ids):
            guard let index = ids.firstIndex(of: photo.id) else { return Standing() }
            return Standing(
                index: index, previous: index > 0 ? ids[index - 1] : nil,
                next: index + 1 < ids.count ? ids[index + 1] : nil)
        }
    }

    private var catalog: PhotoCatalog { gallery.catalog }

    private func given(_ photo: Photo) throws -> GivenPhoto? {
        // A listing may be of a moment before.
        guard photo.dateTrashed == nil else { return nil }
        return try GivenPhoto(photo, gift, in: gallery)
    }
}
