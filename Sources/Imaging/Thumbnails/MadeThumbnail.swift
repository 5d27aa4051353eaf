/// A thumbnail as a file in memory: upright, in sRGB, without metadata.
package struct MadeThumbnail: Hashable, Sendable {
    /// The long edge in pixels that was asked for.
    package var side: Int
    /// Whether all of the picture's pixels are here: larger sides would give the same.
    package var isWhole: Bool
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// The file.
    package var bytes: [UInt8]
    /// The mean of the picture's pixels, 0xRRGGBB in sRGB: the same for all sides that are made at once.
    package var colour: Int

    /// Makes a thumbnail.
    package init(
        side: Int, isWhole: Bool, width: Int, height: Int, bytes: [UInt8], colour: Int
    ) {
        self.side = side
        self.isWhole = isWhole
        self.width = width
        self.height = height
        self.bytes = bytes
        self.colour = colour
    }
}
