import Catalog
public import GalleryModel

extension PhotoGallery {
    /// The latest photos, a page at a time: those of the camera first, newest first, then the rest.
    ///
    /// Newest is what was taken last; a photo without that moment counts by when it was uploaded, else
    /// by when it was added. Photos in the trash are left out.
    ///
    /// - Parameters:
    ///   - last: the last photo of the page before; nil for the first page.
    ///   - limit: photos a page.
    /// - Throws: `notFound` where there is no photo `last`.
    public func latestPhotos(
        after last: PhotoID? = nil, limit: Int
    ) throws(GalleryError) -> [Photo] {
        let photos = try GalleryError.translating {
            try catalog.latestPhotos(after: last, limit: max(limit, 0))
        }
        return photos.map(reachable)
    }
}
