import Gallery
import GalleryModel
import Hummingbird

/// The page of a photo under a share link: the picture, what may be told of it, and the ways on.
struct SharedPhotoPage {
    let request: WebRequest
    let shared: SharedPhotos
    let photo: GivenPhoto

    /// Makes the page; blocks for some milliseconds.
    func response() throws -> Response {
        try request.accept([])
        let addresses = SharedAddresses(request, shared)
        let told = photo.told
        let standing = try shared.standing(of: photo)
        let untitled = SharedPage.name(at: standing.index, in: language)
        let title = told.shownTitle(in: language, untitled: untitled)
        let frame = SharedFrame(
            kind: .photo, title: title, base: addresses.base, address: request.address,
            language: language)
        let facts = PhotoFacts(
            photo: told, places: [], language: language, addresses: addresses, isShared: true,
            tellsSize: false)
        let picture = PhotoPicture(
            photo: told, addresses: addresses, language: language, untitled: untitled)
        var values = facts.values
        values["title"] = title
        values["caption"] = told.caption
        values["photoID"] = "\(photo.id)"
        values["picture"] = picture.values
        values["faces"] = picture.faces
        values["isWithoutPicture"] = !photo.hasPicture
        values["backText"] = shared.title ?? language.say("shared.title")
        if photo.hasPicture {
            values["downloadAddress"] = addresses.file(photo.id) + "?download=1"
        }
        values["backAddress"] = SharedPage.address(with: photo.id, at: standing.index, addresses)
        if let index = standing.index {
            values["positionText"] = language.say(
                "word.of",
                ["position": language.number(index + 1), "count": language.number(shared.count)])
        }
        values["previousAddress"] = standing.previous.map(addresses.page)
        values["nextAddress"] = standing.next.map(addresses.page)
        values["previousText"] = language.say("word.previous")
        values["nextText"] = language.say("word.next")
        return .html(try frame.page("shared-photo", values), for: request)
    }

    private var language: PageLanguage { request.language }
}
