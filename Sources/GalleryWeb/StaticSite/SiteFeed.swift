import Basics
import Gallery
import GalleryModel

/// The photos that were added to a site last as a feed, for those who follow it.
///
/// Source: RFC 4287 (Atom), RFC 3339 (dates).
struct SiteFeed: Sendable {
    /// How many photos it has.
    static let length = 50
    /// The file.
    static let name = "feed.xml"

    let look: SiteLook
    /// The address of the site's folder, without a slash at its end.
    let address: String
    let photos: [SitePhoto]

    /// The file, which is written where it is not there as it is to be.
    var file: SiteFile {
        var inputs = InputDigest()
        inputs.add(look.inputs)
        for photo in photos { inputs.add(photo.inputs) }
        return SiteFile(SiteFeed.name, inputs: inputs.value) { feed() }
    }

    private func feed() -> [UInt8] {
        let home = "\(address)/index.html"
        let latest = photos.map { SiteFeed.date(of: $0.photo) }.max() ?? SiteFeed.unknown
        let feed = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(look.language.code)">
            <title>\(text(look.title))</title>
            <id>\(text(home))</id>
            <link href="\(text(home))"/>
            <link rel="self" href="\(text(address))/feed.xml"/>
            <updated>\(latest)</updated>
            <author><name>\(text(look.title))</name></author>

            """
        return Array((feed + photos.map(entry).joined() + "</feed>\n").utf8)
    }

    private func entry(_ listed: SitePhoto) -> String {
        let photo = listed.photo
        let page = "\(address)/\(SiteAddresses.page(of: photo.id))"
        let picture = listed.pictures.first { $0.side >= 640 } ?? listed.pictures.last
        let title = photo.shownTitle(in: look.language)
        var entry = """
            <entry>
            <title>\(text(title))</title>
            <id>\(text(page))</id>
            <link href="\(text(page))"/>
            <updated>\(SiteFeed.date(of: photo))</updated>

            """
        if let creator = photo.creator {
            entry += "<author><name>\(text(creator))</name></author>\n"
        }
        if let license = photo.license { entry += "<rights>\(text(license.name))</rights>\n" }
        if let caption = photo.caption { entry += "<summary>\(text(caption))</summary>\n" }
        if let picture {
            let image = "<img src=\"\(address)/\(picture.file)\" alt=\"\(text(title))\">"
            entry += "<content type=\"html\">\(text(image))</content>\n"
        }
        return entry + "</entry>\n"
    }

    private func text(_ text: String) -> String { PageText().escapeText(text) }

    /// When a photo was taken, by its camera's clock; its zone is seldom known.
    private static func date(of photo: Photo) -> String {
        guard let clock = TakenClock(photo)?.text else { return unknown }
        return clock.utf8.count > 19 ? clock : clock + "Z"
    }

    private static let unknown = "1970-01-01T00:00:00Z"
}
