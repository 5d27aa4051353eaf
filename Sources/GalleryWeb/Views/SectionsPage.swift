import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// The number of sections per page.
    private static let size = 12
    /// The number of photos per section.
    private static let shown = 12
    /// The number of cards per page.
    private static let cards = 60

    /// Returns the section of a page.
    ///
    /// - Throws: 404 if it does not exist; 400 if several sections have the given name.
    func section(named name: String) throws -> PhotoSection {
        do {
            return try SectionRoutes.section(name, in: gallery)
        } catch let error as GalleryError where error.kind == .notFound {
            throw Problem(.notFound, say: "error.no-collection", ["name": name])
        }
    }

    /// Renders the page of all albums or of all Flickr searches as cards; blocks for a few
    /// milliseconds.
    ///
    /// - Throws: 400 for invalid parameters.
    func cards(_ kind: PageFrame.Kind) throws -> Response {
        // Created before anything is read, so that no change is missed.
        let frame = PageFrame(kind, for: request, site)
        let isFlickr = kind == .flickr
        let sections = try gallery.sections.list().filter {
            PageFrame.Kind(listing: $0.reference) == kind && ($0.count > 0 || $0.isAlbum)
        }
        let window = try PageWindow(request, of: sections.count, size: Self.cards)
        let title = language.say(isFlickr ? "nav.flickr" : "nav.albums")
        let path = "/\(kind.rawValue)"
        var values: [String: Any] = [
            "heading": title, "isFlickr": isFlickr, "isEmpty": sections.isEmpty,
            "count": language.say(
                isFlickr ? "count.searches" : "count.albums", count: sections.count),
            "emptyText": language.say(isFlickr ? "flickr.none" : "album.none"),
            "clearAddress": path,
            "isRepeatable": isFlickr && !sections.isEmpty, "repeated": "",
            "sections": try sections[window.shown].map { section in
                try head(of: section).merging(albumValues(of: section)) { own, _ in own }
            },
        ]
        window.addPages(path, to: &values)
        return .html(try frame.page("cards", title, values), for: request)
    }

    /// Renders the page of all sections with their first photos; blocks for a few milliseconds.
    ///
    /// The people of a pulled server are on a separate page, linked from the first page.
    ///
    /// - Throws: 400 for invalid parameters; 404 for an invalid address of a server.
    func sections() throws -> Response {
        // The server whose people are shown; nil for the page of all sections.
        let server = try request.filled("server").map { text throws(Problem) in
            guard let server = ServerAddress(text) else { throw Problem.notFound }
            return server
        }
        // Created before anything is read, so that no change is missed.
        let title =
            server.map { language.say("names.people-of", ["server": $0.host]) }
            ?? language.say("nav.collections")
        let frame = PageFrame(.sections, for: request, site)
        let all = try gallery.sections.list().filter { $0.count > 0 || $0.isAlbum }
        let sections = all.filter { $0.query?.share?.server == server }
        let servers = server == nil ? serverCards(of: all) : []
        let window = try PageWindow(request, of: sections.count, size: Self.size)
        // The photos of albums are also in other sections.
        let photos = sections.reduce(0) { $1.isAlbum ? $0 : $0 + $1.count }
        var values: [String: Any] = [
            "heading": title,
            "sectionCount": language.say(
                server == nil ? "count.collections" : "people.count", count: sections.count),
            "count": language.say("count.photos", count: photos),
            "atText": request.parameter("at") ?? "", "serverText": server?.text ?? "",
            "isEmpty": sections.allSatisfy { $0.count == 0 } && servers.isEmpty,
            "servers": servers,
            "sections": try sections[window.shown].map(listed),
        ]
        window.addPages("/sections", [("server", server?.text)], to: &values)
        return .html(try frame.page("sections", title, values), for: request)
    }

    /// Returns the photo-share servers from which sections were pulled, ordered by their first
    /// section; the page shows them instead of their people, of whom there may be thousands.
    private func serverCards(of sections: [PhotoSection]) -> [[String: Any]] {
        let people = Dictionary(grouping: sections) { $0.query?.share?.server }
        let servers = people.compactMap { server, people in server.map { ($0, people) } }
        return servers.sorted { ($0.1.first?.id ?? 0) < ($1.1.first?.id ?? 0) }.map {
            server, people in
            let photos = people.reduce(0) { $0 + $1.count }
            return [
                "serverName": server.host, "serverAddress": PageAddress.server(server),
                "serverPeople": language.say("people.count", count: people.count),
                "serverPhotos": language.say("count.photos", count: photos),
            ]
        }
    }

    /// Returns a section with its first photos.
    private func listed(_ section: PhotoSection) throws -> [String: Any] {
        let rows = try gallery.photos(PhotoQuery.section(section).page(limit: Self.shown))
        var values = try head(of: section, photos: rows.map(\.photo))
        values["headNumber"] = section.id
        let listing = ListingAddress(section: section.reference.text)
        values["tiles"] = rows.map { tile(of: $0.photo, in: listing) }
        values["hasMore"] = section.count > rows.count
        return values
    }

    /// Returns the values of an album for templates: its query, and the days of its first and last
    /// photo; empty for other sections.
    func albumValues(of section: PhotoSection) throws -> [String: Any] {
        guard section.isAlbum else { return [:] }
        let ends = section.count > 0 ? try gallery.ends(of: .section(section)) : []
        return templateValues([
            "albumName": section.reference.name, "isByHand": section.filter == nil,
            "albumQuery": section.filter?.text, "span": TakenClock.span(of: ends, in: language),
        ])
    }

    /// Returns the values of a section's header for templates: name, kind, number of photos, cover,
    /// and the time and source of the last refresh; blocks for a few milliseconds.
    ///
    /// - Parameter photos: some of the section's first photos, for a cover unless a user chose one;
    ///   nil to read them.
    func head(of section: PhotoSection, photos: [Photo]? = nil) throws -> [String: Any] {
        let query = PhotoQuery.section(section).page(limit: PictureAddress.coverPhotos)
        let photos = try photos ?? gallery.photos(query).map(\.photo)
        let kind = section.reference.kind
        let chosen = try gallery.sections.chosenCover(of: section)
        // The equivalent search on Flickr.
        let source = section.query?.flickr.map { query in
            PageAddress.with(
                [
                    ("text", query.term.isEmpty ? nil : query.term), ("tags", query.tags),
                    ("tag_mode", query.tagMode), ("user_id", query.user),
                    ("license", query.license), ("sort", query.sort), ("group_id", query.group),
                ], "https://www.flickr.com/search/")
        }
        return templateValues([
            "headAddress": PageAddress.section(section.reference.text),
            "headName": language.name(of: section.reference),
            "headKind": kind.map { language.say("section.\($0.rawValue)") } ?? "",
            "headCount": language.say("count.photos", count: section.count),
            "headCover": PictureAddress.cover(of: [chosen].compactMap(\.self) + photos),
            "headMark": kind == .flickr ? Navigation.flickrIcon : nil,
            "headRefreshed": section.dateRefreshed.map(language.moment), "headSource": source,
        ])
    }
}

extension PageLanguage {
    /// Returns the display name of a section.
    func name(of section: SectionReference) -> String {
        section.kind == .camera ? say("section.camera-name") : section.name
    }
}
