import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// What a grid asks beside its columns: where a photo stands in them, and what photos are called.
enum StandingRoutes {
    /// How many photos' labels are told at once.
    private static let labelled = 200

    static let all = [
        LibraryRoutes.reading("photos/{photo}/place", ["section", "q", "sort"]) {
            request, gallery in
            let photo = try PhotoRoutes.photo(request, in: gallery)
            let query = try query(request, in: gallery)
            guard let standing = try gallery.standing(of: photo.id, in: query) else {
                throw Problem(
                    .notFound, say: "error.not-listed", ["photo": "\(photo.id)"])
            }
            return .json(
                .object([
                    ("month", JSONValue(standing.month)), ("part", JSONValue(standing.part)),
                    ("index", JSONValue(standing.index)),
                    ("position", JSONValue(standing.position)),
                    ("count", JSONValue(standing.count)),
                ]))
        },
        LibraryRoutes.reading("labels", ["photos"]) { request, gallery in
            let photos = try labels(of: request).compactMap { try photo($0, in: gallery) }
            let seen = try photos.filter { photo in
                try PhotoRoutes.isSeen(photo, by: request.principal, in: gallery)
            }
            let items = seen.map { photo in
                JSONValue.object([
                    ("id", JSONValue(photo.id.rawValue)),
                    ("text", .text(photo.alternativeText(in: request.language))),
                    ("title", .text(photo.shownTitle(in: request.language))),
                    ("isTrashed", .flag(photo.dateTrashed != nil)),
                ])
            }
            var answer = Response.json(.object([("items", .list(items)), ("next", .null)]))
            answer.headers[.vary] = PageLanguage.vary
            return answer
        },
    ]

    /// The photos that labels are asked of.
    private static func labels(of request: WebRequest) throws(Problem) -> [PhotoID] {
        let text = request.parameter("photos") ?? ""
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let ids = parts.compactMap { Int64($0) }.filter { $0 > 0 }.map(PhotoID.init(rawValue:))
        guard ids.count == parts.count, ids.count <= labelled else {
            throw request.invalid(
                "photos", text, expected: "1 to \(labelled) ids with commas between")
        }
        return ids
    }

    /// A photo, also from the trash; nil where there is none.
    private static func photo(_ id: PhotoID, in gallery: PhotoGallery) throws -> Photo? {
        do { return try gallery.photo(id: id) } catch {
            guard error.kind == .notFound else { throw error }
            return nil
        }
    }

    /// The photos of a listing, in an order that columns have.
    ///
    /// - Throws: 400 for another order; 404 for a section that there is none of.
    private static func query(_ request: WebRequest, in gallery: PhotoGallery) throws -> PhotoQuery
    {
        let section = try request.parameter("section").map { text in
            try SectionRoutes.section(text, in: gallery)
        }
        var query = PhotoQuery(
            [section.map(PhotoScope.section) ?? .everything],
            order: section == nil ? PhotoListing.newest : nil)
        query.filter = try request.filter(request.parameter("q"), in: gallery)
        guard let text = request.parameter("sort"), !text.isEmpty else { return query }
        guard let order = PhotoOrder(text: text), order.key == .taken || order.key == .date else {
            throw request.invalid("sort", text, expected: "taken or date, each also with ':desc'")
        }
        query.order = order
        return query
    }
}
