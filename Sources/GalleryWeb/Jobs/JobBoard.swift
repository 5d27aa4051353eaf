import Gallery

/// The work that requests started, one after the other, with its progress.
final class JobBoard: Sendable {
    private let gallery: PhotoGallery

    /// Makes a board without work.
    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }
}
