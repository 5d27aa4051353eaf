/// Bounds what decoding one picture may take.
package struct DecodeLimits: Hashable, Sendable {
    /// The most pixels of a whole picture, however small it is wanted: the setting
    /// `imaging.maximumPixels`.
    package var maximumPixels = 500_000_000
    /// The most memory in bytes beside the file itself, by an estimate from the header, and the
    /// largest file that is read: the setting `imaging.maximumDecodeBytes`.
    package var maximumBytes = 1 << 30

    /// Makes the usual limits.
    package init() {}
}
