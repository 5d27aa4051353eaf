import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of photos per page.
    private static let size = 60
    /// The maximum number of other people.
    private static let shownPeople = 100

    /// Returns true if a section is listed by photo titles: a person's photos without a query or an
    /// order.
    func showsNames(in section: PhotoSection) -> Bool {
        let parameters = ["q", "sort", "after", "before"].map { request.parameter($0) ?? "" }
        return section.reference.kind == .share && parameters.allSatisfy(\.isEmpty)
    }

    /// Renders the page of the photos shared by a person, as titles with pictures, with links to
    /// the other people of the server; blocks for a few milliseconds.
    ///
    /// - Throws: 400 for invalid parameters.
    func photoNames(in section: PhotoSection) throws -> Response {
        let frame = PageFrame(.names, for: request, site)
        let path = PageAddress.section(section.reference.text)
        let query = PhotoQuery.section(section)
        // The photo that the user comes from.
        let photo = request.parameter("at").flatMap { Int64($0) }.map(PhotoID.init(rawValue:))
        let position = try photo.flatMap { try gallery.listPosition(of: $0, in: query)?.position }
        let window = try PageWindow(
            request, of: section.count, size: Self.size, at: position.map { $0 - 1 })
        let rows = try gallery.photos(
            query.page(offset: window.shown.lowerBound, limit: window.shown.count))
        let listing = ListingAddress(section: section.reference.text)
        var values = try head(of: section, photos: [])
        values["searchAction"] = path
        values["searchScope"] = section.reference.name
        values["isRepeatable"] = section.query != nil
        values["repeated"] = section.reference.text
        values["heading"] = name(of: section)
        values["isEmpty"] = section.count == 0
        values["canGive"] = frame.isOwner && !rows.isEmpty
        values["giveAddress"] = PageAddress.with(
            [("section", section.reference.text)], "/shares/new")
        values["sectionText"] = section.reference.text
        values["tiles"] = rows.map { tile(of: $0.photo, in: listing) }
        let people = try people(with: section)
        values["people"] = people
        values["hasPeople"] = people.count > 1
        values["allPeopleAddress"] = section.query?.share.map { PageAddress.server($0.server) }
        values["peopleTitle"] =
            server(of: section).map { language.say("names.people-of", ["server": $0]) }
            ?? language.say("names.people-here")
        window.addPages(path, to: &values)
        let page = try frame.page("photo-names", name(of: section), at: .sections, values)
        return .html(page, for: request)
    }

    /// Returns the people of the same server, with links to their photos.
    private func people(with section: PhotoSection) throws -> [[String: Any]] {
        let server = server(of: section)
        let sections = try gallery.sections.list(countsAlbums: false).filter { other in
            other.reference.kind == .share && (other.count > 0 || other.id == section.id)
                && self.server(of: other) == server
        }
        return sections.prefix(Self.shownPeople).map { other in
            [
                "personName": name(of: other), "isHere": other.id == section.id,
                "personAddress": PageAddress.section(other.reference.text),
            ]
        }
    }

    /// Returns the server that a section was pulled from; nil for accounts of this gallery.
    private func server(of section: PhotoSection) -> String? {
        guard section.query != nil else { return nil }
        return section.reference.name.split(separator: "@").last.map(String.init)
    }

    /// Returns the name of the person, without the server.
    private func name(of section: PhotoSection) -> String {
        let name = section.reference.name
        guard section.query != nil, let mark = name.lastIndex(of: "@"), mark != name.startIndex
        else { return name }
        return String(name[..<mark])
    }
}
