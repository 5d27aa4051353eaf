package import Basics
import Foundation

/// A picture file that was read for import into a section of the user's own photos.
package struct ImportedPhoto: Hashable, Sendable {
    /// The source file; nil if it was uploaded or is reread from the store.
    package var source: SourceStamp?
    /// The file's content.
    package var file: PictureFile
    /// The file's metadata; the origin ID is the digest.
    package var details: PhotoDetails
    /// True if the bytes are copied to the store; false if they are left in place.
    package var isStored: Bool
    /// The EXIF orientation of the file itself, 1...8, as its pixels are stored; nil if it has
    /// none.
    package var storedOrientation: Int?
    /// The faces in the metadata of the file and its sidecars, in fractions of the upright picture.
    package var faceRegions: [FaceRegion]
    /// The metadata of its sidecars only; nil if unknown.
    package var sidecarDetails: PhotoDetails?
    /// Warnings about its metadata: unreadable or doubtful parts.
    package var warnings: [String]
    /// The version of the metadata reader.
    package var readerVersion = 0
    /// How it was received from a user; nil if it was imported.
    package var received: ReceivedPicture?

    /// Creates an imported photo.
    package init(
        source: SourceStamp? = nil, file: PictureFile, details: PhotoDetails, isStored: Bool = true,
        storedOrientation: Int? = nil, faceRegions: [FaceRegion] = [],
        sidecarDetails: PhotoDetails? = nil, warnings: [String] = [],
        received: ReceivedPicture? = nil
    ) {
        self.source = source
        self.file = file
        self.details = details
        self.isStored = isStored
        self.storedOrientation = storedOrientation
        self.faceRegions = faceRegions
        self.sidecarDetails = sidecarDetails
        self.warnings = warnings
        self.received = received
    }

    /// Width and height of the upright picture, in pixels; nil if unknown.
    package var uprightSize: (width: Int?, height: Int?) {
        let isTurned = (5...8).contains(storedOrientation ?? 1)
        return isTurned ? (file.height, file.width) : (file.width, file.height)
    }
}

/// A picture that a user sent to this gallery: its sender, its bytes and the texts sent with it.
package struct ReceivedPicture: Hashable, Sendable {
    /// The sender's account; nil for the owner without an account.
    package var account: Int64?
    /// The digest of its bytes, hexadecimal.
    package var sha256: String
    /// The texts sent with it, such as its name; empty while it waits.
    package var texts: [String]

    /// Creates a received picture.
    package init(account: Int64?, sha256: String, sentAs texts: [String]) {
        self.account = account
        self.sha256 = sha256
        self.texts = texts
    }

    /// The id of its photo at its origin, which only distinguishes photos: `/ACCOUNT/SHA256-TEXTS`.
    ///
    /// A picture that waits to be published has no texts yet; once published, the number of that
    /// change takes their place.
    package var originID: String {
        let id = "/\(account ?? 0)/\(sha256)"
        if texts.isEmpty { return id }
        let text = texts.map(\.precomposedStringWithCanonicalMapping).joined(separator: "\0")
        return id + "-" + FileDigest(of: text).hexadecimal.prefix(16)
    }
}
