import Catalog
public import GalleryModel

extension PhotoGallery {
    /// Where a photo stands among photos as their columns list them: those of a section without an order as
    /// ``columns(of:where:part:)``, any others by their dates as ``months(_:)`` and
    /// ``columns(ofMonth:_:part:)``; the oldest is the first where the order is one of dates that rises.
    ///
    /// Blocks: some milliseconds for everything and for a section's own order, else as long as finding the photos
    /// takes.
    ///
    /// - Returns: nil where it is none of them, and for orders that columns do not have.
    public func standing(
        of photo: PhotoID, in query: PhotoQuery
    ) throws(GalleryError) -> PhotoStanding? {
        guard let order = query.order else {
            guard case .section(let section)? = query.scopes.first, query.scopes.count == 1
            else { return nil }
            return try GalleryError.translating {
                try catalog.standing(of: photo, in: section, where: query.filter)
            }
        }
        guard order.key == .taken || order.key == .date else { return nil }
        let (scope, filter) = try countedPhotos(query)
        return try GalleryError.translating {
            var standing = try catalog.standing(of: photo, byDateIn: scope, where: filter)
            if let found = standing, !order.isDescending {
                standing?.position = found.count + 1 - found.position
            }
            return standing
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
