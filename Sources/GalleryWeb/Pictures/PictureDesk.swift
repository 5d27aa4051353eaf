import Gallery

/// Hands out pictures: thumbnails, each made once however many ask, and originals.
final class PictureDesk: Sendable {
    private let gallery: PhotoGallery

    /// Makes a desk.
    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }
}
