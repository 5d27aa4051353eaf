package import GalleryModel

/// What came of fetching a picture.
package struct PictureResult: Sendable {
    /// What came of it.
    package enum Outcome: Sendable {
        /// The bytes are in the store.
        case stored(PictureFile)
        /// The origin has no such picture, for this reason.
        case unavailable(String)
        /// It failed, for this reason; another run tries again.
        case failed(String)
    }

    /// The photo.
    package var photoID: PhotoID
    /// The size that was asked for.
    package var size: PictureSize
    /// What came of it.
    package var outcome: Outcome

    /// Makes a result.
    package init(photoID: PhotoID, size: PictureSize, outcome: Outcome) {
        self.photoID = photoID
        self.size = size
        self.outcome = outcome
    }
}
