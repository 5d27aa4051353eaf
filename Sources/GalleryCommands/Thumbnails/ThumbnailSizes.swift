package import Gallery

/// Reads the sizes of thumbnails.
package enum ThumbnailSizes {
    /// What a side may be, in pixels.
    package static let range = 16...8192

    /// The sides of a list such as `240,640`: ascending, each once.
    ///
    /// - Throws: `usage` for anything else.
    package static func read(_ text: String) throws(GalleryError) -> [Int] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var sides: Set<Int> = []
        for part in parts {
            guard let side = Int(part.filter { $0 != " " }), range.contains(side) else {
                throw GalleryError(
                    .usage,
                    InvalidValue.message(
                        "--size", String(part),
                        expected: "\(range.lowerBound) to \(range.upperBound) pixels, several with "
                            + "commas between, such as 240,640"))
            }
            sides.insert(side)
        }
        return sides.sorted()
    }
}
