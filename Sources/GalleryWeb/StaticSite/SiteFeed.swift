import Basics
import Gallery
import GalleryModel

/// An Atom feed of the photos most recently added to a site.
///
/// An entry is updated when its photo is added or its page changes; its publication date is the
/// date taken, if that includes a time zone.
///
/// Source: RFC 4287 (Atom), RFC 3339 (dates).
struct SiteFeed: Sendable {
    /// The maximum number of photos.
    static let length = 50
    /// The file name.
    static let name = "feed.xml"

    let look: SiteAppearance
    /// The URL of the site's folder, without a trailing slash.
    let address: String
    /// The photos with the times of their last change, in Unix seconds.
    let photos: [(photo: SitePhoto, updated: Int64)]

    /// A digest of the entries.
    var subject: UInt64 {
        var subject = InputDigest(look.title)
        for (photo, updated) in photos { subject.add(photo.inputs, updated) }
        return subject.value
    }

    /// The file, which is written if it is missing or outdated.
    ///
    /// - Parameter updated: the time when the entries last changed, in Unix seconds.
    func file(updated: Int64) -> SiteFile {
        let inputs = InputDigest(look.inputs, subject, updated).value
        return SiteFile(SiteFeed.name, inputs: inputs, subject: subject) { feed(updated) }
    }

    private func feed(_ updated: Int64) -> [UInt8] {
        let home = "\(address)/index.html"
        let feed = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(look.language.code)">
            <title>\(text(look.title))</title>
            <id>\(text(home))</id>
            <link href="\(text(home))"/>
            <link rel="self" href="\(text(address))/feed.xml"/>
            <updated>\(CivilDate(unixSeconds: updated).isoText)</updated>
            <author><name>\(text(look.title))</name></author>

            """
        let entries = photos.map { entry($0.photo, updated: $0.updated) }.joined()
        return Array((feed + entries + "</feed>\n").utf8)
    }

    private func entry(_ listed: SitePhoto, updated: Int64) -> String {
        let photo = listed.photo
        let page = "\(address)/\(SiteAddresses.page(of: photo.id))"
        let picture = listed.pictures.first { $0.side >= 640 } ?? listed.pictures.last
        let title = photo.shownTitle(in: look.language)
        var entry = """
            <entry>
            <title>\(text(title))</title>
            <id>\(text(page))</id>
            <link href="\(text(page))"/>
            <updated>\(CivilDate(unixSeconds: updated).isoText)</updated>

            """
        // A local time without an offset is not a point in time.
        if let taken = TakenClock(photo)?.text, taken.utf8.count > 19 {
            entry += "<published>\(text(taken))</published>\n"
        }
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
}
