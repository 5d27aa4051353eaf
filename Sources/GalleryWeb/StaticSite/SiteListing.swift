import Basics
import Gallery
import GalleryModel

/// A page of a site that lists photos.
struct SiteListing: Sendable {
    let look: SiteLook
    let collection: SiteCollection
    /// Which page of it, from 1.
    let number: Int
    /// The photos that it lists.
    let photos: [SitePhoto]
    /// The file of the archive of all copies; nil where there is none.
    let archive: String?

    /// The file, which is written where it is not there as it is to be.
    var file: SiteFile {
        var inputs = InputDigest()
        inputs.add(look.inputs)
        inputs.add(collection.name)
        inputs.add(collection.isByDate)
        inputs.add(collection.ids.count)
        inputs.add(number)
        inputs.add(archive)
        for photo in photos { inputs.add(photo.inputs) }
        return SiteFile(collection.page(number), inputs: inputs.value) { try page() }
    }

    private func page() throws -> [UInt8] {
        let language = look.language
        var values: [String: Any] = [
            "heading": collection.folder.isEmpty ? look.title : collection.name,
            "count": language.say("count.photos", count: collection.ids.count),
            "rows": PhotoRows.values(
                photos.map { ListedPhoto(section: "", position: 0, photo: $0.photo) },
                // Those that nobody knows the date of stand by when they were added, which is not told.
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

    /// What a page behind the first one is called.
    private var numbered: String { "\(collection.name) (\(look.language.number(number)))" }

    private func address(_ number: Int) -> String {
        SiteAddresses.address(collection.page(number), from: collection.root)
    }
}
