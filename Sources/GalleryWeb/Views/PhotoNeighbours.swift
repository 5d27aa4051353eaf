import Basics
import Gallery
import GalleryModel

/// The photos beside one: in its section, or among all photos by when they were taken, else added.
struct PhotoNeighbours: Sendable {
    /// The one before it: the newer one of all.
    var previous: PhotoID?
    /// The one behind it: the older one of all.
    var next: PhotoID?

    /// The neighbours at a place of a section, from 1.
    init(of section: PhotoSection, at position: Int, in gallery: PhotoGallery) throws {
        let first = max(position - 1, 1)
        let rows = try gallery.photos(
            PhotoQuery.section(section).page(offset: first - 1, limit: position - first + 2))
        previous = rows.first { $0.position == position - 1 }?.photo.id
        next = rows.first { $0.position == position + 1 }?.photo.id
    }

    /// The neighbours among all photos.
    init(of photo: Photo, in gallery: PhotoGallery) throws {
        let cursor = PhotoCursor(
            photoID: photo.id, rank: .number(TakenClock(orAdded: photo).seconds))
        let newest = PhotoQuery([.everything], order: PhotoListing.newest)
        let oldest = newest.sorted(by: PhotoOrder(.date))
        next = try gallery.page(of: newest.page(after: cursor, limit: 1)).rows.first?.photo.id
        previous = try gallery.page(of: oldest.page(after: cursor, limit: 1)).rows.first?.photo.id
    }
}
