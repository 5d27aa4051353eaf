import Basics
import Gallery
import GalleryModel

/// Encodes all metadata of one photo, except the paths of its files on the server.
enum PhotoDocument {
    /// Returns the JSON document; blocks for a few milliseconds.
    static func value(of photo: Photo, in gallery: PhotoGallery) throws -> JSONValue {
        var photo = photo
        if photo.details.rawJSON == nil {
            photo.details.rawJSON = try gallery.rawJSON(of: photo.id)
        }
        let entries = try gallery.entries(of: photo.id)
        let listed = ListedPhoto(photo, at: entries.first)
        let hasPicture = photo.picture != nil
        let members: [JSONMember] = [
            ("description", photo.caption), ("tags", photo.tags), ("license", photo.license?.name),
            ("licenseURL", photo.license?.url), ("sourceURL", photo.sourceURL),
            ("trashedAt", photo.dateTrashed),
            ("thumbnails", PictureAddress.thumbnails(of: photo)),
            ("original", hasPicture ? PictureAddress.original(of: photo) : nil),
            ("sections", entries.map(value)), ("pictures", photo.pictures.map(value)),
            ("edit", photo.edit?.value),
            // The file name of the track that its position was taken from.
            ("track", try gallery.tracks.name(of: photo.id)),
            ("originMetadata", try gallery.metadata.overridden(of: photo).before),
        ]
        // The origin's metadata is inserted verbatim, as it may be nested too deeply to parse.
        let metadata = JSONValue.raw(try metadata(of: listed, includesRaw: true))
        return JSONValue(listed.rowMembers + members + [("metadata", metadata)])
    }

    /// Returns the output of `gallery show`, a JSON object, without server file paths.
    static func metadata(of row: ListedPhoto, includesRaw: Bool = false) throws -> [UInt8] {
        var options = ExportOptions(format: .jsonl)
        options.includesRaw = includesRaw
        options.includesPaths = false
        let lines = try GalleryExport.encode([row], options: options)
        return Array(lines.prefix { $0 != UInt8(ascii: "\n") })
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

extension ListedPhoto {
    /// The members of the photo as an item of a list, in output order; the API and its clients
    /// share this single definition of a row.
    var rowMembers: [JSONMember] {
        let size = photo.shownSize
        let coordinate = photo.coordinate
        return [
            ("id", photo.id), ("section", section.isEmpty ? nil : section),
            // A photo outside any section, such as one in the trash, has no position.
            ("position", position > 0 ? position : nil),
            ("title", photo.title), ("fileName", photo.fileName), ("creator", photo.creator),
            ("width", size?.width), ("height", size?.height),
            ("takenAt", photo.details.takenAt()), ("addedAt", photo.dateAdded),
            ("latitude", coordinate?.latitude), ("longitude", coordinate?.longitude),
            ("countryCode", photo.location?.place.countryCode),
            ("city", photo.location?.place.city), ("faceCount", photo.faces?.count),
            ("rating", photo.rating), ("favorite", photo.isFavorite),
            ("origin", photo.origin.rawValue),
            (
                "mediaType",
                photo.picture.flatMap { OriginalType(fileType: $0.fileType).pictureType }
            ),
            ("thumbnail", PictureAddress.thumbnail(of: photo, side: 240)),
            ("isEdited", photo.edit != nil), ("isGone", isDelisted),
            ("isTrashed", photo.dateTrashed != nil),
        ]
    }
}

extension Photo {
    /// The members of the JSON document of its faces in pixel coordinates of the displayed picture;
    /// `isExamined` distinguishes "no faces found" from "not examined".
    var faceMembers: [JSONMember] {
        let size = shownSize
        let items = (shownFaces ?? []).map { number, face in
            let box = face.rectangle
            return JSONValue([
                ("face", number), ("x", rounded(box.x)), ("y", rounded(box.y)),
                ("width", rounded(box.width)), ("height", rounded(box.height)), ("name", face.name),
                ("score", face.score.map(rounded)), ("detector", face.source.rawValue),
                ("landmarks", face.landmarks.map { [rounded($0.x), rounded($0.y)] }),
            ])
        }
        return [
            ("items", items), ("next", JSONValue.null), ("width", size?.width),
            ("height", size?.height), ("isExamined", faces != nil),
        ]
    }
}

/// Rounds to three decimal places.
private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
