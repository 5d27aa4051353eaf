/// How a thumbnail is made: thumbnails of one picture with equal recipes, sides and edits are the same.
package struct ThumbnailRecipe: Hashable, Sendable {
    /// Counts up whenever the same picture would give other pixels.
    package static let version = 1

    /// How the pixels become a file.
    package var encoding: PictureEncoding

    /// Makes a recipe.
    package init(encoding: PictureEncoding) {
        self.encoding = encoding
    }

    /// The text that tells recipes apart, such as `1 jpeg q80 srgb`.
    package var text: String { "\(ThumbnailRecipe.version) \(encoding.text) srgb" }
}
