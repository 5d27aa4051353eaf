public import Foundation

/// A photo in the catalog: what its origin says, its stored pictures and its faces.
///
/// The origin's facts read as the photo's own: `photo.title` is `photo.details.title`.
@dynamicMemberLookup
public struct Photo: Hashable, Identifiable, Sendable {
    /// The catalog id.
    public var id: PhotoID
    /// What the origin says.
    public var details: PhotoDetails
    /// When the photo entered the catalog, to the second.
    public var dateAdded: Date
    /// The pictures stored or tried, smallest first.
    public var pictures: [Picture]
    /// The faces, left to right, in pixels of the largest stored picture, upright; nil while nobody
    /// looked for any.
    public var faces: [Face]?
    /// The picture that the faces were found in, which is the largest one that was examined, with the
    /// size that the rectangles are in.
    public var facesPicture: ExaminedPicture?
    /// Where the photo was taken, with the names of the place; nil while it was not looked up, and where
    /// no position is known and no home stands in.
    public var location: PhotoLocation?
    /// What a person changed about how the photo looks; nil where nothing was.
    public var edit: PhotoEdit?
    /// When the photo was put into the trash, to the second; nil outside it.
    public var dateTrashed: Date?

    /// Makes a photo.
    public init(
        id: PhotoID, details: PhotoDetails, dateAdded: Date, pictures: [Picture] = [],
        faces: [Face]? = nil, dateTrashed: Date? = nil
    ) {
        self.id = id
        self.details = details
        self.dateAdded = dateAdded
        self.pictures = pictures
        self.faces = faces
        self.dateTrashed = dateTrashed
    }

    /// Reads a fact of the origin.
    public subscript<Value>(dynamicMember fact: KeyPath<PhotoDetails, Value>) -> Value {
        details[keyPath: fact]
    }

    /// Where the photo was taken: what a person matched with a track, else what the origin says; nil
    /// where neither is known.
    ///
    /// A fallback home is no position of the photo: see `location`.
    public var coordinate: Coordinate? {
        if let location, location.source == .track { return location.coordinate }
        return details.coordinate
    }

    /// The largest picture that is stored; nil where there is none.
    public var picture: Picture? { pictures.last { $0.state == .stored } }

    /// The smallest picture that is stored; nil where there is none.
    public var thumbnail: Picture? { pictures.first { $0.state == .stored } }

    /// The stored picture of at least 1024 pixels or the original; nil where neither is stored.
    public var largePicture: Picture? {
        pictures.last { $0.state == .stored && $0.size >= .large }
    }
}

/// The picture of a photo in which faces were looked for.
public struct ExaminedPicture: Hashable, Sendable {
    /// The SHA-256 of its bytes, 64 hexadecimal digits.
    public var sha256: String
    /// Pixels across of the upright picture that rectangles are in.
    public var width: Int
    /// Pixels down of the upright picture that rectangles are in.
    public var height: Int

    /// Makes the description of a picture.
    public init(sha256: String, width: Int, height: Int) {
        self.sha256 = sha256
        self.width = width
        self.height = height
    }
}
