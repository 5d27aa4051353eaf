import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of all sections, one after the other, each with its first photos.
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
        // Before anything is read, so that no change is missed.
        let frame = PageFrame(.sections, title: language.say("sections.title"), for: request, site)
        let sections = try site.gallery.sections().filter { $0.count > 0 || $0.filter != nil }
        let window = try PageWindow(request, of: sections.count, size: SectionsPage.size)
        let photos = sections.reduce(0) { $0 + $1.count }
        var values: [String: Any] = [
            "sectionCount": language.say("count.sections", count: sections.count),
            "count": language.say("count.photos", count: photos),
            "atText": request.parameter("at") ?? "",
            "isEmpty": photos == 0, "isBehindTheLast": photos > 0 && window.isBehindTheLast,
            "sections": try sections[window.shown].map(listed),
        ]
        window.addPages("/sections", to: &values)
        return .html(try frame.page("sections", values), for: request)
    }

    private var language: PageLanguage { request.language }

    /// A section and its first photos.
    private func listed(_ section: PhotoSection) throws -> [String: Any] {
        let rows = try site.gallery.photos(
            PhotoQuery.section(section).page(limit: SectionsPage.shown))
        var values = SectionHead(section, photos: rows.map(\.photo), language).values
        values["headNumber"] = section.id
        values["tiles"] = rows.map {
            PhotoTile(photo: $0.photo, section: section.reference.text, in: language).values
        }
        values["hasMore"] = section.count > rows.count
        return values
    }
}
