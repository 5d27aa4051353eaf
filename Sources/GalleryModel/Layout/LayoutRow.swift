/// A row of photos, as `JustifiedRows`, `CellRows` and `SquareRows` lay them out; in whole pixels.
public struct LayoutRow: Hashable, Sendable {
    /// Where a photo stands, in whole pixels from the top left.
    public struct Frame: Hashable, Sendable {
        /// Pixels from the left edge.
        public var x: Int
        /// Pixels from the top.
        public var y: Int
        /// Pixels across, at least 1.
        public var width: Int
        /// Pixels down, at least 1.
        public var height: Int
    }

    /// The place of its first photo among all, from 0.
    public var firstPhoto: Int
    /// Pixels from the top.
    public var y: Int
    /// Pixels down.
    public var height: Int
    /// The photos' frames, left to right; at least one.
    public var frames: [Frame]
    /// Whether it takes no more photos; only the last row may not be full.
    public var isFull: Bool

    /// The lengths in pixels that can be asked for.
    private static let lengths = 1...1_000_000

    /// A length that can be laid out with, the nearest to what is asked for.
    static func length(_ length: Int, least: Int = lengths.lowerBound) -> Int {
        min(max(length, least), lengths.upperBound)
    }
}
