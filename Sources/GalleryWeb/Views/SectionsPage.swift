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
        let frame = PageFrame(.sections, title: "Sections", for: request, site)
        let sections = try site.gallery.sections().filter { $0.count > 0 || $0.filter != nil }
        let first = try position() - 1
        let end = min(first + SectionsPage.size, sections.count)
        let photos = sections.reduce(0) { $0 + $1.count }
        var values: [String: Any] = [
            "sectionCount": Count.text(sections.count, "section"),
            "count": Count.text(photos, "photo"), "atText": request.parameter("at") ?? "",
            "isEmpty": photos == 0, "isBehindTheLast": photos > 0 && first >= sections.count,
            "sections": try first < end ? sections[first..<end].map(listed) : [],
        ]
        let size = SectionsPage.size
        if first > 0 { values["previousAddress"] = address(max(first - size, 0)) }
        if end < sections.count { values["nextAddress"] = address(end) }
        values["hasPages"] = first > 0 || end < sections.count
        return .html(try frame.page("sections", values), for: request)
    }

    /// A section and its first photos.
    private func listed(_ section: PhotoSection) throws -> [String: Any] {
        let rows = try site.gallery.photos(
            PhotoQuery.section(section).page(limit: SectionsPage.shown))
        var values = SectionHead(section, photos: rows.map(\.photo)).values
        values["headNumber"] = section.id
        values["tiles"] = rows.map {
            PhotoTile(photo: $0.photo, section: section.reference.text).values
        }
        values["hasMore"] = section.count > rows.count
        return values
    }

    /// Which section comes first, from 1.
    private func position() throws(Problem) -> Int {
        guard let text = request.parameter("position") else { return 1 }
        guard let position = Int(text), (1...1_000_000_000).contains(position) else {
            throw request.invalid("position", text, expected: "a number from 1")
        }
        return position
    }

    private func address(_ first: Int) -> String {
        PageAddress.with([("position", first > 0 ? String(first + 1) : nil)], "/sections")
    }
}
