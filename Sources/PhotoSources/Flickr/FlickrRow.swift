import Basics
import GalleryModel

/// The known fields of a photo's JSON object, found in a single pass.
///
/// Source: responses of `flickr.photos.search` with every extra, and of the public feed.
struct FlickrRow {
    /// The fields that are used, in the order of `names`.
    enum Field: Int {
        case id, owner, secret, server, farm, title, isPublic, isFriend, isFamily, description
        case license, dateUpload, dateTaken, dateTakenGranularity, dateTakenUnknown
        case ownerName, realName, latitude, longitude, accuracy, tags, machineTags, media
        case pathAlias, originalSecret, originalFormat, originalWidth, originalHeight
        case widthOfOriginal, heightOfOriginal, link, published, feedDateTaken, author, authorID
        case urlSquare, urlThumbnail, urlLargeSquare, urlSmall, urlSmall320, urlSmall400
        case urlMedium, urlMedium640, urlMedium800, urlLarge, urlOriginal
    }

    /// Flickr's field names.
    private static let names = [
        "id", "owner", "secret", "server", "farm", "title", "ispublic", "isfriend", "isfamily",
        "description", "license", "dateupload", "datetaken", "datetakengranularity",
        "datetakenunknown", "ownername", "realname", "latitude", "longitude", "accuracy", "tags",
        "machine_tags", "media", "pathalias", "originalsecret", "originalformat", "o_width",
        "o_height", "width_o", "height_o", "link", "published", "date_taken", "author", "author_id",
        "url_sq", "url_t", "url_q", "url_s", "url_n", "url_w", "url_m", "url_z", "url_c", "url_l",
        "url_o",
    ]

    /// The object itself.
    let value: JSONDocument.Value
    private let members: JSONDocument.Members

    /// Finds the fields of an object, using the last of equal names; nil if the value is not an
    /// object.
    init?(_ value: JSONDocument.Value) {
        guard let members = FlickrRow.known.members(of: value) else { return nil }
        self.value = value
        self.members = members
    }

    /// The value of a field; nil if missing or null.
    subscript(field: Field) -> JSONDocument.Value? { members[field.rawValue] }

    /// A field's text, unchanged; nil if missing or empty.
    func text(_ field: Field) -> String? {
        guard let text = self[field]?.text, !text.isEmpty else { return nil }
        return text
    }

    /// A field's text with entities decoded once; nil if missing or empty.
    func prose(_ field: Field) -> String? { text(field).map(HTMLEntities.decode) }

    private static let known = JSONDocument.Names(names)
}

extension FlickrRow {
    /// The owner's real name, or else screen name, with entities decoded once.
    var creator: String? { prose(.realName) ?? prose(.ownerName) }

    /// The tags in Flickr's order, followed by machine tags that are not among them.
    var tagList: [String] {
        let tags = words(.tags)
        let known = Set(tags)
        return (tags + words(.machineTags).filter { !known.contains($0) }).map(HTMLEntities.decode)
    }

    private func words(_ field: Field) -> [String] {
        (text(field) ?? "").utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    /// The date taken in EXIF format; nil if Flickr marks it as unknown.
    ///
    /// An approximate date is only a month (`YYYY:MM`) or a year (`YYYY`).
    /// Source: https://www.flickr.com/services/api/misc.dates.html
    var dateTimeOriginal: String? {
        guard self[.dateTakenUnknown]?.integer != 1,
            let date = text(.dateTaken).flatMap(FlickrRow.exifDate)
        else { return nil }
        return switch granularity {
        case 4: String(date.prefix(7))
        case 6, 8: String(date.prefix(4))
        default: date
        }
    }

    /// Converts `YYYY-MM-DD hh:mm:ss` (or with `T`, or with trailing text) to EXIF's `YYYY:MM:DD
    /// hh:mm:ss`.
    ///
    /// A month or day of 00, which Flickr uses if it knows only the year or month, becomes 01. Nil
    /// for any other form and for invalid dates, such as `0000-00-00 00:00:00`.
    static func exifDate(_ text: String) -> String? {
        let scanned = DateScanner.scan(text) { $0.date(separators: "-", between: " T") }
        guard var date = scanned?.civil, scanned?.parts == 6 else { return nil }
        (date.month, date.day) = (max(date.month, 1), max(date.day, 1))
        return date.isValid && date.hour < 24 ? date.text(day: ":") : nil
    }

    /// True if Flickr marks the date as approximate ("circa").
    var isDateGuessed: Bool { granularity == 8 && dateTimeOriginal != nil }

    private var granularity: Int? { self[.dateTakenGranularity]?.integer }

    /// The accuracy of the location, 1...16; nil without a location.
    var accuracy: Int? {
        guard coordinate != nil, let level = self[.accuracy]?.integer else { return nil }
        return (1...16).contains(level) ? level : nil
    }

    /// The width of the original in pixels; nil if missing or not positive.
    var originalWidth: Int? { length(.originalWidth, .widthOfOriginal) }

    /// The height of the original in pixels; nil if missing or not positive.
    var originalHeight: Int? { length(.originalHeight, .heightOfOriginal) }

    private func length(_ field: Field, _ other: Field) -> Int? {
        (self[field]?.integer ?? self[other]?.integer).flatMap { $0 > 0 ? $0 : nil }
    }

    /// The location; nil if Flickr has none, which it represents as 0, 0 with accuracy 0.
    var coordinate: Coordinate? {
        guard let latitude = self[.latitude]?.double, let longitude = self[.longitude]?.double,
            latitude != 0 || longitude != 0 || self[.accuracy]?.integer ?? 0 > 0
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// A field's flag; nil if missing.
    func flag(_ field: Field) -> Bool? { self[field]?.integer.map { $0 != 0 } }
}
