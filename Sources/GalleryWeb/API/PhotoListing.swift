import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Lists of photos in the API and on pages.
enum PhotoListing {
    /// The default order of all photos: newest first by date taken, or by date added if that is
    /// unknown.
    static let newest = PhotoOrder(.date, isDescending: true)
}

/// Routes that supplement a grid's columns: the position of a photo, and the titles of photos.
enum PositionRoutes {
    /// The maximum number of photos per request for labels.
    private static let labeled = 200

    static let all = [
        LibraryRoutes.reading("photos/{photo}/place", ["section", "q", "sort", "copies"]) {
            request, gallery in
            let photo = try PhotoRoutes.photo(request, in: gallery)
            let query = try query(request, in: gallery)
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

    /// Returns the photos of a listing.
    ///
    /// - Throws: 400 for an invalid order; 404 if the section does not exist.
    private static func query(_ request: WebRequest, in gallery: PhotoGallery) throws -> PhotoQuery
    {
        var query = try ColumnRoutes.query(request, in: gallery)
        if request.parameter("section") == nil { query.order = PhotoListing.newest }
        guard let text = request.parameter("sort"), !text.isEmpty else { return query }
        guard let order = PhotoOrder(text: text) else {
            let keys = PhotoOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw request.invalid("sort", text, .text("\(keys), optionally with ':desc'"))
        }
        query.order = order
        return query
    }
}
