import Gallery
import GalleryModel

/// The photos that came last, in a row that scrolls; its script reads on where it ends.
enum LatestStrip {
    /// How many photos it begins with.
    private static let count = 12
    private static let order = PhotoOrder(.added, isDescending: true)

    /// The values for the template; blocks for some milliseconds.
    static func values(
        in gallery: PhotoGallery, for request: WebRequest
    ) throws -> [String: Any] {
        let language = request.language
        let query = try request.listed(PhotoQuery([.everything], order: order), in: gallery)
        let page = try gallery.page(of: query.page(limit: count))
        return [
            "latestTiles": page.rows.map { row in
                var tile = PhotoTile(photo: row.photo, section: nil, in: language).values
                tile["latestAddress"] = PageAddress.with(
                    [("sort", "added:desc")], PageAddress.photo(row.photo.id))
                tile["photoID"] = row.photo.id.rawValue
                tile["added"] = PageMoment(date: row.photo.dateAdded).values(in: language)
                return tile
            }, "latestCursor": page.next?.text ?? "", "isWithoutLatest": page.rows.isEmpty,
        ]
    }
}
