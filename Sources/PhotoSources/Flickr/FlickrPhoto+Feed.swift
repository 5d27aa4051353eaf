import Basics
import Foundation
import GalleryModel

extension FlickrPhoto {
    /// Reads an item of the public feed; nil where no photo id can be found in it.
    ///
    /// The feed has no id, server or secret of its own: they come from the picture's URL in
    /// `media.m`. The description is HTML: the lines that Flickr puts before it ("NAME posted a
    /// photo:", the picture) and the tags are taken off, and its entities are decoded once. The
    /// date taken is the clock's own, without the offset, because Flickr makes that offset up.
    /// Source: https://www.flickr.com/services/feeds/docs/photos_public/
    init?(feedItem row: FlickrRow, photoEndpoint: String) {
        let address = row[.media]?["m"]?.text.flatMap(FlickrPictureAddress.init(url:))
        let page = row.text(.link).flatMap(FlickrPhoto.pagePath)
        guard let id = address?.id ?? page?.id else { return nil }
        var details = PhotoDetails(origin: .flickr, originID: id)
        details.owner = row.text(.authorID)
        details.title = row.prose(.title)
        details.caption = row.text(.description).flatMap(FlickrPhoto.plainText)
        details.creator = row.prose(.author).map(FlickrPhoto.authorName)
        details.sourceURL = FlickrPhoto.pageURL(owner: page?.owner ?? details.owner, id: id)
        details.tags = row.tagList
        details.dateTimeOriginal = row.text(.feedDateTaken).flatMap(FlickrDate.dateTimeOriginal)
        details.dateUploaded = row.text(.published).flatMap(FlickrDate.instant)
            .map(Date.init(unixSeconds:))
        details.isPublic = true
        details.isFriend = false
        details.isFamily = false
        details.server = address?.server
        details.secret = address?.secret
        let pictures = FlickrPictureURLs(row, photoEndpoint: photoEndpoint)
        details.thumbnailURL = pictures.url(for: .thumbnail)
        details.largePictureURL = pictures.url(for: .large)
        details.rawJSON = row.value.rawText
        self.init(details: details)
    }

    /// The name in `nobody@flickr.com ("Name")`; a text of another form as it is.
    static func authorName(_ text: String) -> String {
        guard let open = text.range(of: " (\""), text.hasSuffix("\")") else { return text }
        return String(text[open.upperBound...].dropLast(2))
    }

    /// The owner's path name and the photo's id in `…/photos/OWNER/ID/`.
    private static func pagePath(_ url: String) -> (owner: String, id: String)? {
        guard let start = url.range(of: "/photos/") else { return nil }
        let parts = url[start.upperBound...].split(separator: "/")
        guard parts.count >= 2, isNumber(String(parts[1])) else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// The words of a feed's description; nil where the person wrote none.
    static func plainText(_ html: String) -> String? {
        // Older feeds escape the markup itself, which is then one layer more to take off.
        let isEscaped = !html.contains("<") && html.contains("&lt;")
        var rest = (isEscaped ? HTMLEntities.decode(html) : html)[...]
        var paragraphs: [String] = []
        while let close = rest.range(of: "</p>") {
            paragraphs.append(String(rest[..<close.lowerBound]))
            rest = rest[close.upperBound...]
        }
        paragraphs.append(String(rest))
        if let first = paragraphs.first, isBoilerplate(first) { paragraphs.removeFirst() }
        let lines = paragraphs.map(withoutTags).filter { !$0.isEmpty }
        return lines.isEmpty ? nil : HTMLEntities.decode(lines.joined(separator: "\n\n"))
    }

    private static func isBoilerplate(_ paragraph: String) -> Bool {
        let text = withoutTags(paragraph)
        return text.hasSuffix("posted a photo:") || text.hasSuffix("posted a video:")
    }

    private static func withoutTags(_ html: String) -> String {
        var result = ""
        var rest = html[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            result += rest[..<open]
            if rest[open...].hasPrefix("<br") { result += "\n" }
            rest = rest[rest.index(after: close)...]
        }
        return (result + rest).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
