package import Basics
package import GalleryModel
package import Imaging

/// Holds what reading a picture file once told about it.
package struct CameraFile: Hashable, Sendable {
    /// The SHA-256 of its bytes.
    package var digest: FileDigest
    /// Its length in bytes.
    package var byteCount: Int64
    /// When it was last changed, in nanoseconds since 1970-01-01 UTC.
    package var modificationNanoseconds: Int64
    /// The number of its file system.
    package var device: UInt64
    /// Its number within the file system.
    package var inode: UInt64
    /// Its type, by content.
    package var format: PictureFormat
    /// What it says about the photo; the origin's id is the digest.
    package var details: PhotoDetails
    /// EXIF's orientation number in the file itself, 1...8: how its pixels are stored.
    package var storedOrientation: Int?
    /// The faces that it and its sidecars tell of, in fractions of the upright picture.
    package var faceRegions: [FaceRegion]
    /// What is wrong with a picture that decodes in part; nil for a whole one.
    package var damage: String?
    /// What was read with doubt or not at all.
    package var warnings: [String]
}

extension PhotoDetails {
    /// The details of a photo from a camera.
    init(_ metadata: PictureMetadata, digest: FileDigest) {
        self.init(origin: .camera, originID: digest.hexadecimal)
        title = metadata.title
        caption = metadata.description
        creator = metadata.creator
        copyright = metadata.copyright
        tags = metadata.keywords
        dateTimeOriginal = metadata.dateTimeOriginal
        offsetTimeOriginal = metadata.offsetTimeOriginal
        width = metadata.width
        height = metadata.height
        orientation = metadata.orientation
        make = metadata.make
        model = metadata.model
        lens = metadata.lens
        exposureTime = metadata.exposureTime
        fNumber = metadata.fNumber
        iso = metadata.iso
        focalLength = metadata.focalLength
        rating = metadata.rating
        coordinate = metadata.coordinate
        positionText = metadata.positionText
        positionWarning = metadata.positionWarning
        media = "photo"
    }
}
