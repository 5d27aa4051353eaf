import Basics
import Gallery
import GalleryModel

/// A collection of photos in a site: a section, or selected photos.
struct SiteCollection: Sendable {
    /// The number of photos per page.
    static let pageSize = 60

    let name: String
    /// The section; nil for selected photos.
    let section: SectionReference?
    /// The folder of its pages; empty if it is the only collection of the site.
    let folder: String
    let ids: [PhotoID]
    /// True if the photos are sorted by date.
    let isByDate: Bool
    /// The photo chosen as the section's picture, if the collection contains it.
    let cover: PhotoID?

    /// The number of pages.
    var pageCount: Int { max((ids.count + Self.pageSize - 1) / Self.pageSize, 1) }

    /// Returns the file name of a page, from 1.
    func page(_ number: Int) -> String {
        (folder.isEmpty ? "" : folder + "/") + (number == 1 ? "index.html" : "\(number).html")
    }

    /// Returns the number of the page that contains the photo at an index.
    static func number(ofPageAt index: Int) -> Int { index / pageSize + 1 }

    /// The folder of the lists for the viewer, relative to the site's folder, with a trailing
    /// slash.
    var lists: String { folder.isEmpty ? "data/" : "data/\(folder)/" }

    /// The relative path from its pages to the site's folder.
    var root: String { folder.isEmpty ? "" : "../" }

    /// Returns the pages of the photos of a listing, numbered from 1, for the viewer, in a script,
    /// which browsers also load from a local disk.
    func list(_ number: Int, _ pages: [SitePhotoPage]) -> SiteFile {
        let isLast = number == pageCount
        let inputs = InputDigest(pages.map(\.inputs), isLast).value
        return SiteFile(lists + "\(number).js", inputs: inputs) {
            // The order matters, because the viewer shows the position of a photo.
            let document = JSONValue.list(
                try pages.map { page in
                    .list([JSONValue(page.photo.photo.id.rawValue), .text(try page.main())])
                })
            let first = (number - 1) * SiteCollection.pageSize + 1
            return Array("galleryPages(\(first), ".utf8) + document.compact
                + Array(", \(isLast))\n".utf8)
        }
    }
}

extension SiteAppearance {
    /// Returns a page, numbered from 1, with a list of photos of a collection.
    func listing(_ photos: [SitePhoto], of collection: SiteCollection, number: Int) -> SiteFile {
        let inputs = InputDigest(
            inputs, collection.name, collection.isByDate, collection.ids.count, number, archive,
            photos.map(\.inputs))
        return SiteFile(collection.page(number), inputs: inputs.value) {
            func address(_ number: Int) -> String {
                SiteAddresses.address(collection.page(number), from: collection.root)
            }
            let values = templateValues([
                "heading": collection.folder.isEmpty ? title : collection.name,
                "count": language.say("count.photos", count: collection.ids.count),
                "rows": PhotoRows.values(
                    photos.map { ListedPhoto($0.photo) },
                    // Undated photos are sorted by the date added, which sites do not show.
                    order: collection.isByDate ? PhotoOrder(.taken) : nil,
                    SiteAddresses(collection.root, photos), in: language),
                "isEmptySection": photos.isEmpty, "hasPages": collection.pageCount > 1,
                "isByDate": collection.isByDate, "listNumber": number,
                "listFolder": SiteAddresses.address(collection.lists, from: collection.root),
                "listCount": collection.ids.count,
                "archiveAddress": archive.map { collection.root + $0 },
                "previousAddress": number > 1 ? address(number - 1) : nil,
                "nextAddress": number < collection.pageCount ? address(number + 1) : nil,
            ])
            let isFirst = collection.folder.isEmpty && number == 1
            let numbered = "\(collection.name) (\(language.number(number)))"
            return try page(
                "photos", .photos, isFirst ? nil : number == 1 ? collection.name : numbered,
                at: collection.page(number), values)
        }
    }

    /// Returns the front page of a site with several collections: one card per collection, with
    /// the file of its cover picture; nil for none.
    func frontPage(_ cards: [(collection: SiteCollection, cover: String?)]) -> SiteFile {
        var inputs = InputDigest(inputs, archive)
        for (collection, cover) in cards {
            inputs.add(collection.name, collection.folder, collection.ids.count, cover)
        }
        return SiteFile("index.html", inputs: inputs.value) {
            let counts = cards.map(\.collection.ids.count).reduce(0, +)
            let values = templateValues([
                "heading": title, "count": language.say("count.photos", count: counts),
                "archiveAddress": archive,
                "sections": cards.map { collection, cover in
                    templateValues([
                        "headAddress": SiteAddresses.address(collection.page(1), from: ""),
                        "headName": collection.name, "headCover": cover,
                        "headCount": language.say("count.photos", count: collection.ids.count),
                    ])
                },
            ])
            return try page("cards", .photos, nil, at: "index.html", values)
        }
    }
}
