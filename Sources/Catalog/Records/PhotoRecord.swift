import Basics
import Foundation
import GRDB
import GalleryModel

/// Maps the columns of `photo` to a photo's details and back.
///
/// One list fixes names and places.
enum PhotoRecord {
    /// The columns of the origin's facts, in the order in which they are read and bound.
    static let columns = [
        "origin", "originID", "title", "caption", "creator", "copyright", "owner", "licenseName",
        "licenseURL", "sourceURL", "tags", "dateTimeOriginal", "offsetTimeOriginal", "dateUploaded",
        "width", "height", "orientation", "make", "model", "lens", "exposureTime", "fNumber", "iso",
        "focalLength", "rating", "latitude", "longitude", "altitude", "isPublic", "isFriend",
        "isFamily", "farm", "server", "secret", "media", "thumbnailURL", "largePictureURL",
        "fileName", "positionText", "positionWarning",
    ]

    /// How many columns `read` reads: the facts, then id, dateAdded, dateTrashed.
    static let readCount = Int32(columns.count) + 3

    /// What `read` reads, for a SELECT from `photo AS p`.
    static let selection =
        columns.map { "p.\($0)" }.joined(separator: ", ") + ", p.id, p.dateAdded, p.dateTrashed"

    static let insertion =
        "INSERT INTO photo (\(columns.joined(separator: ", ")), dateAdded) VALUES ("
        + Array(repeating: "?", count: columns.count + 1).joined(separator: ", ") + ")"

    static let update =
        "UPDATE photo SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), dateUpdated = ? "
        + "WHERE id = ?"

    /// A photo without pictures and place from the first `readCount` columns of a row.
    static func read(_ row: StatementRow) -> Photo {
        let facts = Int32(columns.count)
        return Photo(
            id: PhotoID(rawValue: row.integer(facts)), details: details(row),
            dateAdded: Date(unixSeconds: row.integer(facts + 1)),
            dateTrashed: row.optionalInteger(facts + 2).map { Date(unixSeconds: Int64($0)) })
    }

    private static func details(_ row: StatementRow) -> PhotoDetails {
        var details = PhotoDetails(
            origin: row.withBytes(0) { $0.first == UInt8(ascii: "c") } ? .camera : .flickr,
            originID: row.text(1))
        details.title = row.optionalText(2)
        details.caption = row.optionalText(3)
        details.creator = row.optionalText(4)
        details.copyright = row.optionalText(5)
        details.owner = row.optionalText(6)
        if let name = row.optionalText(7) {
            details.license = License(name: name, url: row.optionalText(8))
        }
        details.sourceURL = row.optionalText(9)
        details.tags = row.withBytes(10, TagList.decode)
        details.dateTimeOriginal = row.optionalText(11)
        details.offsetTimeOriginal = row.optionalText(12)
        details.dateUploaded = row.optionalInteger(13).map { Date(unixSeconds: Int64($0)) }
        details.width = row.optionalInteger(14)
        details.height = row.optionalInteger(15)
        details.orientation = row.optionalInteger(16)
        details.make = row.optionalText(17)
        details.model = row.optionalText(18)
        details.lens = row.optionalText(19)
        details.exposureTime = row.optionalDouble(20)
        details.fNumber = row.optionalDouble(21)
        details.iso = row.optionalInteger(22)
        details.focalLength = row.optionalDouble(23)
        details.rating = row.optionalInteger(24)
        details.coordinate = row.coordinate(25)
        details.isPublic = row.optionalBoolean(28)
        details.isFriend = row.optionalBoolean(29)
        details.isFamily = row.optionalBoolean(30)
        details.farm = row.optionalInteger(31)
        details.server = row.optionalText(32)
        details.secret = row.optionalText(33)
        details.media = row.optionalText(34)
        details.thumbnailURL = row.optionalText(35)
        details.largePictureURL = row.optionalText(36)
        details.fileName = row.optionalText(37)
        if details.origin == .camera {
            details.positionText = row.optionalText(38)
            details.positionWarning = row.optionalText(39)
        }
        return details
    }

    /// The values of `columns` for a statement.
    static func arguments(_ details: PhotoDetails) -> [(any DatabaseValueConvertible)?] {
        [
            details.origin.rawValue, details.originID, details.title, details.caption,
            details.creator, details.copyright, details.owner, details.license?.name,
            details.license?.url, details.sourceURL, TagList.encode(details.tags),
            details.dateTimeOriginal, details.offsetTimeOriginal,
            details.dateUploaded?.unixSeconds,
            details.width, details.height, orientation(details), details.make, details.model,
            details.lens, details.exposureTime, details.fNumber, details.iso, details.focalLength,
            details.rating, details.coordinate?.latitude, details.coordinate?.longitude,
            details.coordinate?.altitude, details.isPublic, details.isFriend, details.isFamily,
            details.farm, details.server, details.secret, details.media, details.thumbnailURL,
            details.largePictureURL, details.fileName, details.positionText,
            details.positionWarning,
        ]
    }

    /// EXIF's orientation where it is one of the eight; cameras also write 0, which says nothing.
    private static func orientation(_ details: PhotoDetails) -> Int? {
        details.orientation.flatMap { (1...8).contains($0) ? $0 : nil }
    }
}
