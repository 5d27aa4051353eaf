import Basics
import Gallery
import GalleryModel

/// A page of a site with a list of photos.
struct SiteListing: Sendable {
    let look: SiteAppearance
    let collection: SiteCollection
    /// The page number, from 1.
    let number: Int
    /// The photos on the page.
    let photos: [SitePhoto]
    /// The file name of the archive of all copies; nil for none.
    let archive: String?

    /// The file, which is written if it is missing or outdated.
    var file: SiteFile {
        var inputs = InputDigest(
            look.inputs, collection.name, collection.isByDate, collection.ids.count, number,
            archive)
        for photo in photos { inputs.add(photo.inputs) }
        return SiteFile(collection.page(number), inputs: inputs.value) { try page() }
    }

    private func page() throws -> [UInt8] {
        let language = look.language
        var values: [String: Any] = [
            "heading": collection.folder.isEmpty ? look.title : collection.name,
            "count": language.say("count.photos", count: collection.ids.count),
            "rows": PhotoRows.values(
                photos.map { ListedPhoto($0.photo) },
                // Undated photos are sorted by the date added, which sites do not show.
                order: collection.isByDate ? PhotoOrder(.taken) : nil,
                SiteAddresses(collection.root, photos), in: language),
            "isBehindTheLast": false, "isEmptySection": photos.isEmpty,
            "previousText": language.say(collection.isByDate ? "word.newer" : "word.previous"),
            "nextText": language.say(collection.isByDate ? "word.older" : "word.next"),
            "hasPages": collection.pageCount > 1,
        ]
        values["listFolder"] = SiteAddresses.address(collection.lists, from: collection.root)
        values["listNumber"] = number
        values["listCount"] = collection.ids.count
        values["archiveAddress"] = archive.map { collection.root + $0 }
        if number > 1 { values["previousAddress"] = address(number - 1) }
        if number < collection.pageCount { values["nextAddress"] = address(number + 1) }
        let isFirst = collection.folder.isEmpty && number == 1
        return try look.page(
            "photos", .photos, isFirst ? nil : number == 1 ? collection.name : numbered,
            at: collection.page(number), values)
    }

    /// The title of a page after the first.
    private var numbered: String { "\(collection.name) (\(look.language.number(number)))" }

    private func address(_ number: Int) -> String {
        SiteAddresses.address(collection.page(number), from: collection.root)
    }
}

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
}

/// The front page of a site with several collections, with one card per collection.
struct SiteFrontPage: Sendable {
    let look: SiteAppearance
    /// The collections with the files of their cover pictures; nil for none.
    let cards: [(collection: SiteCollection, cover: String?)]
    /// The file name of the archive of all copies; nil for none.
    let archive: String?

    /// The file, which is written if it is missing or outdated.
    var file: SiteFile {
        var inputs = InputDigest(look.inputs, archive)
        for (collection, cover) in cards {
            inputs.add(collection.name, collection.folder, collection.ids.count, cover)
        }
        return SiteFile("index.html", inputs: inputs.value) { try page() }
    }

    private func page() throws -> [UInt8] {
        let language = look.language
        let counts = cards.map(\.collection.ids.count).reduce(0, +)
        var values: [String: Any] = [
            "heading": look.title, "count": language.say("count.photos", count: counts),
            "hasSections": true,
            "sections": cards.map { card in
                var values: [String: Any] = [
                    "headAddress": SiteAddresses.address(card.collection.page(1), from: ""),
                    "headName": card.collection.name,
                    "headCount": language.say(
                        "count.photos", count: card.collection.ids.count),
                ]
                values["headCover"] = card.cover
                return values
            },
        ]
        values["archiveAddress"] = archive
        return try look.page("photos", .photos, nil, at: "index.html", values)
    }
}
