import GalleryModel

/// What a site lists together: a section, or photos that were chosen.
struct SiteCollection: Sendable {
    /// How many photos a page has.
    static let pageSize = 60

    /// What it is called.
    let name: String
    /// The section; nil for photos that were chosen.
    let section: SectionReference?
    /// The folder of its pages; empty where it is all that the site has.
    let folder: String
    /// The photos, in order.
    let ids: [PhotoID]
    /// Whether they stand in the order of days.
    let isByDate: Bool

    /// How many pages it has.
    var pageCount: Int { max((ids.count + Self.pageSize - 1) / Self.pageSize, 1) }

    /// The file of a page, from 1.
    func page(_ number: Int) -> String {
        (folder.isEmpty ? "" : folder + "/") + (number == 1 ? "index.html" : "\(number).html")
    }

    /// The number of the page that has the photo at an index.
    static func number(ofPageAt index: Int) -> Int { index / pageSize + 1 }

    /// The folder of the lists that its viewer reads, relative to the site's, with a slash at its end.
    var lists: String { folder.isEmpty ? "data/" : "data/\(folder)/" }

    /// The way from its pages to the site's folder.
    var root: String { folder.isEmpty ? "" : "../" }
}
