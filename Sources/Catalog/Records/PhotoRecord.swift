import Basics
import Foundation
import GRDB
import GalleryModel

/// Maps the columns of `photo` to a photo's details and back.
enum PhotoRecord {
    /// The columns of a photo: the origin's facts, which are bound in this order, then what the catalog says.
    enum Column: Int, StatementColumns {
        case origin, originID, title, caption, creator, copyright, owner, licenseName
        case licenseURL, sourceURL, tags, dateTimeOriginal, offsetTimeOriginal, dateUploaded
        case width, height, orientation, make, model, lens, exposureTime, fNumber, iso
        case focalLength, rating, latitude, longitude, altitude, isPublic, isFriend
        case isFamily, farm, server, secret, media, thumbnailURL, largePictureURL, fileName
        case positionText, positionWarning
        case id, dateAdded, dateTrashed
    }

    /// The names of the columns of the origin's facts.
    private static let facts = Column.allCases.prefix { $0 != .id }.map(\.stringValue)

    /// Gives `Column`, for a SELECT from `photo AS p`.
    static let selection = Column.allCases.map { "p.\($0.stringValue)" }.joined(separator: ", ")

    static let insertion =
        "INSERT INTO photo (\(facts.joined(separator: ", ")), dateAdded) VALUES ("
        + Array(repeating: "?", count: facts.count + 1).joined(separator: ", ") + ")"

    static let update =
        "UPDATE photo SET \(facts.map { "\($0) = ?" }.joined(separator: ", ")), dateUpdated = ? "
        + "WHERE id = ?"

    /// Keeps what an origin says of a photo in an entry of the journal, once.
    static let noting =
        "INSERT INTO journalPhoto (journalID, photoID, \(said.joined(separator: ", ")), json) "
        + "SELECT ?1, p.id, \(said.map { "p.\($0)" }.joined(separator: ", ")), r.json FROM photo p "
        + "LEFT JOIN photoRaw r ON r.photoID = p.id WHERE p.id = ?2 ON CONFLICT DO NOTHING"

    /// Brings back what an entry of the journal keeps.
    static let takingBack =
        "UPDATE photo SET (\(said.joined(separator: ", "))) = (SELECT \(said.joined(separator: ", ")) "
        + "FROM journalPhoto WHERE journalID = ?1 AND photoID = ?2) WHERE id = ?2"

    /// The names of the columns of what an origin may say anew.
    private static let said = facts.filter { $0 != "origin" && $0 != "originID" } + ["dateUpdated"]

    /// A photo without pictures and place.
    static func read(_ row: StatementRow<Column>) -> Photo {
        Photo(
            id: PhotoID(rawValue: row.integer(.id)), details: details(row),
            dateAdded: row.date(.dateAdded),
            dateTrashed: row.optionalDate(.dateTrashed))
    }

    /// Reads an origin by as few bytes as tell it, as listings have a million rows.
    private static func origin(_ bytes: UnsafeBufferPointer<UInt8>) -> Origin {
        switch bytes.first {
        case UInt8(ascii: "f"): .flickr
        case UInt8(ascii: "s"): .share
        default: bytes.count == Origin.camera.rawValue.utf8.count ? .camera : .campaign
        }
    }

    private static func details(_ row: StatementRow<Column>) -> PhotoDetails {
        var details = PhotoDetails(
            origin: row.withBytes(.origin, origin),
            originID: row.text(.originID))
        details.title = row.optionalText(.title)
        details.caption = row.optionalText(.caption)
        details.creator = row.optionalText(.creator)
        details.copyright = row.optionalText(.copyright)
        details.owner = row.optionalText(.owner)
        if let name = row.optionalText(.licenseName) {
            details.license = License(name: name, url: row.optionalText(.licenseURL))
        }
        details.sourceURL = row.optionalText(.sourceURL)
        details.tags = row.withBytes(.tags, TagList.decode)
        details.dateTimeOriginal = row.optionalText(.dateTimeOriginal)
        details.offsetTimeOriginal = row.optionalText(.offsetTimeOriginal)
        details.dateUploaded = row.optionalDate(.dateUploaded)
        details.width = row.optionalInteger(.width)
        details.height = row.optionalInteger(.height)
        details.orientation = row.optionalInteger(.orientation)
        details.make = row.optionalText(.make)
        details.model = row.optionalText(.model)
        details.lens = row.optionalText(.lens)
        details.exposureTime = row.optionalDouble(.exposureTime)
        details.fNumber = row.optionalDouble(.fNumber)
        details.iso = row.optionalInteger(.iso)
        details.focalLength = row.optionalDouble(.focalLength)
        details.rating = row.optionalInteger(.rating)
        details.coordinate = row.coordinate(.latitude, .longitude, .altitude)
        details.isPublic = row.optionalBoolean(.isPublic)
        details.isFriend = row.optionalBoolean(.isFriend)
        details.isFamily = row.optionalBoolean(.isFamily)
        details.farm = row.optionalInteger(.farm)
        details.server = row.optionalText(.server)
        details.secret = row.optionalText(.secret)
        details.media = row.optionalText(.media)
        details.thumbnailURL = row.optionalText(.thumbnailURL)
        details.largePictureURL = row.optionalText(.largePictureURL)
        details.fileName = row.optionalText(.fileName)
        // Flickr tells positions as numbers alone.
        if details.origin != .flickr {
            details.positionText = row.optionalText(.positionText)
            details.positionWarning = row.optionalText(.positionWarning)
        }
        return details
    }

    /// The values of the origin's facts for a statement.
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
