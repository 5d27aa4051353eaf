import Basics
import Gallery
import GalleryModel
import HTTPTypes

/// The photos selected by a request: a list of references, `photos`, or else `section`, `q` or
/// both.
struct PhotoChoice: Sendable {
    /// The members of a body that select photos.
    static let names = ["photos", "section", "q"]
    /// The maximum number of photos in a list.
    static let maximumPhotos = 10_000

    /// The query for the photos.
    let query: PhotoQuery
    /// A short description, such as `2 photos` or `flickr:dogs`.
    let title: Message

    /// Selects one photo.
    init(_ photo: PhotoID) {
        query = .photos([photo])
        title = Message(say: "job-subject.photo", ["id": "\(photo)"])
    }

    /// Reads the choice from a body; blocks.
    ///
    /// - Throws: 400 if it is missing or invalid; 404 if a photo or section does not exist.
    init(_ body: BodyMembers, in gallery: PhotoGallery) throws {
        try self.init(
            PhotoChoice.references(body), section: body.text("section"), text: body.text("q"),
            in: gallery)
    }

    /// Reads the choice from parameters or a form, with comma-separated `photos`; blocks.
    ///
    /// - Parameter form: the fields of a form; nil for the parameters of the address.
    /// - Throws: as `init(_:in:)` for a body; 403 if another user than the owner queries the trash.
    init(_ request: WebRequest, form: [String: String]? = nil, in gallery: PhotoGallery) throws {
        func field(_ name: String) -> String? { form?[name] ?? request.parameter(name) }
        let references = try field("photos").map { list in
            let names = list.split(separator: ",", omittingEmptySubsequences: false)
            try PhotoChoice.check(names.count)
            return try names.map { name throws(Problem) in
                guard let reference = PhotoReference(text: String(name)) else {
                    throw request.invalid("photos", list, .say("expected.ids"))
                }
                return reference
            }
        }
        _ = try field("q").map { try request.filter($0, in: gallery) }
        try self.init(references, section: field("section"), text: field("q"), in: gallery)
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
            title = Message(say: "count.photos", count: ids.count)
            return
        }
        guard section != nil || text != nil else {
            throw Problem(.badRequest, say: "error.no-choice")
        }
        let found = try section.map { try SectionRoutes.section($0, in: gallery) }
        query = PhotoQuery(
            [found.map(PhotoScope.section) ?? .everything],
            filter: try text.map(gallery.filter) ?? .everything)
        title = Message.list(
            [
                found.map { section -> Message in "\(section.reference.text)" },
                text.map(PhotoChoice.quoted),
            ].compactMap(\.self), " ")
    }

    /// Returns a search term in the quotation marks of the language.
    static func quoted(_ term: String) -> Message {
        Message(say: "job-subject.quoted", ["text": term])
    }

    /// Returns the photos listed in a body.
    ///
    /// - Throws: 400 if the list is missing or invalid; 404 if a photo does not exist.
    static func named(_ body: BodyMembers, in gallery: PhotoGallery) throws -> [PhotoID] {
        guard let references = try references(body) else {
            throw Problem(.badRequest, say: "error.none-named")
        }
        return try gallery.photoIDs(of: references)
    }

    private static func check(_ count: Int) throws(Problem) {
        guard count <= maximumPhotos else {
            throw Problem(
                .badRequest, say: "error.many-photos",
                ["count": "\(count)", "most": "\(maximumPhotos)"])
        }
    }

    /// The photos in the order of pages: the section's order, or else newest first.
    var listed: PhotoQuery {
        guard case .everything? = query.scopes.first else { return query }
        return query.sorted(by: PhotoListing.newest)
    }

    private static func references(_ body: BodyMembers) throws(Problem) -> [PhotoReference]? {
        guard let items = try body.list("photos") else { return nil }
        try check(items.count)
        return try items.map { item throws(Problem) in
            let number = item.whole.map { String($0) }
            guard let text = number ?? item.string, let found = PhotoReference(text: text) else {
                throw body.wrong("photo", item, .say("expected.photo-reference"))
            }
            return found
        }
    }
}
