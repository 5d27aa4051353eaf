public import Basics

/// A picture size of a photo, smallest first.
public enum PictureSize: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// The long edge has 100 pixels.
    case thumbnail
    /// The long edge has 240 pixels.
    case small
    /// The long edge has 500 pixels.
    case medium
    /// The long edge has 1024 pixels.
    case large
    /// The uploaded or imported file, unchanged.
    case original

    /// Orders sizes from smallest to original.
    public static func < (left: PictureSize, right: PictureSize) -> Bool { left.rank < right.rank }

    private var rank: Int { PictureSize.allCases.firstIndex(of: self) ?? 0 }
}

/// The availability of a picture file.
package enum PictureState: String, Hashable, Codable, Sendable {
    /// The file is in the catalog or at the location it was imported from.
    case stored
    /// The file was imported in place and its disk or folder is not available.
    case offline
    /// The origin does not have the picture, or no longer has it.
    case unavailable
    /// The download failed; running the command again retries it.
    case failed
}

/// One picture file of a photo.
public struct Picture: Hashable, Sendable {
    /// The size of the picture.
    public var size: PictureSize
    /// The availability of the file.
    package var state: PictureState
    /// The absolute path of the file; nil if no file is stored.
    public var path: BytePath?
    /// The file type as named by exiftool, such as `JPEG`; nil if no file is stored.
    public var fileType: String?
    /// The file size in bytes; nil if no file is stored.
    public var byteCount: Int64?
    /// The SHA-256 of the file, 64 lowercase hexadecimal digits; nil if no file is stored.
    public var sha256: String?
    /// The width in pixels as stored, before applying the orientation; nil if unknown.
    public var width: Int?
    /// The height in pixels as stored, before applying the orientation; nil if unknown.
    public var height: Int?
    /// A description of the damage if only part of the picture can be decoded; nil if no damage is
    /// known.
    public var damage: String?

    /// Creates a picture.
    package init(
        size: PictureSize, state: PictureState, path: BytePath? = nil, fileType: String? = nil,
        byteCount: Int64? = nil, sha256: String? = nil, width: Int? = nil, height: Int? = nil
    ) {
        self.size = size
        self.state = state
        self.path = path
        self.fileType = fileType
        self.byteCount = byteCount
        self.sha256 = sha256
        self.width = width
        self.height = height
    }
}

/// The content of a picture file, stored once for all photos that share it.
package struct PictureFile: Hashable, Sendable {
    /// The SHA-256 of the bytes.
    package var digest: FileDigest
    /// The length in bytes.
    package var byteCount: Int64
    /// The type as exiftool names it, such as `JPEG`.
    package var fileType: String
    /// `jpg`, without the dot.
    package var fileExtension: String
    /// The width as stored, in pixels.
    package var width: Int?
    /// The height as stored, in pixels.
    package var height: Int?
    /// The damage of a picture that decodes only in part; nil if it is intact.
    package var damage: String?
    /// The digest of the picture data without the metadata; nil if not computed.
    package var pictureData: FileDigest?

    /// Creates a picture file.
    package init(
        digest: FileDigest, byteCount: Int64, fileType: String, fileExtension: String, width: Int?,
        height: Int?, damage: String? = nil, pictureData: FileDigest? = nil
    ) {
        self.digest = digest
        self.byteCount = byteCount
        self.fileType = fileType
        self.fileExtension = fileExtension
        self.width = width
        self.height = height
        self.damage = damage
        self.pictureData = pictureData
    }
}
