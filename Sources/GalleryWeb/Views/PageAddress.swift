import Basics
import Gallery
import GalleryModel

extension WebRequest {
    /// Returns a query parameter; nil if it is missing or empty.
    func filled(_ name: String) -> String? { parameter(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a query parameter that a function reads; nil if it is missing.
    ///
    /// - Parameter read: parses the text; nil if it is invalid.
    /// - Throws: 400 with the expected values for an invalid text.
    func value<Value>(
        _ name: String, _ expected: Message.Value, read: (String) -> Value?
    ) throws(Problem) -> Value? {
        guard let text = parameter(name) else { return nil }
        if let value = read(text) { return value }
        throw invalid(name, text, expected)
    }

    /// Returns a position in a list, from 1; nil if the parameter is missing.
    ///
    /// - Throws: 400 for an invalid position.
    func position(_ name: String = "position") throws(Problem) -> Int? {
        try value(name, .say("expected.from-one")) { text in
            Int(text).flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
        }
    }
}

/// Addresses of pages.
enum PageAddress {
    /// Returns the address of the photos that match a query.
    static func photos(_ filter: PhotoFilter) -> String {
        "/?q=\(PercentEncoding.encoded(filter.text))"
    }

    /// Returns the address of a section.
    static func section(_ reference: String) -> String {
        "/sections/\(PercentEncoding.encoded(reference))"
    }

    /// Returns the address of a photo.
    static func photo(_ id: PhotoID) -> String { "/photos/\(id)" }

    /// Returns the address of a person.
    static func person(_ name: String) -> String { with([("name", name)], "/people") }

    /// Returns the address of the people of a photo-share server.
    static func server(_ server: ServerAddress) -> String {
        with([("server", server.text)], "/sections")
    }

    /// Returns a path with parameters, omitting those without a value.
    static func with(_ parameters: [(name: String, value: String?)], _ path: String) -> String {
        let given = parameters.compactMap { parameter in
            parameter.value.map { "\(parameter.name)=\(PercentEncoding.encoded($0))" }
        }
        return given.isEmpty ? path : path + "?" + given.joined(separator: "&")
    }

    /// Returns an external address if it is safe to link to; nil for schemes other than http and
    /// https, such as `javascript`.
    static func link(_ text: String?) -> String? {
        guard let text else { return nil }
        let lowercase = text.prefix(8).lowercased()
        guard lowercase.hasPrefix("https://") || lowercase.hasPrefix("http://") else { return nil }
        return text
    }
}

/// The listing from which a photo is viewed: a section or all photos, a query and an order.
///
/// Addresses of photos contain it, so that pages link to the neighbors of the photo and back to the
/// listing.
struct ListingAddress: Hashable, Sendable {
    /// The section reference; nil for all photos.
    var section: String?
    /// The query; nil for none.
    var text: String?
    /// The order; nil for the default order of the listing.
    var sort: String?
}

extension ListingAddress {
    /// Reads `from`, `q` and `sort` from a photo's address.
    init(_ request: WebRequest) {
        self.init(
            section: request.filled("from"), text: request.filled("q"),
            sort: request.filled("sort"))
    }

    /// Returns the address of a photo within the listing.
    func photo(_ id: PhotoID) -> String {
        PageAddress.with([("from", section), ("q", text), ("sort", sort)], PageAddress.photo(id))
    }

    /// Returns the address of a photo's position in the listing.
    func place(of id: PhotoID) -> String {
        PageAddress.with(
            [("section", section), ("q", text), ("sort", sort), ("copies", "first")],
            "/api/v1/photos/\(id)/place")
    }

    /// Returns the address of the listing's page that contains a photo.
    func page(at id: PhotoID) -> String {
        PageAddress.with(
            [("q", text), ("sort", sort), ("at", "\(id)")], section.map(PageAddress.section) ?? "/")
    }

    /// Returns the query of the listing.
    ///
    /// - Throws: 400 for an invalid query or order; 404 if the section does not exist.
    func query(for request: WebRequest, in gallery: PhotoGallery) throws -> PhotoQuery {
        let section = try section.map { try gallery.sections.find(SectionReference(text: $0)) }
        var query = PhotoListing.query(of: section)
        query.filter = try request.filter(text, in: gallery)
        if let sort { query.order = try request.order(sort) }
        return query
    }
}

/// A picture on a page, with its address and maximum size.
struct PagePicture: Hashable, Sendable {
    /// The address of the picture.
    let address: String
    /// The maximum long edge in pixels; nil for the full size of the photo.
    var longEdge: Int?

    /// Returns the size of the picture for the full size of a photo.
    func size(of whole: EditGeometry.Size) -> EditGeometry.Size {
        longEdge.map { whole.bounded(toLongEdge: $0) } ?? whole
    }
}

/// Addresses linked from reusable parts of pages, which differ between the server, share links and
/// static sites.
protocol PageAddresses: Sendable {
    /// Returns the page of a photo in its listing.
    func page(of photo: PhotoID) -> String
    /// Returns a thumbnail or its replacement; nil if none is available.
    ///
    /// - Parameter side: 240, 640 or 1600.
    func thumbnail(of photo: Photo, side: Int) -> PagePicture?
    /// Returns the largest picture that browsers can display; nil if none is available.
    func whole(of photo: Photo) -> PagePicture?
    /// Returns the page of the photos that match a query; nil if search is not available.
    func photos(_ filter: PhotoFilter) -> String?
    /// Returns the page of a section; nil if it has none.
    func section(_ reference: SectionReference) -> String?
    /// Returns the map at a position; nil without a map.
    func map(at coordinate: Coordinate) -> String?
}

extension PageAddresses {
    /// Returns nil, since most kinds of pages have no map.
    func map(at coordinate: Coordinate) -> String? { nil }

    /// Returns a photo's thumbnails with their widths, for `srcset`.
    ///
    /// Small pictures are not enlarged, so several sizes may be the same.
    func sources(of photo: Photo, sides: [Int], size: EditGeometry.Size) -> String {
        sides.compactMap { thumbnail(of: photo, side: $0) }.uniqued { $0.size(of: size).width }
            .map { "\($0.address) \($0.size(of: size).width)w" }.joined(separator: ", ")
    }
}

/// Addresses of the server's own pages.
struct ServerAddresses: PageAddresses {
    /// The listing from which photos are viewed.
    var listing = ListingAddress()

    func page(of photo: PhotoID) -> String { listing.photo(photo) }

    func thumbnail(of photo: Photo, side: Int) -> PagePicture? {
        PictureAddress.thumbnail(of: photo, side: side).map {
            PagePicture(address: $0, longEdge: side)
        }
    }

    /// Returns the original, or a rendition if the photo is edited or browsers cannot display its
    /// type.
    func whole(of photo: Photo) -> PagePicture? {
        guard let picture = photo.picture else { return nil }
        return PagePicture(
            address: photo.edit == nil && OriginalType(fileType: picture.fileType).isShown
                ? PictureAddress.original(of: photo) : PictureAddress.rendition(of: photo))
    }

    func photos(_ filter: PhotoFilter) -> String? { PageAddress.photos(filter) }

    func section(_ reference: SectionReference) -> String? { PageAddress.section(reference.text) }

    func map(at coordinate: Coordinate) -> String? {
        PageAddress.with([("at", "\(coordinate.latitude),\(coordinate.longitude),14")], "/map")
    }
}
