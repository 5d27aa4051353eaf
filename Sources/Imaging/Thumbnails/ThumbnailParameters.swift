/// How a thumbnail is made: thumbnails of one picture with equal parameters, sides and edits are the same.
package struct ThumbnailParameters: Hashable, Sendable {
    /// Counts up whenever the same picture would give other pixels.
    package static let version = 1

    /// How the pixels become a file.
    package var encoding: PictureEncoding

    /// Makes parameters.
    package init(encoding: PictureEncoding) {
        self.encoding = encoding
    }

    /// The text that tells parameters apart, such as `1 jpeg q80 srgb`.
    package var text: String { "\(ThumbnailParameters.version) \(encoding.text) srgb" }
}
