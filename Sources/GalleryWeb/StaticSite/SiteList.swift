import Basics
import Gallery
import GalleryModel

/// What the viewer shows of the photos that a page of a site lists: their pages, in a script that a browser runs from a
/// disk, too.
struct SiteList: Sendable {
    let collection: SiteCollection
    /// The number of the page, from 1.
    let number: Int
    /// The pages of its photos.
    let pages: [SitePhotoPage]

    /// The file, which is written where it is not there as it is to be.
    var file: SiteFile {
        var inputs = InputDigest()
        for page in pages { inputs.add(page.inputs) }
        inputs.add(isLast)
        return SiteFile(collection.lists + "\(number).js", inputs: inputs.value) { try script() }
    }

    private var isLast: Bool { number == collection.pageCount }

    private func script() throws -> [UInt8] {
        // In order: the viewer tells which one of how many a photo is.
        let told = JSONValue.list(
            try pages.map { page in
                let html = String(decoding: try page.page(), as: UTF8.self)
                return .list([
                    JSONValue(page.photo.photo.id.rawValue), .text(SiteList.main(of: html)),
                ])
            })
        let first = (number - 1) * SiteCollection.pageSize + 1
        return Array("galleryPages(\(first), ".utf8) + told.compact
            + Array(", \(isLast))\n".utf8)
    }

    /// What a page shows, without what stands around it on every page.
    private static func main(of page: String) -> String {
        guard let start = page.firstRange(of: "<main id=\"content\" tabindex=\"-1\">"),
            let end = page[start.upperBound...].firstRange(of: "</main>")
        else { return page }
        return String(page[start.upperBound..<end.lowerBound])
    }
}
