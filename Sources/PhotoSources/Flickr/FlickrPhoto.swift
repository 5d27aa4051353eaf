import Basics
import Foundation
package import GalleryModel

/// One photo as Flickr describes it, in a list, in an answer of `getInfo` or in the public feed.
///
/// Every variation of type that has been seen is read: numbers as text, text as `{"_content": …}`,
/// null, missing fields, the number 0 for "no location".
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
package struct FlickrPhoto: Sendable, Hashable {
    /// What the catalog keeps of the photo, `rawJSON` with all the rest.
    package var details: PhotoDetails

    /// Flickr's id of the photo: digits.
    package var id: String { details.originID }

    /// Reads a photo's JSON object; nil where it is no object or has no usable id.
    ///
    /// - Parameters:
    ///   - photoEndpoint: where picture URLs that must be built begin, without a slash at the end
    ///   - owner: whose photo it is where the object does not say, as in `photosets.getPhotos`
    package init?(_ value: SourceJSON.Value, photoEndpoint: String, owner: String? = nil) {
        guard let row = FlickrRow(value) else { return nil }
        if row[.media]?.kind == .object {
            self.init(feedItem: row, photoEndpoint: photoEndpoint)
            return
        }
        guard let id = row.text(.id), FlickrPhoto.isNumber(id) else { return nil }
        var details = PhotoDetails(origin: .flickr, originID: id)
        details.owner = row.text(.owner) ?? row.nested(.owner, "nsid")?.text ?? owner
        details.title = row.prose(.title)
        details.caption = row.prose(.description)
        details.creator = row.creator
        details.license = row.integer(.license).map(License.init(flickrID:))
        details.sourceURL = FlickrPhoto.pageURL(
            owner: row.text(.pathAlias) ?? row.nested(.owner, "path_alias")?.text ?? details.owner,
            id: id)
        details.tags = row.tagList
        details.dateTimeOriginal = row.dateTimeOriginal
        details.dateUploaded =
            (row.integer(.dateUpload) ?? row.integer(.dateUploaded)).flatMap {
                $0 > 0 ? Date(unixSeconds: Int64($0)) : nil
            }
        details.width = row.originalLength(.originalWidth, .widthOfOriginal)
        details.height = row.originalLength(.originalHeight, .heightOfOriginal)
        details.coordinate = row.coordinate
        details.isPublic = row.flag(.isPublic, "ispublic")
        details.isFriend = row.flag(.isFriend, "isfriend")
        details.isFamily = row.flag(.isFamily, "isfamily")
        details.farm = row.integer(.farm)
        details.server = row.text(.server)
        details.secret = row.text(.secret)
        details.media = row.text(.media)
        let pictures = FlickrPictureURLs(row, photoEndpoint: photoEndpoint)
        details.thumbnailURL = pictures.url(for: .thumbnail)
        details.largePictureURL = pictures.url(for: .large)
        details.rawJSON = value.rawText
        self.init(details: details)
    }

    init(details: PhotoDetails) {
        self.details = details
    }

    /// The photo's page; nil where the owner is unknown or cannot stand in a URL.
    static func pageURL(owner: String?, id: String) -> String? {
        guard let owner, !owner.isEmpty, owner.utf8.allSatisfy(isPathByte) else { return nil }
        return "https://www.flickr.com/photos/\(owner)/\(id)/"
    }

    /// Whether a text is digits alone, as photo ids are.
    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 20 && text.utf8.allSatisfy(SourceJSONScanner.isDigit)
    }

    /// Whether a byte may stand in a part of a Flickr path: letters, digits, `-`, `_` and `@`.
    static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }
}
