internal import GalleryModel

/// How large a picture is wanted, which its whole size may decide.
struct WantedSize: Sendable {
    /// The least length of the longest side in pixels; nil for the whole size.
    var longestSide: Int?
    /// Pictures whose longest side is at most this many pixels come whole.
    var wholeUpTo = 0
    /// An edit whose result is to have the longest side, not the picture.
    var edit: EditRecipe?

    /// The least length of the upright picture's longest side; nil for the whole size.
    func length(width: Int, height: Int) -> Int? {
        guard max(width, height) > wholeUpTo, let longestSide else { return nil }
        guard let edit else { return longestSide }
        return EditGeometry(edit, width: width, height: height, longestSide: longestSide)
            .neededLongestSide
    }
}
