import GRDB
package import GalleryModel

/// The photos right before and behind one in a listing.
package struct NeighbouringPhotos: Hashable, Sendable {
    /// The one before it; nil for the first one.
    package var previous: PhotoID?
    /// The one behind it; nil for the last one.
    package var next: PhotoID?

    /// Makes the neighbours of a photo.
    package init(previous: PhotoID? = nil, next: PhotoID? = nil) {
        self.previous = previous
        self.next = next
    }
}

extension PhotoCatalog {
    /// The neighbours of a photo in a section's own order, among those that fit a filter; the photo itself need
    /// not fit.
    ///
    /// - Returns: nil where the section does not list the photo.
    package func neighbours(
        of id: PhotoID, in section: PhotoSection, where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> NeighbouringPhotos? {
        try read { db in
            let isAlbum = section.filter != nil
            let ordinal =
                isAlbum
                ? id.rawValue
                : try db.integers(
                    """
                    SELECT ordinal FROM membership
                    WHERE sectionID = ? AND photoID = ? AND isTrashed = 0
                    """, [section.id, id.rawValue]
                ).first
            guard let ordinal else { return nil }
            let scope = isAlbum ? PhotoScope.section(section) : .everything
            let finder =
                isAlbum || !filter.isEverything ? try PhotoFinder([scope], filter, db) : nil
            func nearest(isBackward: Bool) throws -> PhotoID? {
                guard let finder else {
                    return try db.integers(
                        """
                        SELECT photoID FROM membership
                        WHERE sectionID = ? AND isTrashed = 0 AND ordinal \(isBackward ? "<" : ">") ?
                        ORDER BY ordinal\(isBackward ? " DESC" : "") LIMIT 1
                        """, [section.id, ordinal]
                    ).first.map(PhotoID.init(rawValue:))
                }
                let found =
                    isAlbum
                    ? finder.photosByID(
                        after: ordinal, offset: 0, limit: 1, isBackward: isBackward)
                    : try finder.members(
                        of: section, after: ordinal, offset: 0, limit: 1, isBackward: isBackward)
                return try db.integers(
                    "SELECT photoID FROM (\(found.sql))", found.arguments
                ).first.map(PhotoID.init(rawValue:))
            }
            return NeighbouringPhotos(
                previous: try nearest(isBackward: true), next: try nearest(isBackward: false))
        }
    }

    /// The neighbours of a photo in the trash, the latest of which come first.
    ///
    /// - Returns: nil where the photo does not lie there.
    package func neighboursInTrash(
        of id: PhotoID
    ) throws(CatalogError) -> NeighbouringPhotos? {
        try read { db in
            let trashed = "SELECT id FROM photo WHERE dateTrashed IS NOT NULL AND dateTrashed"
            guard
                let date = try db.integers(
                    "SELECT dateTrashed FROM photo WHERE dateTrashed IS NOT NULL AND id = ?",
                    [id.rawValue]
                ).first
            else { return nil }
            // As a page of the trash, in two steps: many photos have the date of one removal.
            func first(_ same: String, _ other: String) throws -> PhotoID? {
                let found = try db.integers(
                    "\(trashed) = ? AND id \(same) LIMIT 1", [date, id.rawValue]
                ).first
                return try (found ?? db.integers("\(trashed) \(other) LIMIT 1", [date]).first)
                    .map(PhotoID.init(rawValue:))
            }
            return NeighbouringPhotos(
                previous: try first(
                    "< ? ORDER BY id DESC", "> ? ORDER BY dateTrashed, id DESC"),
                next: try first("> ? ORDER BY id", "< ? ORDER BY dateTrashed DESC, id"))
        }
    }
}
