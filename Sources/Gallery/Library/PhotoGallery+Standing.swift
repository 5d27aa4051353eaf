import Catalog
public import GalleryModel

extension PhotoGallery {
    /// Where a photo stands among photos by their dates, the newest first, as ``months(_:)`` and
    /// ``columns(ofMonth:_:part:)`` list them.
    ///
    /// Blocks: some milliseconds for everything, else as long as finding the photos takes.
    ///
    /// - Parameter query: the photos; its order makes no difference unless it has a limit.
    /// - Returns: nil where it is none of them.
    public func standing(
        of photo: PhotoID, byDateIn query: PhotoQuery = .everything
    ) throws(GalleryError) -> PhotoStanding? {
        let (scope, filter) = try countedPhotos(query)
        return try GalleryError.translating {
            try catalog.standing(of: photo, byDateIn: scope, where: filter)
        }
    }

    /// Where a photo stands in a section's own order, as ``columns(of:where:part:)`` lists it.
    ///
    /// Blocks: some milliseconds, with a filter as long as finding the photos takes.
    ///
    /// - Parameter filter: which of the section's photos are counted.
    /// - Returns: nil where it is none of them.
    public func standing(
        of photo: PhotoID, in section: PhotoSection, where filter: PhotoFilter = .everything
    ) throws(GalleryError) -> PhotoStanding? {
        try GalleryError.translating {
            try catalog.standing(of: photo, in: section, where: filter)
        }
    }

    /// The cursor of an order behind which the photos begin that follow a photo.
    ///
    /// - Returns: nil where there is no such photo, and for the order by relevance.
    public func cursor(
        at photo: PhotoID, in order: PhotoOrder
    ) throws(GalleryError) -> PhotoCursor? {
        try GalleryError.translating { try catalog.cursor(at: photo, in: order) }
    }
}
