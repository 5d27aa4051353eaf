import Basics
import GalleryModel

/// A photo as lists tell it: the one definition of a row, for the API and whoever asks it.
struct PhotoRow: Sendable {
    /// What stands at a place of a section.
    let listed: ListedPhoto
    /// What the photo's edit makes of its picture; nil where the size of that is not known.
    let geometry: EditGeometry?

    /// Makes the row of a photo at its place.
    init(_ listed: ListedPhoto) {
        self.listed = listed
        geometry = listed.photo.shownGeometry
    }

    /// The members of the row, in the order in which they are written.
    var members: [(key: String, value: JSONValue)] {
        let photo = listed.photo
        let coordinate = photo.coordinate
        return [
            ("id", JSONValue(photo.id.rawValue)),
            ("section", listed.section.isEmpty ? .null : .text(listed.section)),
            // What no section lists has no place, such as in the trash.
            ("position", listed.position > 0 ? JSONValue(listed.position) : .null),
            ("title", JSONValue(photo.title)), ("fileName", JSONValue(photo.fileName)),
            ("creator", JSONValue(photo.creator)),
            ("width", JSONValue(geometry?.result.width)),
            ("height", JSONValue(geometry?.result.height)),
            ("takenAt", JSONValue(PhotoRow.takenAt(photo))),
            ("addedAt", JSONValue(photo.dateAdded)),
            ("latitude", JSONValue(coordinate?.latitude)),
            ("longitude", JSONValue(coordinate?.longitude)),
            ("countryCode", JSONValue(photo.location?.place.countryCode)),
            ("city", JSONValue(photo.location?.place.city)),
            ("faceCount", JSONValue(photo.faces?.count)), ("rating", JSONValue(photo.rating)),
            ("origin", .text(photo.origin.rawValue)),
            ("mediaType", JSONValue(photo.picture?.fileType.flatMap(PhotoRow.mediaType))),
            ("thumbnail", JSONValue(PictureAddress.thumbnail(of: photo, side: 240))),
            ("isEdited", .flag(photo.edit != nil)), ("isGone", .flag(listed.isGone)),
            ("isTrashed", .flag(photo.dateTrashed != nil)),
        ]
    }

    /// The row as a JSON object.
    var value: JSONValue { .object(members) }

    /// When a photo was taken as its camera's clock said, in ISO 8601, with the offset where one is known;
    /// nil where there is no such day and time.
    static func takenAt(_ photo: Photo) -> String? {
        guard let text = photo.dateTimeOriginal else { return nil }
        // `YYYY:MM:DD HH:MM:SS`
        var bytes = Array(text.utf8)
        let form = "0000:00:00 00:00:00".utf8
        guard bytes.count == form.count else { return nil }
        var parts = [0]
        for (byte, shape) in zip(bytes, form) {
            if shape == UInt8(ascii: "0"), (0x30...0x39).contains(byte) {
                parts[parts.count - 1] = parts[parts.count - 1] * 10 + Int(byte - 0x30)
            } else if byte == shape, byte != UInt8(ascii: "0") {
                parts.append(0)
            } else {
                return nil
            }
        }
        guard CivilDate.exists(year: parts[0], month: parts[1], day: parts[2]), parts[3] < 24,
            parts[4] < 60, parts[5] < 60
        else { return nil }
        bytes[4] = UInt8(ascii: "-")
        bytes[7] = UInt8(ascii: "-")
        bytes[10] = UInt8(ascii: "T")
        return String(decoding: bytes, as: UTF8.self) + (photo.offsetTimeOriginal ?? "")
    }

    /// The media type of a file type as exiftool names it; nil for others than pictures.
    static func mediaType(_ fileType: String) -> String? {
        switch fileType {
        case "JPEG", "PNG", "GIF", "WEBP", "HEIC", "AVIF", "TIFF": "image/" + fileType.lowercased()
        default: nil
        }
    }
}
