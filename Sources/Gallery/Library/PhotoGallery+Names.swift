import Catalog
package import GalleryModel

extension PhotoGallery {
    /// The names of a kind that begin with what was typed, without case and accents, those with most photos
    /// first.
    ///
    /// Blocks: some milliseconds.
    package func names(
        _ kind: NameKind, startingWith prefix: String, limit: Int
    ) throws(GalleryError) -> [String] {
        try GalleryError.translating {
            try catalog.names(kind, startingWith: prefix, limit: limit)
        }
    }
}
