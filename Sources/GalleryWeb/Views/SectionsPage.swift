import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of all sections, one after the other, each with its first photos; of a pulled server's people those of one
/// server, which stands for them on the first page.
struct SectionsPage {
    /// How many sections a page has.
    private static let size = 12
    /// How many photos of each it shows.
    private static let shown = 12

    let request: WebRequest
    let site: Site

    /// Makes the page; blocks for some milliseconds.
    ///
    /// - Throws: 400 for parameters that cannot be read.
    func response() throws -> Response {
        let server = try chosenServer()
        // Before anything is read, so that no change is missed.
        let title =
            server.map { language.say("names.people-of", ["server": $0.host]) }
            ?? language.say("sections.title")
        let frame = PageFrame(.sections, title: title, for: request, site)
        let all = try site.gallery.sections().filter { $0.count > 0 || $0.filter != nil }
        let sections = all.filter { $0.query?.share?.server == server }
        let servers = server == nil ? PulledServer.all(in: all) : []
        let window = try PageWindow(request, of: sections.count, size: SectionsPage.size)
        let photos = sections.reduce(0) { $0 + $1.count }
        var values: [String: Any] = [
            "heading": title,
            "sectionCount": server == nil
                ? language.say("count.sections", count: sections.count)
                : language.say("people.count", count: sections.count),
            "count": language.say("count.photos", count: photos),
            "atText": request.parameter("at") ?? "", "serverText": server?.text ?? "",
            "isEmpty": photos == 0 && servers.isEmpty,
            "isBehindTheLast": photos > 0 && window.isBehindTheLast,
            "hasServers": !servers.isEmpty,
            "servers": servers.map { $0.values(in: language) },
            "sections": try sections[window.shown].map(listed),
        ]
        window.addPages("/sections", [("server", server?.text)], to: &values)
        return .html(try frame.page("sections", values), for: request)
    }

    private var language: PageLanguage { request.language }

    /// The server whose people are shown; nil for everything but people of servers.
    ///
    /// - Throws: 404 for what is no address.
    private func chosenServer() throws -> ServerAddress? {
        guard let text = request.parameter("server"), !text.isEmpty else { return nil }
        guard let server = ServerAddress(text) else {
            throw Problem(.notFound, say: "error.no-section", ["section": text])
        }
        return server
    }

    /// A section and its first photos.
    private func listed(_ section: PhotoSection) throws -> [String: Any] {
        let query = try request.listed(.section(section), in: site.gallery)
        let rows = try site.gallery.photos(query.page(limit: SectionsPage.shown))
        var values = SectionHead(section, photos: rows.map(\.photo), language).values
        values["headNumber"] = section.id
        values["tiles"] = rows.map {
            PhotoTile(photo: $0.photo, section: section.reference.text, in: language).values
        }
        values["hasMore"] = section.count > rows.count
        return values
    }
}
