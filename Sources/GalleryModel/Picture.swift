public import Basics
import Foundation

/// Names the picture sizes of a photo, smallest first.
public enum PictureSize: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// Long edge 100 pixels.
    case thumbnail
    /// Long edge 240 pixels.
    case small
    /// Long edge 500 pixels.
    case medium
    /// Long edge 1024 pixels.
    case large
    /// What was uploaded or imported, unchanged.
    case original

    /// Orders sizes from the smallest to the original.
    public static func < (left: PictureSize, right: PictureSize) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { PictureSize.allCases.firstIndex(of: self) ?? 0 }
}

/// Says how a stored picture file can be reached.
public enum PictureState: String, Hashable, Codable, Sendable {
    /// The file is in the catalog or where it was imported from.
    case stored
    /// The file cannot be reached now: it was imported in place, and its disk or folder is away.
    case offline
    /// The origin has no such picture, or no longer.
    case unavailable
    /// Fetching it failed; running the command again tries again.
    case failed
}

/// One picture file of a photo.
public struct Picture: Hashable, Sendable {
    /// Which of the photo's sizes it is.
    public var size: PictureSize
    /// Whether the file is there.
    public var state: PictureState
    /// Where the file lies, absolute; nil where none is stored.
    public var path: BytePath?
    /// The file type as exiftool names it, such as `JPEG`; nil where no file is stored.
    public var fileType: String?
    /// The file's length in bytes; nil where no file is stored.
    public var byteCount: Int64?
    /// The SHA-256 of the file's bytes, 64 lower-case hexadecimal digits; nil where no file is stored.
    public var sha256: String?
    /// Pixels across as stored, before the orientation is applied; nil where unknown.
    public var width: Int?
    /// Pixels down as stored, before the orientation is applied; nil where unknown.
    public var height: Int?
    /// What is wrong with a picture of which only a part can be decoded; nil where nothing is known to be.
    public var damage: String?

    /// Makes a picture.
    public init(
        size: PictureSize, state: PictureState, path: BytePath? = nil, fileType: String? = nil,
        byteCount: Int64? = nil, sha256: String? = nil, width: Int? = nil, height: Int? = nil,
        damage: String? = nil
    ) {
        self.size = size
        self.state = state
        self.path = path
        self.fileType = fileType
        self.byteCount = byteCount
        self.sha256 = sha256
        self.width = width
        self.height = height
        self.damage = damage
    }
}
