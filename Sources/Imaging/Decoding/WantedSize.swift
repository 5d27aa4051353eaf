internal import GalleryModel

/// How large a picture is wanted, which its whole size may decide.
struct WantedSize: Sendable {
    /// The least length of the long edge in pixels; nil for the whole size.
    var longestSide: Int?
    /// Pictures whose long edge is at most this many pixels come whole.
    var wholeUpTo = 0
    /// An edit that the picture is for, whose result is to have the long edge, not the picture.
    var edit: PhotoEdit?

    /// The least length of the upright picture's long edge; nil for the whole size.
    func length(width: Int, height: Int) -> Int? {
        guard max(width, height) > wholeUpTo, let longestSide else { return nil }
        guard let edit else { return longestSide }
        return EditGeometry(edit, width: width, height: height, longestSide: longestSide)
            .neededLongestSide
    }

    /// What rendering the edit takes in bytes, the decoded picture included; 0 without one.
    func renderingMemory(
        width: Int, height: Int, decodedWidth: Int, decodedHeight: Int, channels: Int
    ) -> Int {
        guard let edit else { return 0 }
        let plan = EditGeometry(edit, width: width, height: height, longestSide: longestSide)
        return EditRenderer.memory(
            plan, width: decodedWidth, height: decodedHeight, channels: channels,
            isPlain: edit.effects.isEmpty)
    }
}
