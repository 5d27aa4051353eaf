import Basics
import Gallery
import GalleryModel

/// One photo with everything known about it, but for where its files lie on the server.
struct PhotoDocument: Sendable {
    private let photo: Photo
    private let places: [SectionEntry]
    /// The file of the track that its position is of.
    private let track: String?
    /// What `gallery show` prints, without paths, spelled as JSON.
    private let metadata: [UInt8]

    /// Reads what is known; blocks for some milliseconds.
    init(_ photo: Photo, in gallery: PhotoGallery) throws {
        var photo = photo
        if photo.details.rawJSON == nil {
            photo.details.rawJSON = try gallery.rawJSON(of: photo.id)
        }
        self.photo = photo
        places = try gallery.places(of: photo.id)
        track = try gallery.trackName(of: photo.id)
        var options = ExportOptions(format: .jsonl)
        options.includesRaw = true
        options.includesPaths = false
        metadata = try PhotoGallery.encode([PhotoDocument.listed(photo, places)], options: options)
    }

    /// The photo at its first place.
    static func listed(_ photo: Photo, _ places: [SectionEntry]) -> ListedPhoto {
        ListedPhoto(
            section: places.first?.section.text ?? "", position: places.first?.position ?? 0,
            photo: photo, isGone: places.first?.isGone ?? false)
    }

    /// The JSON document.
    var bytes: [UInt8] {
        var bytes = JSONValue.object(
            PhotoRow(PhotoDocument.listed(photo, places)).members + members
        ).compact
        // What the origin sent is embedded as it is, however it is nested.
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
            ("sections", .list(places.map(PhotoDocument.value))),
            ("pictures", .list(photo.pictures.map(PhotoDocument.value))),
            ("edit", EditDocument.value(photo.edit)), ("track", JSONValue(track)),
        ]
    }

    private static func value(_ place: SectionEntry) -> JSONValue {
        .object([
            ("section", .text(place.section.text)), ("position", JSONValue(place.position)),
            ("isGone", .flag(place.isGone)),
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

/// What a person changed about how a photo looks, as the API tells it.
enum EditDocument {
    /// The recipe; null without one.
    static func value(_ edit: PhotoEdit?) -> JSONValue {
        // What the program spells reads again.
        edit.flatMap { try? JSONValue(Array($0.json.utf8)) } ?? .null
    }
}
