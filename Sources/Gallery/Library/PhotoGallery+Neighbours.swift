import Catalog
package import GalleryModel

/// The photos right before and behind one in a listing.
package struct PhotoNeighbours: Hashable, Sendable {
    /// The one before it; nil for the first one.
    package var previous: PhotoID?
    /// The one behind it; nil for the last one.
    package var next: PhotoID?
}

extension PhotoGallery {
    /// The neighbours of a photo in what a query lists: all photos in an order, or a section, also in its own.
    ///
    /// The query's limit and cursor count for nothing.
    ///
    /// Blocks for some milliseconds.
    ///
    /// - Returns: nil where the listing does not have the photo.
    package func neighbours(
        of id: PhotoID, in query: PhotoQuery
    ) throws(GalleryError) -> PhotoNeighbours? {
        try GalleryError.translating {
            if let order = query.order { return try neighbours(of: id, in: query, by: order) }
            guard case .section(let section)? = query.scopes.first else { return nil }
            return PhotoNeighbours(
                try catalog.neighbours(of: id, in: section, where: query.filter))
        }
    }

    /// The neighbours of a photo in the trash; nil where it does not lie there.
    package func neighboursInTrash(of id: PhotoID) throws(GalleryError) -> PhotoNeighbours? {
        try GalleryError.translating { PhotoNeighbours(try catalog.neighboursInTrash(of: id)) }
    }

    private func neighbours(
        of id: PhotoID, in query: PhotoQuery, by order: PhotoOrder
    ) throws -> PhotoNeighbours? {
        // How well words fit is told of what fits alone; any other rank also of what does not, or no longer.
        let rank = PhotoQuery(
            [.photos([id])], filter: order.key == .relevance ? query.filter : .everything,
            order: order)
        guard let cursor = try orderedPhotos(rank).first?.cursor else { return nil }
        let opposite = query.sorted(
            by: PhotoOrder(order.key, isDescending: !order.isDescending))
        var previous = try orderedPhotos(opposite.page(after: cursor, limit: 1)).first
        // What the order does not rank stands last in both directions.
        if cursor.rank != .none {
            if previous?.cursor.rank == PhotoCursor.Rank.none { previous = nil }
        } else if previous == nil {
            previous = try orderedPhotos(opposite.page(limit: 1)).first
            if previous?.cursor.rank == PhotoCursor.Rank.none { previous = nil }
        }
        let next = try orderedPhotos(query.page(after: cursor, limit: 1)).first
        return PhotoNeighbours(previous: previous?.id, next: next?.id)
    }
}

extension PhotoNeighbours {
    fileprivate init?(_ found: NeighbouringPhotos?) {
        guard let found else { return nil }
        self.init(previous: found.previous, next: found.next)
    }
}
