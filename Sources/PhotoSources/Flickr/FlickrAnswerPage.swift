import Foundation

/// One page of a list as the server sent it.
struct FlickrAnswerPage {
    /// The number that the server gives the page; nil where it gives none.
    let page: Int?
    /// How many pages it claims; nil for none or 0.
    let pages: Int?
    /// How many rows it puts on a page; nil where it does not say.
    let perPage: Int?
    /// How many photos it claims; nil where it says nothing that is a number.
    let total: Int?
    /// How many rows the page has.
    let rowCount: Int
    /// The rows that are photos.
    let photos: [FlickrPhoto]

    /// What keeps an answer from being a page of a list; nil where it is one.
    ///
    /// A server that is out of order answers `{"photos":{},"stat":"ok"}`: a list without rows must say
    /// how many photos there are.
    static func problem(_ root: SourceJSON.Value) -> String? {
        guard let list = list(root) else { return "holds no list of photos" }
        guard let rows = list["photo"], rows.kind == .array else { return "holds no photos" }
        return rows.elements.isEmpty && list["total"] == nil
            ? "holds neither photos nor their number" : nil
    }

    private static func list(_ root: SourceJSON.Value) -> SourceJSON.Value? {
        (root["photos"] ?? root["photoset"]).flatMap { $0.kind == .object ? $0 : nil }
    }

    /// Reads the list in an answer; nil where there is none.
    init?(_ root: SourceJSON.Value, photoEndpoint: String) {
        guard let list = FlickrAnswerPage.list(root) else { return nil }
        page = list["page"]?.integer
        pages = list["pages"]?.integer.flatMap { $0 > 0 ? $0 : nil }
        perPage = (list["perpage"] ?? list["per_page"])?.integer.flatMap { $0 > 0 ? $0 : nil }
        total = list["total"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        let rows = list["photo"]?.elements ?? []
        rowCount = rows.count
        let owner = list["owner"]?.text
        photos = rows.compactMap { FlickrPhoto($0, photoEndpoint: photoEndpoint, owner: owner) }
    }
}
