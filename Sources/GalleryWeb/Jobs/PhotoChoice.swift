import Basics
import Gallery
import GalleryModel
import HTTPTypes

/// The photos that a request's body chooses: `photos`, a list of references, or else `section`, `q` or both.
struct PhotoChoice: Sendable {
    /// The members of a body that choose photos.
    static let names = ["photos", "section", "q"]
    /// How many photos may be named one by one.
    static let most = 10_000

    /// The photos.
    let query: PhotoQuery
    /// What a person calls them, such as `2 photos` or `flickr:dogs`.
    let title: String

    /// Chooses one photo.
    init(_ photo: PhotoID) {
        query = .photos([photo])
        title = "photo \(photo)"
    }

    /// Reads a choice; blocks.
    ///
    /// - Throws: 400 where nothing is chosen, or what cannot be read; 404 for photos and sections that there
    ///   are none of.
    init(_ body: BodyMembers, in gallery: PhotoGallery) throws {
        try self.init(
            PhotoChoice.references(body), section: body.text("section"), text: body.text("q"),
            in: gallery)
    }

    /// Reads a choice of parameters, `photos` with commas between them; blocks.
    ///
    /// - Throws: as `init(_:in:)` for a body.
    init(_ request: WebRequest, in gallery: PhotoGallery) throws {
        let references = try request.parameter("photos").map { list in
            let names = list.split(separator: ",", omittingEmptySubsequences: false)
            try PhotoChoice.check(names.count)
            return try names.map { name throws(Problem) in
                guard let reference = PhotoReference(text: String(name)) else {
                    throw request.invalid("photos", list, .init(say: "expected.ids"))
                }
                return reference
            }
        }
        try self.init(
            references, section: request.parameter("section"), text: request.parameter("q"),
            in: gallery)
    }

    private init(
        _ references: [PhotoReference]?, section: String?, text: String?, in gallery: PhotoGallery
    ) throws {
        if let references {
            guard section == nil, text == nil else {
                throw Problem(.badRequest, say: "error.two-choices")
            }
            let ids = try gallery.photoIDs(of: references)
            query = .photos(ids)
            title = Count.text(ids.count, "photo")
            return
        }
        guard section != nil || text != nil else {
            throw Problem(.badRequest, say: "error.no-choice")
        }
        let found = try section.map { try SectionRoutes.section($0, in: gallery) }
        query = PhotoQuery(
            [found.map(PhotoScope.section) ?? .everything],
            filter: try text.map(gallery.filter) ?? .everything)
        title = [found?.reference.text, text.map { "'\($0)'" }].compactMap { $0 }
            .joined(separator: " ")
    }

    /// The photos that a body names one by one.
    ///
    /// - Throws: 400 without any, or what is no reference; 404.
    static func named(_ body: BodyMembers, in gallery: PhotoGallery) throws -> [PhotoID] {
        guard let references = try references(body) else {
            throw Problem(.badRequest, say: "error.none-named")
        }
        return try gallery.photoIDs(of: references)
    }

    private static func check(_ count: Int) throws(Problem) {
        guard count <= most else {
            throw Problem(
                .badRequest, say: "error.many-photos", ["count": "\(count)", "most": "\(most)"])
        }
    }

    /// The photos in the order in which pages list them: the newest first, but for those of a section.
    var listed: PhotoQuery {
        guard case .everything? = query.scopes.first else { return query }
        return query.sorted(by: PhotoListing.newest)
    }

    private static func references(_ body: BodyMembers) throws(Problem) -> [PhotoReference]? {
        guard let items = try body.list("photos") else { return nil }
        try check(items.count)
        var references: [PhotoReference] = []
        for item in items {
            let number = item.whole.map { String($0) }
            guard let text = number ?? item.string, let found = PhotoReference(text: text) else {
                throw body.wrong("photo", item, .init(say: "expected.photo-reference"))
            }
            references.append(found)
        }
        return references
    }
}
