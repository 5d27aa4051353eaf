import Gallery
import GalleryModel

/// Which listing a photo is looked at in: a section or all photos, what was searched for, and the order.
///
/// It stands in the addresses of photos, so that each page leads to the photo's neighbours there, and back.
struct ListingAddress: Hashable, Sendable {
    /// The section's reference; nil for all photos.
    var section: String?
    /// What was searched for; nil for nothing.
    var text: String?
    /// The order; nil for the listing's own.
    var sort: String?

    /// Makes the address of a listing.
    init(section: String? = nil, text: String? = nil, sort: String? = nil) {
        self.section = section
        self.text = text
        self.sort = sort
    }

    /// Reads `from`, `q` and `sort` of a photo's address.
    init(_ request: WebRequest) {
        func filled(_ name: String) -> String? {
            request.parameter(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(section: filled("from"), text: filled("q"), sort: filled("sort"))
    }

    /// The page of a photo that leads to its neighbours in the listing.
    func photo(_ id: PhotoID) -> String {
        PageAddress.with(
            [("from", section), ("q", text), ("sort", sort)], PageAddress.photo(id))
    }

    /// The listing's page where a photo is seen.
    func page(at id: PhotoID) -> String {
        PageAddress.with(
            [("q", text), ("sort", sort), ("at", "\(id)")],
            section.map(PageAddress.section) ?? "/")
    }

    /// What the listing chooses.
    ///
    /// - Throws: where there is no such section or order, and for what cannot be read.
    func query(for request: WebRequest, in gallery: PhotoGallery) throws -> PhotoQuery {
        let section = try section.map { try gallery.section(SectionReference(text: $0)) }
        var query = PhotoQuery(
            [section.map(PhotoScope.section) ?? .everything],
            order: section == nil ? PhotoListing.newest : nil)
        if let sort {
            guard let order = PhotoOrder(text: sort) else { throw Problem.notFound }
            query.order = order
        }
        query.filter = try request.filter(text, in: gallery)
        return query
    }
}
