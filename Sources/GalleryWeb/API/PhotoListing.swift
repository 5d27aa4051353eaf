import Basics
import Gallery
import GalleryModel
import HTTPTypes

/// Lists of photos in the API and on pages.
enum PhotoListing {
    /// The default order of all photos: newest first by date taken, or by date added if that is
    /// unknown.
    static let newest = PhotoOrder(.date, isDescending: true)

    /// Returns the query of a section, or of all photos, in the default order.
    static func query(of section: PhotoSection?) -> PhotoQuery {
        section.map(PhotoQuery.section) ?? PhotoQuery([.everything], order: newest)
    }
}

extension WebRequest {
    /// Parses an order of photos.
    ///
    /// - Throws: 400 if it is invalid.
    func order(_ text: String) throws(Problem) -> PhotoOrder {
        if let order = PhotoOrder(text: text) { return order }
        let keys = PhotoOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
        throw invalid(
            "sort", text, .text(target.isPage ? keys : "\(keys), optionally with ':desc'"))
    }
}

/// Routes that supplement a grid's columns: the position of a photo, and the titles of photos.
enum PositionRoutes {
    /// The maximum number of photos per request for labels.
    private static let labeled = 200

    static let all = [
        LibraryRoutes.reading("photos/{photo}/place", ["section", "q", "sort", "copies"]) {
            request, gallery in
            let photo = try PhotoRoutes.photo(request, in: gallery)
            let listing = ListingAddress(
                section: request.parameter("section"), text: request.parameter("q"),
                sort: request.filled("sort"))
            let query = try listing.query(for: request, in: gallery)
            let grid = try ColumnRoutes.grid(of: query, request, in: gallery)
            guard let listPosition = try grid.listPosition(of: photo.id, in: query) else {
                throw Problem(.notFound, say: "error.not-listed", ["photo": "\(photo.id)"])
            }
            return .json(
                JSONValue([
                    ("month", listPosition.month), ("part", listPosition.part),
                    ("index", listPosition.index), ("position", listPosition.position),
                    ("count", listPosition.count),
                ]))
        },
        LibraryRoutes.reading("labels", ["photos"]) { request, gallery in
            let photos = try labels(of: request).compactMap { try photo($0, in: gallery) }
            let items = photos.map { photo in
                JSONValue([
                    ("id", photo.id.rawValue),
                    ("text", photo.alternativeText(in: request.language)),
                    ("title", photo.shownTitle(in: request.language)),
                    ("isTrashed", photo.dateTrashed != nil),
                ])
            }
            return .list(items, for: request, isTranslated: true)
        },
    ]

    /// The ids of the photos whose labels are requested.
    private static func labels(of request: WebRequest) throws(Problem) -> [PhotoID] {
        let text = request.parameter("photos") ?? ""
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let ids = parts.compactMap { Int64($0) }.filter { $0 > 0 }.map(PhotoID.init(rawValue:))
        guard ids.count == parts.count, ids.count <= labeled else {
            throw request.invalid("photos", text, .text("1 to \(labeled) comma-separated ids"))
        }
        return ids
    }

    /// Returns a photo, including one in the trash; nil if it does not exist.
    private static func photo(_ id: PhotoID, in gallery: PhotoGallery) throws -> Photo? {
        do { return try gallery.photo(id: id) } catch {
            guard error.kind == .notFound else { throw error }
            return nil
        }
    }
}
