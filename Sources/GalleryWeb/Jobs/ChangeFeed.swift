import Gallery

/// What changed lately, numbered, for those who listen.
final class ChangeFeed: Sendable {
    private let gallery: PhotoGallery

    /// Makes a feed.
    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }
}
