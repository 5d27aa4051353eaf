import Gallery
import GalleryModel
import HTTPTypes

/// Which page of which photos a request asks for: `limit`, `cursor`, `q` and `sort`, for the API and pages alike.
struct PhotoListing: Sendable {
    /// The order of all photos where nothing else is said: by when they were taken, else added, the newest first.
    static let newest = PhotoOrder(.taken, isDescending: true)

    /// The photos.
    let query: PhotoQuery

    /// Reads a request's parameters.
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
        query.limit = standard
        if let text = request.parameter("limit") {
            guard let limit = Int(text), (1...1000).contains(limit) else {
                throw Problem(.badRequest, "invalid limit '\(text)': expected 1 to 1000")
            }
            query.limit = limit
        }
        if let text = request.parameter("cursor") {
            guard let cursor = PhotoCursor(text: text) else {
                throw Problem(
                    .badRequest, "invalid cursor '\(text)': expected the 'next' of a page")
            }
            query.after = cursor
        }
        if let text = request.parameter("q") { query.filter = try gallery.filter(text) }
        self.query = query
    }
}
