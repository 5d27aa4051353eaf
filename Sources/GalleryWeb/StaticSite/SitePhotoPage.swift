import Basics
import Gallery
import GalleryModel

/// The page of a photo in a site.
struct SitePhotoPage: Sendable {
    let look: SiteAppearance
    let photo: SitePhoto
    /// The collection that contains it.
    let collection: SiteCollection
    /// Its index in the collection, from 0.
    let index: Int
    /// The sections that contain it, with their first pages; empty if the site has only one
    /// section.
    let sections: [(reference: SectionReference, page: String)]

    /// The file, which is written if it is missing or outdated.
    var file: SiteFile {
        // The feed needs the time when the photo was added or its page changed.
        SiteFile(
            SiteAddresses.page(of: photo.photo.id), inputs: inputs,
            subject: look.address == nil ? nil : photo.inputs
        ) { try page() }
    }

    /// A digest of everything that affects the page.
    var inputs: UInt64 {
        InputDigest(
            look.inputs, photo.inputs, collection.name, collection.isByDate, back,
            previous?.rawValue, next?.rawValue,
            sections.map { "\($0.reference.text) \($0.page)" }
        ).value
    }

    private var previous: PhotoID? { index > 0 ? collection.ids[index - 1] : nil }

    private var next: PhotoID? {
        index + 1 < collection.ids.count ? collection.ids[index + 1] : nil
    }

    /// The page that lists the photo.
    private var back: String { collection.page(number) }

    private var number: Int { SiteCollection.number(ofPageAt: index) }

    /// Renders the page.
    func page() throws -> [UInt8] {
        let language = look.language
        let shown = photo.photo
        var addresses = SiteAddresses(
            "../", [photo],
            sections: Dictionary(sections.map { ($0.reference, $0.page) }) { first, _ in first })
        addresses.hasMap = look.hasMap
        let entries = sections.map {
            SectionEntry(section: $0.reference, position: nil, isDelisted: false)
        }
        let title = shown.shownTitle(in: language)
        var values = PhotoFacts(
            photo: shown, entries: entries, language: language, addresses: addresses,
            isShared: true
        ).values
        values["title"] = title
        values["caption"] = shown.caption
        values["photoID"] = "\(shown.id)"
        let picture = PhotoPicture(photo: shown, addresses: addresses, language: language)
        values["picture"] = picture.values
        values["faces"] = photo.pictures.isEmpty ? nil : picture.faces
        if let copy = photo.copy { values["downloadAddress"] = "../" + copy.file }
        values["backAddress"] = SiteAddresses.address(back, from: "../")
        values["backText"] = collection.name
        values["previousAddress"] = previous.map(addresses.page)
        values["nextAddress"] = next.map(addresses.page)
        values["isByDate"] = collection.isByDate
        values["listFolder"] = SiteAddresses.address(collection.lists, from: "../")
        values["listNumber"] = number
        return try look.page("photo", .photo, title, at: SiteAddresses.page(of: shown.id), values)
    }

    /// Renders the main content of the page, without the frame.
    func main() throws -> String {
        let page = String(decoding: try page(), as: UTF8.self)
        guard let start = page.firstRange(of: "<main id=\"content\" tabindex=\"-1\">"),
            let end = page[start.upperBound...].firstRange(of: "</main>")
        else { return page }
        return String(page[start.upperBound..<end.lowerBound])
    }
}
