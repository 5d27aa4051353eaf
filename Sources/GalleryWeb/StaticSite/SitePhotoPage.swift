import Basics
import Gallery
import GalleryModel

/// The page of a photo of a site.
struct SitePhotoPage: Sendable {
    let look: SiteLook
    let photo: SitePhoto
    /// What lists it.
    let collection: SiteCollection
    /// Where it stands there, from 0.
    let index: Int
    /// The sections of the site that list it, with their first pages; none where the site has but one.
    let sections: [(reference: SectionReference, page: String)]

    /// The file, which is written where it is not there as it is to be.
    var file: SiteFile {
        // The feed tells when the photo came, or is shown otherwise.
        SiteFile(
            SiteAddresses.page(of: photo.photo.id), inputs: inputs,
            subject: look.address == nil ? nil : photo.inputs
        ) { try page() }
    }

    /// What changes with anything that it is made of.
    var inputs: UInt64 {
        var inputs = InputDigest()
        inputs.add(look.inputs)
        inputs.add(photo.inputs)
        inputs.add(collection.name)
        inputs.add(collection.isByDate)
        inputs.add(back)
        inputs.add(Int(previous?.rawValue ?? 0))
        inputs.add(Int(next?.rawValue ?? 0))
        inputs.add(sections.map { "\($0.reference.text) \($0.page)" })
        return inputs.value
    }

    private var previous: PhotoID? { index > 0 ? collection.ids[index - 1] : nil }

    private var next: PhotoID? {
        index + 1 < collection.ids.count ? collection.ids[index + 1] : nil
    }

    /// The page that lists it.
    private var back: String { collection.page(number) }

    private var number: Int { SiteCollection.number(ofPageAt: index) }

    /// Makes the page.
    func page() throws -> [UInt8] {
        let language = look.language
        let shown = photo.photo
        var addresses = SiteAddresses(
            "../", [photo],
            sections: Dictionary(sections.map { ($0.reference, $0.page) }) { first, _ in first })
        addresses.hasMap = look.hasMap
        let entries = sections.map {
            SectionEntry(section: $0.reference, position: nil, isGone: false)
        }
        let title = shown.shownTitle(in: language)
        var values = PhotoFacts(
            photo: shown, places: entries, language: language, addresses: addresses,
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
        values["previousText"] = language.say(collection.isByDate ? "word.newer" : "word.previous")
        values["nextText"] = language.say(collection.isByDate ? "word.older" : "word.next")
        values["listFolder"] = SiteAddresses.address(collection.lists, from: "../")
        values["listNumber"] = number
        return try look.page(
            "photo", .photo, title, at: SiteAddresses.page(of: shown.id), values)
    }
}
