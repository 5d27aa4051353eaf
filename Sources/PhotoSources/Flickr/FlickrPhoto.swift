package import Basics
import Foundation
package import GalleryModel

/// A photo as described by Flickr, in a list or the public feed.
///
/// Reads all observed variants of types: numbers as text, text as `{"_content": …}`, null, missing
/// fields, and the number 0 for "no location".
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
package struct FlickrPhoto: Sendable, Hashable {
    /// The details for the catalog, with the complete source in `rawJSON`.
    package var details: PhotoDetails
    /// The picture in the requested size; nil if there is none.
    package private(set) var picture: PictureSource?

    /// Flickr's ID of the photo, consisting of digits.
    package var id: String { details.originID }

    /// Parses a photo's JSON object; nil if it is not an object or has no valid ID.
    ///
    /// - Parameters:
    ///   - photoEndpoint: the base URL for built picture URLs, without a trailing slash.
    ///   - owner: the owner if the object does not include one, as in `photosets.getPhotos`.
    ///   - size: the size of the picture to find; nil for none.
    package init?(
        _ value: JSONDocument.Value, photoEndpoint: String, owner: String? = nil,
        size: PictureSize? = nil
    ) {
        guard let row = FlickrRow(value),
            var details = row[.media]?.kind == .object
                ? FlickrPhoto.details(ofFeedItem: row) : FlickrPhoto.details(of: row, owner)
        else { return nil }
        details.thumbnailURL = row.pictureURL(.thumbnail, photoEndpoint)
        details.largePictureURL = row.pictureURL(.large, photoEndpoint)
        details.rawJSON = row.value.rawText
        self.details = details
        picture = size.flatMap { row.pictureURL($0, photoEndpoint) }.map { PictureSource(url: $0) }
    }

    private static func details(of row: FlickrRow, _ owner: String?) -> PhotoDetails? {
        guard let id = row.text(.id), FlickrPhoto.isNumber(id) else { return nil }
        var details = PhotoDetails(origin: .flickr, originID: id)
        details.owner = row.text(.owner) ?? owner
        details.title = row.prose(.title)
        details.caption = row.prose(.description)
        details.creator = row.creator
        details.license = row[.license]?.integer.map(License.init(flickrID:))
        details.sourceURL = FlickrPhoto.pageURL(
            owner: row.text(.pathAlias) ?? details.owner, id: id)
        details.tags = row.tagList
        details.dateTimeOriginal = row.dateTimeOriginal
        details.isDateGuessed = row.isDateGuessed
        details.dateUploaded = row[.dateUpload]?.integer.flatMap {
            $0 > 0 ? Date(unixSeconds: Int64($0)) : nil
        }
        details.width = row.originalWidth
        details.height = row.originalHeight
        details.coordinate = row.coordinate
        details.positionAccuracy = row.accuracy
        details.isPublic = row.flag(.isPublic)
        details.isFriend = row.flag(.isFriend)
        details.isFamily = row.flag(.isFamily)
        details.farm = row[.farm]?.integer
        details.server = row.text(.server)
        details.secret = row.text(.secret)
        details.media = row.text(.media)
        return details
    }

    /// The URL of the photo's page; nil if the owner is unknown or has other characters than
    /// letters, digits, `-`, `_` and `@`.
    static func pageURL(owner: String?, id: String) -> String? {
        guard let owner, !owner.isEmpty,
            owner.utf8.allSatisfy({ $0.isLetterOrDigit || "-_@".utf8.contains($0) })
        else { return nil }
        return "https://www.flickr.com/photos/\(owner)/\(id)/"
    }

    /// True if a text consists of digits, like photo IDs.
    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 20 && text.utf8.allSatisfy(\.isDigit)
    }
}

extension FlickrPhoto {
    /// The details of an item of the public feed; nil if it has no photo ID.
    ///
    /// The feed has no ID, server or secret; they are extracted from the picture's URL in
    /// `media.m`. The description is HTML: Flickr's leading lines ("NAME posted a photo:", the
    /// picture) and the tags are removed, and entities are decoded once. The date taken is used
    /// without its offset, which Flickr invents.
    /// Source: https://www.flickr.com/services/feeds/docs/photos_public/
    private static func details(ofFeedItem row: FlickrRow) -> PhotoDetails? {
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
        details.dateTimeOriginal = row.text(.feedDateTaken).flatMap(FlickrRow.exifDate)
        details.dateUploaded = row.text(.published)
            .flatMap { DateScanner.instant(in: $0, isStrict: true) }
            .map { Date(unixSeconds: $0.seconds) }
        details.isPublic = true
        details.isFriend = false
        details.isFamily = false
        details.server = address?.server
        details.secret = address?.secret
        return details
    }

    /// The name in `nobody@flickr.com ("Name")`; other text unchanged.
    static func authorName(_ text: String) -> String {
        guard let open = text.range(of: " (\""), text.hasSuffix("\")") else { return text }
        return String(text[open.upperBound...].dropLast(2))
    }

    /// The owner's path name and the photo's ID in `…/photos/OWNER/ID/`.
    private static func pagePath(_ url: String) -> (owner: String, id: String)? {
        guard let start = url.range(of: "/photos/") else { return nil }
        let parts = url[start.upperBound...].split(separator: "/")
        guard parts.count >= 2, isNumber(String(parts[1])) else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// The text of a feed description; nil if empty.
    static func plainText(_ html: String) -> String? {
        // Older feeds escape the markup itself, which adds another level of escaping.
        let isEscaped = !html.contains("<") && html.contains("&lt;")
        var paragraphs = (isEscaped ? HTMLEntities.decode(html) : html)
            .split(separator: "</p>", omittingEmptySubsequences: false).map(withoutTags)
        let boilerplate = ["posted a photo:", "posted a video:"]
        if let first = paragraphs.first, boilerplate.contains(where: first.hasSuffix) {
            paragraphs.removeFirst()
        }
        let lines = paragraphs.filter { !$0.isEmpty }
        return lines.isEmpty ? nil : HTMLEntities.decode(lines.joined(separator: "\n\n"))
    }

    private static func withoutTags(_ html: Substring) -> String {
        var result = ""
        var rest = html
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            result += rest[..<open]
            if rest[open...].hasPrefix("<br") { result += "\n" }
            rest = rest[rest.index(after: close)...]
        }
        return (result + rest).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
