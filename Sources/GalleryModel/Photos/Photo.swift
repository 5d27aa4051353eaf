package import Basics
public import Foundation

/// A photo in the catalog: metadata from its origin, stored pictures and faces.
///
/// Members of the details are available directly: `photo.title` is `photo.details.title`.
@dynamicMemberLookup
public struct Photo: Hashable, Identifiable, Sendable {
    /// The catalog ID.
    public var id: PhotoID
    /// The metadata from the origin.
    public var details: PhotoDetails
    /// The date the photo was added to the catalog, to the second.
    public var dateAdded: Date
    /// The pictures that were stored or attempted, smallest first.
    public var pictures: [Picture]
    /// The faces from left to right, in pixels of the largest stored picture, upright; nil before
    /// detection.
    public var faces: [Face]?
    /// The picture in which the faces were detected, the largest one examined, with the size to
    /// which the rectangles refer.
    public var facesPicture: ExaminedPicture?
    /// The location with place names; nil before it is looked up, and if neither a position nor a
    /// fallback home is known.
    public var location: PhotoLocation?
    /// True if the user marked it as a favorite.
    public var isFavorite = false
    /// The user's edit; nil for none.
    public var edit: PhotoEdit?
    /// The reason the date taken is considered implausible; nil if it is plausible or unknown.
    package var dateDoubt: DateDoubt?
    /// The date the photo was moved to the trash, to the second; nil outside the trash.
    public var dateTrashed: Date?

    /// Creates a photo.
    package init(
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

    /// Returns a member of the details.
    public subscript<Value>(dynamicMember fact: KeyPath<PhotoDetails, Value>) -> Value {
        details[keyPath: fact]
    }

    /// The position: entered or matched with a track by the user, or else from the origin; nil if
    /// unknown.
    ///
    /// A fallback home does not count as a position: see `location`.
    public var coordinate: Coordinate? {
        if let location, [.track, .user].contains(location.source) { return location.coordinate }
        return details.coordinate
    }

    /// The largest stored picture; nil if no picture is stored.
    public var picture: Picture? { pictures.last { $0.state == .stored } }

    /// The smallest stored picture; nil if no picture is stored.
    public var thumbnail: Picture? { pictures.first { $0.state == .stored } }

    /// The largest stored picture of at least 1024 pixels, or the original; nil if neither is
    /// stored.
    package var largePicture: Picture? {
        pictures.last { $0.state == .stored && $0.size >= .large }
    }
}

/// The picture of a photo in which faces were detected.
public struct ExaminedPicture: Hashable, Sendable {
    /// The SHA-256 of its bytes, 64 hexadecimal digits.
    public var sha256: String
    /// The width in pixels of the upright picture to which the rectangles refer.
    public var width: Int
    /// The height in pixels of the upright picture to which the rectangles refer.
    public var height: Int

    /// Creates the description of a picture.
    package init(sha256: String, width: Int, height: Int) {
        self.sha256 = sha256
        self.width = width
        self.height = height
    }
}

extension Photo {
    /// The upright size in pixels of the largest stored picture, or else of the original; nil if
    /// unknown.
    ///
    /// Does not read the file: see `GalleryEdits.frame`.
    package var uprightSize: EditGeometry.Size? {
        if let picture, let examined = facesPicture, examined.sha256 == picture.sha256 {
            return EditGeometry.Size(width: examined.width, height: examined.height)
        }
        if let width = picture?.width, let height = picture?.height {
            // Reduced pictures made by an origin are upright.
            return EditGeometry.Size(
                width: width, height: height,
                orientation: picture?.size == .original ? details.orientation : 1)
        }
        guard let width = details.width, let height = details.height else { return nil }
        return EditGeometry.Size(width: width, height: height, orientation: details.orientation)
    }

    /// The size in pixels of the edited picture; nil if unknown.
    package var shownSize: EditGeometry.Size? {
        guard let size = uprightSize, let edit else { return uprightSize }
        return EditGeometry(edit, width: size.width, height: size.height).result
    }

