import Basics
public import Foundation

/// What an origin says about a photo: the facts that `search`, `refresh` and `import` store.
///
/// A nil says that the origin did not tell. Text is as the origin gave it, entities decoded once.
public struct PhotoDetails: Hashable, Sendable {
    /// Where the photo came from.
    public var origin: Origin
    /// The origin's own id: Flickr's photo id, the SHA-256 of an imported file, or `SERVER/ID` for what other
    /// servers list, whose ids are their own.
    public var originID: String
    /// The id as the origin tells it: without the server that it holds for.
    public var idAtOrigin: String {
        switch origin {
        case .camera, .flickr: originID
        case .share, .campaign:
            originID.lastIndex(of: "/").map { String(originID[originID.index(after: $0)...]) }
                ?? originID
        }
    }
    /// The title.
    public var title: String?
    /// The description or caption.
    public var caption: String?
    /// The name of the person who made the photo.
    public var creator: String?
    /// The copyright notice.
    public var copyright: String?
    /// Flickr's id of the owner, such as `78733179@N04`.
    public var owner: String?
    /// The licence; nil where unknown.
    public var license: License?
    /// The photo's page at its origin.
    public var sourceURL: String?
    /// Tags or keywords, in the origin's order.
    public var tags: [String] = []
    /// When the photo was taken, `YYYY:MM:DD HH:MM:SS` on the clock of the camera.
    ///
    /// No `Date`: many cameras do not tell their zone, and without it the text is no instant.
    public var dateTimeOriginal: String?
    /// The clock's offset from UTC, `+HH:MM`, `-HH:MM` or `Z`.
    public var offsetTimeOriginal: String?
    /// When the photo was uploaded, to the second.
    public var dateUploaded: Date?
    /// Pixels across of the original, as stored.
    public var width: Int?
    /// Pixels down of the original, as stored.
    public var height: Int?
    /// EXIF's orientation number, 1...8.
    public var orientation: Int?
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The lens.
    public var lens: String?
    /// Exposure time in seconds.
    public var exposureTime: Double?
    /// The aperture's f-number.
    public var fNumber: Double?
    /// The sensitivity, ISO.
    public var iso: Int?
    /// Focal length in millimetres.
    public var focalLength: Double?
    /// Stars, 0...5 (-1: rejected), as the file says.
    public var rating: Int?
    /// Where the photo was taken.
    public var coordinate: Coordinate?
    /// The position as the file writes it, such as `55/1 6/1 1740/100 N, 1/1 53/1 420/100 W`; nil where it
    /// writes none and for other origins.
    public var positionText: String?
    /// What is odd about the position: names of warnings with their explanations, `name: text`, joined by
    /// `; `.
    public var positionWarning: String?
    /// Whether everyone may see it at its origin.
    public var isPublic: Bool?
    /// Whether the owner's friends may see it.
    public var isFriend: Bool?
    /// Whether the owner's family may see it.
    public var isFamily: Bool?
    /// Flickr's farm.
    public var farm: Int?
    /// Flickr's server.
    public var server: String?
    /// What tells a picture from the one that it replaces: Flickr's secret for the sizes up to 1024 pixels, the path of
    /// a post's picture.
    public var secret: String?
    /// `photo` or `video`.
    public var media: String?
    /// Where the thumbnail can be fetched.
    public var thumbnailURL: String?
    /// Where the large picture can be fetched.
    public var largePictureURL: String?
    /// The name of the file as it was first imported, for a person to read; nil for other origins.
    ///
    /// Bytes that are no text are escaped, as in `BytePath.escaped`.
    public var fileName: String?
    /// Everything the origin sent, byte for byte, as JSON; nil for photos from a camera.
    public var rawJSON: String?

    /// Makes details that hold nothing but the photo's identity.
    public init(origin: Origin, originID: String) {
        self.origin = origin
        self.originID = originID
    }
}
