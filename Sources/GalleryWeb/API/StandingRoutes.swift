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
            let listing = try Listing(request, in: gallery)
            guard let standing = try listing.standing(of: photo.id, in: gallery) else {
                throw Problem(.notFound, "photo \(photo.id) is not in this listing")
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
            let seen = photos.filter { photo in
                photo.dateTrashed == nil || request.principal.role == .owner
            }
            let items = seen.map { photo in
                JSONValue.object([
                    ("id", JSONValue(photo.id.rawValue)), ("text", .text(photo.alternativeText)),
                    ("title", .text(photo.shownTitle)),
                    ("isTrashed", .flag(photo.dateTrashed != nil)),
                ])
            }
            return .json(.object([("items", .list(items)), ("next", .null)]))
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

    /// A listing that columns tell.
    private struct Listing {
        let query: PhotoQuery
        let section: PhotoSection?
        /// The order of days; nil for the section's own.
        let order: PhotoOrder?

        /// - Throws: 400 for an order that columns do not have; 404 for a section that there is none of.
        init(_ request: WebRequest, in gallery: PhotoGallery) throws {
            section = try request.parameter("section").map { text in
                try gallery.section(SectionReference(text: text))
            }
            var query = PhotoQuery(section.map(PhotoScope.section) ?? .everything)
            query.filter = try request.filter(request.parameter("q"), in: gallery)
            self.query = query
            guard let text = request.parameter("sort"), !text.isEmpty else {
                order = section == nil ? PhotoListing.newest : nil
                return
            }
            order = PhotoOrder(text: text)
            guard order?.key == .taken || order?.key == .date else {
                throw request.invalid(
                    "sort", text, expected: "taken or date, each also with ':desc'")
            }
        }

        func standing(of photo: PhotoID, in gallery: PhotoGallery) throws -> PhotoStanding? {
            guard let order else {
                return try section.flatMap {
                    try gallery.standing(of: photo, in: $0, where: query.filter)
                }
            }
            var standing = try gallery.standing(of: photo, byDateIn: query)
            if let found = standing, !order.isDescending {
                standing?.position = found.count + 1 - found.position
            }
            return standing
        }
    }
}
