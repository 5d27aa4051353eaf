import Basics
import Foundation
import GRDB
import GalleryModel

/// Maps the columns of `photo` to a photo's details and back.
enum PhotoRecord {
    /// The columns of a photo: the origin's metadata, bound in this order, then the catalog's own.
    enum Column: Int, StatementColumns {
        case origin, originID, title, caption, creator, copyright, owner, licenseName
        case licenseURL, sourceURL, tags, dateTimeOriginal, offsetTimeOriginal, dateUploaded
        case width, height, orientation, make, model, lens, exposureTime, fNumber, iso
        case focalLength, rating, latitude, longitude, altitude, isPublic, isFriend
        case isFamily, farm, server, secret, media, thumbnailURL, largePictureURL, fileName
        case positionText, positionWarning
        case subSecTimeOriginal, dateSource, isDateGuessed, positionAccuracy, dateDoubt
        case id, dateAdded, dateTrashed, isFavorite
        static let table = "p"
        static let selection = selection([:])
    }

    /// The names of the columns of the origin's metadata.
    private static let facts = Column.allCases.prefix { $0 != .id }.map(\.stringValue)

    static let insertion =
        "INSERT INTO photo (\(facts.joined(separator: ", ")), dateAdded) VALUES ("
        + Array(repeating: "?", count: facts.count + 1).joined(separator: ", ") + ")"

    static let update =
        "UPDATE photo SET \(facts.map { "\($0) = ?" }.joined(separator: ", ")), dateUpdated = ? "
        + "WHERE id = ?"

    /// Records a photo's metadata in a journal entry, once.
    static let noting =
        "INSERT INTO journalPhoto (journalID, photoID, \(originList), json) "
        + "SELECT ?1, p.id, \(originColumns.map { "p.\($0)" }.joined(separator: ", ")), r.json "
        + "FROM photo p LEFT JOIN photoRaw r ON r.photoID = p.id WHERE p.id = ?2 "
        + "ON CONFLICT DO NOTHING"

    /// The names of the columns that an origin can change.
    private static let originColumns =
        facts.filter { $0 != "origin" && $0 != "originID" } + ["dateUpdated"]

    static let originList = originColumns.joined(separator: ", ")

    /// A photo without pictures and place.
    static func read(_ row: StatementRow<Column>) -> Photo {
        // As few bytes as identify an origin, because listings have a million rows.
        let origin = row.withBytes(.origin) { name -> Origin in
            switch name.first {
            case UInt8(ascii: "f"): .flickr
            case UInt8(ascii: "s"): .share
            default: name.count == Origin.camera.rawValue.utf8.count ? .camera : .campaign
            }
        }
        var details = PhotoDetails(origin: origin, originID: row.text(.originID))
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
        details.subSecTimeOriginal = row.optionalText(.subSecTimeOriginal)
        details.offsetTimeOriginal = row.optionalText(.offsetTimeOriginal)
        details.dateSource = row.optionalText(.dateSource)
        details.isDateGuessed = row.optionalBoolean(.isDateGuessed) ?? false
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
        details.positionAccuracy = row.optionalInteger(.positionAccuracy)
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
        // Flickr returns positions only as numbers.
        if details.origin != .flickr {
            details.positionText = row.optionalText(.positionText)
            details.positionWarning = row.optionalText(.positionWarning)
        }
        var photo = Photo(
            id: row.photoID(.id), details: details, dateAdded: row.date(.dateAdded),
            dateTrashed: row.optionalDate(.dateTrashed))
        photo.isFavorite = row.boolean(.isFavorite)
        photo.dateDoubt = row.optionalText(.dateDoubt).flatMap(DateDoubt.init(rawValue:))
        return photo
    }

    /// The values of the origin's metadata for a statement, then the current time; later dates are
    /// marked as doubtful.
    static func arguments(_ details: PhotoDetails) -> StatementArguments {
        let now = PhotoCatalog.now()
        // Cameras also write 0, which has no meaning.
        let orientation = details.orientation.flatMap { (1...8).contains($0) ? $0 : nil }
        return [
            details.origin.rawValue, details.originID, details.title, details.caption,
            details.creator, details.copyright, details.owner, details.license?.name,
            details.license?.url, details.sourceURL, TagList.encode(details.tags),
            details.dateTimeOriginal, details.offsetTimeOriginal,
            details.dateUploaded?.unixSeconds,
            details.width, details.height, orientation, details.make, details.model,
            details.lens, details.exposureTime, details.fNumber, details.iso, details.focalLength,
            details.rating, details.coordinate?.latitude, details.coordinate?.longitude,
            details.coordinate?.altitude, details.isPublic, details.isFriend, details.isFamily,
            details.farm, details.server, details.secret, details.media, details.thumbnailURL,
            details.largePictureURL, details.fileName, details.positionText,
            details.positionWarning, details.subSecTimeOriginal, details.dateSource,
            details.isDateGuessed ? true : nil, details.positionAccuracy,
            DateDoubt(details, now: Date(unixSeconds: now))?.rawValue, now,
        ]
    }
}

extension StatementRow {
    /// The value of a column of JSON; nil for NULL.
    func json<Value: Decodable>(_ column: Column) throws -> Value? {
        try optionalText(column).map { try JSONText.decode(from: $0.utf8) }
    }
}

/// Stores tags in one column as a JSON array of strings.
enum TagList {
    /// Tags as JSON text.
    static func encode(_ tags: [String]) -> String {
        if tags.isEmpty { return "[]" }
        // Strings can always be encoded; the empty list covers a failure of the encoder.
        return (try? JSONText.encode(tags)) ?? "[]"
    }

    /// The tags of JSON text; empty if it is not an array of strings.
    ///
    /// Text without escapes, by far the most common, is split at its quotes: a JSON decoder would
    /// take longer than all other columns of a row together.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        if bytes.count <= 2 { return [] }
        let quote = UInt8(ascii: "\"")
        if bytes.contains(UInt8(ascii: "\\")) {
            return (try? JSONText.decode([String].self, from: bytes)) ?? []
        }
        var tags: [String] = []
        var start: Int?
        for index in bytes.indices where bytes[index] == quote {
            if let begun = start {
                tags.append(
                    String(
                        decoding: UnsafeBufferPointer(rebasing: bytes[begun..<index]), as: UTF8.self
                    ))
                start = nil
            } else {
                start = index + 1
            }
        }
        return tags
    }
}
