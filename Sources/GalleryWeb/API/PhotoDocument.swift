import Basics
import Gallery
import GalleryModel

/// All metadata of one photo, except the paths of its files on the server.
struct PhotoDocument: Sendable {
    private let photo: Photo
    private let entries: [SectionEntry]
    /// The file name of the track that its position was taken from.
    private let track: String?
    /// The JSON output of `gallery show`, without paths.
    private let metadata: [UInt8]

    /// Reads the metadata; blocks for a few milliseconds.
    init(_ photo: Photo, in gallery: PhotoGallery) throws {
        var photo = photo
        if photo.details.rawJSON == nil {
            photo.details.rawJSON = try gallery.rawJSON(of: photo.id)
        }
        self.photo = photo
        entries = try gallery.entries(of: photo.id)
        track = try gallery.trackName(of: photo.id)
        var options = ExportOptions(format: .jsonl)
        options.includesRaw = true
        options.includesPaths = false
        metadata = try PhotoGallery.encode(
            [ListedPhoto(photo, at: entries.first)], options: options)
    }

    /// The JSON document.
    var bytes: [UInt8] {
        var bytes = JSONValue.object(
            PhotoRow(ListedPhoto(photo, at: entries.first)).members + members
        ).compact
        // The origin's metadata is inserted verbatim, as it may be nested too deeply to parse.
        bytes.removeLast()
        bytes += Array(#","metadata":"#.utf8)
        bytes += metadata.prefix { $0 != UInt8(ascii: "\n") }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private var members: [(key: String, value: JSONValue)] {
        let thumbnails = [240, 640, 1600].map { side in
            ("\(side)", JSONValue(PictureAddress.thumbnail(of: photo, side: side)))
        }
        let hasPicture = photo.picture != nil
        return [
            ("description", JSONValue(photo.caption)),
            ("tags", .list(photo.tags.map(JSONValue.text))),
            ("license", JSONValue(photo.license?.name)),
            ("licenseURL", JSONValue(photo.license?.url)),
            ("sourceURL", JSONValue(photo.sourceURL)), ("trashedAt", JSONValue(photo.dateTrashed)),
            ("thumbnails", .object(thumbnails.map { (key: $0.0, value: $0.1) })),
            ("original", hasPicture ? .text(PictureAddress.original(of: photo)) : .null),
            ("sections", .list(entries.map(PhotoDocument.value))),
            ("pictures", .list(photo.pictures.map(PhotoDocument.value))),
            ("edit", photo.edit?.value ?? .null), ("track", JSONValue(track)),
        ]
    }

    private static func value(_ entry: SectionEntry) -> JSONValue {
        .object([
            ("section", .text(entry.section.text)), ("position", JSONValue(entry.position)),
            ("isGone", .flag(entry.isDelisted)),
        ])
    }

    private static func value(_ picture: Picture) -> JSONValue {
        .object([
            ("size", .text(picture.size.rawValue)), ("state", .text(picture.state.rawValue)),
            ("width", JSONValue(picture.width)), ("height", JSONValue(picture.height)),
            ("byteCount", JSONValue(picture.byteCount)),
            ("fileType", JSONValue(picture.fileType)), ("sha256", JSONValue(picture.sha256)),
            ("damage", JSONValue(picture.damage)),
        ])
    }
}

/// A photo as an item of a list; the API and its clients share this single definition of a row.
struct PhotoRow: Sendable {
    /// The photo with its section and position.
    let listed: ListedPhoto
    /// The geometry of the edited picture; nil if the picture's size is unknown.
    let geometry: EditGeometry?

    /// Creates the row of a listed photo.
    init(_ listed: ListedPhoto) {
        self.listed = listed
        geometry = listed.photo.shownGeometry
    }

    /// The members of the row, in output order.
    var members: [(key: String, value: JSONValue)] {
        let photo = listed.photo
        let coordinate = photo.coordinate
        return [
            ("id", JSONValue(photo.id.rawValue)),
            ("section", listed.section.isEmpty ? .null : .text(listed.section)),
            // A photo outside any section, such as one in the trash, has no position.
            ("position", listed.position > 0 ? JSONValue(listed.position) : .null),
            ("title", JSONValue(photo.title)), ("fileName", JSONValue(photo.fileName)),
            ("creator", JSONValue(photo.creator)),
            ("width", JSONValue(geometry?.result.width)),
            ("height", JSONValue(geometry?.result.height)),
            ("takenAt", JSONValue(photo.details.takenAt())),
            ("addedAt", JSONValue(photo.dateAdded)),
            ("latitude", JSONValue(coordinate?.latitude)),
            ("longitude", JSONValue(coordinate?.longitude)),
            ("countryCode", JSONValue(photo.location?.place.countryCode)),
            ("city", JSONValue(photo.location?.place.city)),
            ("faceCount", JSONValue(photo.faces?.count)), ("rating", JSONValue(photo.rating)),
            ("origin", .text(photo.origin.rawValue)),
            ("mediaType", JSONValue(photo.picture?.fileType.flatMap(PhotoRow.mediaType))),
            ("thumbnail", JSONValue(PictureAddress.thumbnail(of: photo, side: 240))),
            ("isEdited", .flag(photo.edit != nil)), ("isGone", .flag(listed.isDelisted)),
            ("isTrashed", .flag(photo.dateTrashed != nil)),
        ]
    }

    /// The row as a JSON object.
    var value: JSONValue { .object(members) }

    /// Returns the media type for an exiftool file type; nil if it is not a picture.
    static func mediaType(_ fileType: String) -> String? {
        switch fileType {
        case "JPEG", "PNG", "GIF", "WEBP", "HEIC", "AVIF", "TIFF": "image/" + fileType.lowercased()
        default: nil
        }
    }
}

/// The faces of a photo in pixel coordinates of the displayed picture.
struct FaceList: Sendable {
    private let photo: Photo

    init(_ photo: Photo) {
        self.photo = photo
    }

    /// The JSON document; `isExamined` distinguishes "no faces found" from "not examined".
    var value: JSONValue {
        let size = photo.shownGeometry?.result
        return .object([
            ("items", .list((photo.shownFaces ?? []).map(FaceList.value))), ("next", .null),
            ("width", JSONValue(size?.width)), ("height", JSONValue(size?.height)),
            ("isExamined", .flag(photo.faces != nil)),
        ])
    }

    private static func value(_ shown: (number: Int, face: Face)) -> JSONValue {
        let (face, box) = (shown.face, shown.face.rectangle)
        return .object([
            ("face", JSONValue(shown.number)), ("x", .number(rounded(box.x))),
            ("y", .number(rounded(box.y))), ("width", .number(rounded(box.width))),
            ("height", .number(rounded(box.height))), ("name", JSONValue(face.name)),
            ("score", JSONValue(face.score.map(rounded))),
            ("detector", .text(face.source.rawValue)),
            (
                "landmarks",
                .list(
                    face.landmarks.map {
                        .list([.number(rounded($0.x)), .number(rounded($0.y))])
                    })
            ),
        ])
    }

    /// Rounds to three decimal places.
    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
