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
        track = try gallery.tracks.name(of: photo.id)
        var options = ExportOptions(format: .jsonl)
        options.includesRaw = true
        options.includesPaths = false
        metadata = try GalleryExport.encode(
            [ListedPhoto(photo, at: entries.first)], options: options)
    }

    /// The JSON document.
    var value: JSONValue {
        // The origin's metadata is inserted verbatim, as it may be nested too deeply to parse.
        let metadata = JSONValue.raw(Array(metadata.prefix { $0 != UInt8(ascii: "\n") }))
        return JSONValue(
            PhotoRow(ListedPhoto(photo, at: entries.first)).members + members
                + [("metadata", metadata)])
    }

    private var members: [JSONMember] {
        let thumbnails = [240, 640, 1600].map { side in
            (key: "\(side)", value: PictureAddress.thumbnail(of: photo, side: side).json)
        }
        let hasPicture = photo.picture != nil
        return [
            ("description", photo.caption), ("tags", photo.tags), ("license", photo.license?.name),
            ("licenseURL", photo.license?.url), ("sourceURL", photo.sourceURL),
            ("trashedAt", photo.dateTrashed),
            ("thumbnails", JSONValue.object(thumbnails)),
            ("original", hasPicture ? PictureAddress.original(of: photo) : nil),
            ("sections", entries.map(PhotoDocument.value)),
            ("pictures", photo.pictures.map(PhotoDocument.value)), ("edit", photo.edit?.value),
            ("track", track),
        ]
    }

    private static func value(_ entry: SectionEntry) -> JSONValue {
        JSONValue([
            ("section", entry.section.text), ("position", entry.position),
            ("isGone", entry.isDelisted),
        ])
    }

    private static func value(_ picture: Picture) -> JSONValue {
        JSONValue([
            ("size", picture.size.rawValue), ("state", picture.state.rawValue),
            ("width", picture.width), ("height", picture.height), ("byteCount", picture.byteCount),
            ("fileType", picture.fileType), ("sha256", picture.sha256), ("damage", picture.damage),
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
    var members: [JSONMember] {
        let photo = listed.photo
        let coordinate = photo.coordinate
        return [
            ("id", photo.id), ("section", listed.section.isEmpty ? nil : listed.section),
            // A photo outside any section, such as one in the trash, has no position.
            ("position", listed.position > 0 ? listed.position : nil),
            ("title", photo.title), ("fileName", photo.fileName), ("creator", photo.creator),
            ("width", geometry?.result.width), ("height", geometry?.result.height),
            ("takenAt", photo.details.takenAt()), ("addedAt", photo.dateAdded),
            ("latitude", coordinate?.latitude), ("longitude", coordinate?.longitude),
            ("countryCode", photo.location?.place.countryCode),
            ("city", photo.location?.place.city), ("faceCount", photo.faces?.count),
            ("rating", photo.rating), ("origin", photo.origin.rawValue),
            (
                "mediaType",
                photo.picture.flatMap { OriginalType(fileType: $0.fileType).pictureType }
            ),
            ("thumbnail", PictureAddress.thumbnail(of: photo, side: 240)),
            ("isEdited", photo.edit != nil), ("isGone", listed.isDelisted),
            ("isTrashed", photo.dateTrashed != nil),
        ]
    }

    /// The row as a JSON object.
    var value: JSONValue { JSONValue(members) }
}

/// The faces of a photo in pixel coordinates of the displayed picture.
struct FaceList: Sendable {
    let photo: Photo

    /// The JSON document; `isExamined` distinguishes "no faces found" from "not examined".
    var value: JSONValue {
        let size = photo.shownGeometry?.result
        return JSONValue([
            ("items", (photo.shownFaces ?? []).map(FaceList.value)), ("next", JSONValue.null),
            ("width", size?.width), ("height", size?.height), ("isExamined", photo.faces != nil),
        ])
    }

    private static func value(_ shown: (number: Int, face: Face)) -> JSONValue {
        let (face, box) = (shown.face, shown.face.rectangle)
        return JSONValue([
            ("face", shown.number), ("x", rounded(box.x)), ("y", rounded(box.y)),
            ("width", rounded(box.width)), ("height", rounded(box.height)), ("name", face.name),
            ("score", face.score.map(rounded)), ("detector", face.source.rawValue),
            ("landmarks", face.landmarks.map { [rounded($0.x), rounded($0.y)] }),
        ])
    }

    /// Rounds to three decimal places.
    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
