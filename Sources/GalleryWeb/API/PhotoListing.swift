import Gallery
import GalleryModel
import HTTPTypes

/// Which page of which photos a request asks for: `limit`, `cursor`, `q` and `sort`, for the API and pages alike.
struct PhotoListing: Sendable {
    /// The order of all photos where nothing else is said: by when they were taken, else added, the newest first.
    static let newest = PhotoOrder(.date, isDescending: true)

    /// The photos.
    let query: PhotoQuery

    /// Reads a request's parameters; blocks for some milliseconds where there is a query.
    ///
    /// - Parameters:
    ///   - scope: where the photos come from.
    ///   - order: the order where the request names none; nil for that of the scope.
    /// - Throws: 400 for a limit, cursor, order or query that cannot be read.
    init(
        _ request: WebRequest, _ scope: PhotoScope, order: PhotoOrder?, in gallery: PhotoGallery,
        limit standard: Int = 100
    ) throws {
        var query = PhotoQuery([scope], order: order)
        if let text = request.parameter("sort") {
            guard let asked = PhotoOrder(text: text) else {
                throw request.invalid(
                    "sort", text,
                    expected: PhotoOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
                        + ", each also with ':desc'")
            }
            query.order = asked
        }
        query.limit = try request.limit(standard: standard)
        query.after = try request.cursor(PhotoCursor.init(text:))
        query.filter = try request.filter(request.parameter("q"), in: gallery)
        self.query = query
    }
}
