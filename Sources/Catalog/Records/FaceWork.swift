package import GalleryModel

/// Identifies a way of detecting faces: a result made in the same way need not be made again.
package struct FaceAnalysis: Hashable, Sendable {
    /// Detector, quality and models, in one canonical text.
    package var parameters: String
    /// The version of the recipe; an older result is outdated.
    package var version: Int

    /// Makes an identity.
    package init(parameters: String, version: Int) {
        self.parameters = parameters
        self.version = version
    }
}

/// What a detector found in the bytes of one picture.
package struct DetectedFaces: Sendable {
    /// The photo whose picture was examined.
    package var photoID: PhotoID
    /// The SHA-256 of the bytes, hexadecimal.
    package var sha256: String
    /// What was found.
    package var found: FoundFaces

    /// Makes a result.
    package init(photoID: PhotoID, sha256: String, found: FoundFaces) {
        self.photoID = photoID
        self.sha256 = sha256
        self.found = found
    }
}

/// A photo and what detection has to do for it.
package struct FaceWork: Sendable {
    /// What is to be done.
    package enum State: Hashable, Sendable {
        /// The picture must be examined.
        case due
        /// An earlier result in the same way is there but another one is shown.
        case known
        /// The faces shown were found in this way.
        case upToDate
    }

    /// The photo.
    package var photoID: PhotoID
    /// The SHA-256 of its largest stored picture, hexadecimal.
    package var sha256: String
    /// Where the picture lies: one path for bytes in the store; for those left in place every path
    /// they were seen at, the latest first, none where they are nowhere any more.
    package var places: [PicturePath]
    /// What is to be done.
    package var state: State
}