    /// The faces visible in the edited picture, each with its number in the photo, from 1.
    ///
    /// Faces whose center is cropped are left out.
    ///
    /// - Returns: Nil before detection, or if the size of the picture is unknown.
    package var shownFaces: [(number: Int, face: Face)]? {
        guard let size = uprightSize, let faces = faces(of: size) else { return nil }
        guard let edit else { return faces.numbered }
        let geometry = EditGeometry(edit, width: size.width, height: size.height)
        return faces.numbered.compactMap { number, face in
            geometry.result(of: [face]).first.map { (number, $0) }
        }
    }

    /// Returns a rectangle of the edited picture in pixels of the upright picture that the faces
    /// refer to; nil if the size of the picture is unknown.
    package func faceRectangle(shown rectangle: FaceRectangle) -> FaceRectangle? {
        guard let size = uprightSize else { return nil }
        let geometry = EditGeometry(edit ?? PhotoEdit(), width: size.width, height: size.height)
        let box = RelativeRectangle(
            geometry.source(of: rectangle), width: size.width, height: size.height)
        let width = Double(facesPicture?.width ?? size.width)
        let height = Double(facesPicture?.height ?? size.height)
        return FaceRectangle(
            x: box.x * width, y: box.y * height, width: min(box.width, 1 - box.x) * width,
            height: min(box.height, 1 - box.y) * height)
    }

    /// Returns the faces in pixels of the upright picture at the given size; nil before detection.
    package func faces(of size: EditGeometry.Size) -> [Face]? {
        // Faces can be in pixels of another size of the photo.
        guard let faces, let examined = facesPicture else { return faces }
        let scaleX = Double(size.width) / Double(max(examined.width, 1))
        let scaleY = Double(size.height) / Double(max(examined.height, 1))
        return faces.map { $0.scaled(scaleX, scaleY) }
    }
}

extension Face {
    fileprivate func scaled(_ scaleX: Double, _ scaleY: Double) -> Face {
        guard scaleX != 1 || scaleY != 1 else { return self }
        var face = self
        face.rectangle = FaceRectangle(
            x: rectangle.x * scaleX, y: rectangle.y * scaleY, width: rectangle.width * scaleX,
            height: rectangle.height * scaleY)
        face.landmarks = landmarks.map { FacePoint(x: $0.x * scaleX, y: $0.y * scaleY) }
        return face
    }
}

/// Identifies a photo in a catalog: a positive number that is never reused.
public struct PhotoID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// Creates an ID from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders IDs by number, the order in which photos were added.
    public static func < (left: PhotoID, right: PhotoID) -> Bool { left.rawValue < right.rawValue }
}

extension PhotoID: JSONConvertible {
    /// The number.
    package var json: JSONValue { rawValue.json }
}

extension PhotoID: CustomStringConvertible {
    /// The number as digits.
    public var description: String { String(rawValue) }
}

/// A reference to a photo as entered by a user: `42`, `dogs/1` or `flickr:53574198477`.
package enum PhotoReference: Hashable, Sendable {
    /// A catalog ID.
    case id(PhotoID)
    /// The photo at a position in a section as listed, from 1.
    case item(section: SectionReference, position: Int)
    /// A Flickr photo ID. A section with that name takes precedence.
    case flickr(String)

    /// Parses a reference; nil for other text, such as a section name or a path.
    package init?(text: String) {
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            guard let number = Int64(text), number > 0 else { return nil }
            self = .id(PhotoID(rawValue: number))
            return
        }
        if let slash = text.lastIndex(of: "/") {
            let digits = text[text.index(after: slash)...]
            let section = text[..<slash]
            guard !section.isEmpty, !section.hasPrefix("."), !section.hasPrefix("/"),
                !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit),
                let position = Int(digits), position > 0
            else { return nil }
            let reference = SectionReference(text: String(section))
            guard !reference.name.isEmpty else { return nil }
            self = .item(section: reference, position: position)
            return
        }
        let prefix = "flickr:"
        let id = text.dropFirst(prefix.count)
        guard text.hasPrefix(prefix), !id.isEmpty, id.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        self = .flickr(String(id))
    }
}

/// The location of a photo by section and item index, both from 0, as in collection views.
public struct PhotoIndexPath: Hashable, Sendable {
    /// The index of the section; 0 is the camera.
    public var section: Int
    /// The index of the photo in the section as listed.
    public var item: Int

    /// Creates an index path.
    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }
}
