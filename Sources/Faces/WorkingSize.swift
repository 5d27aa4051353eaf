/// Says in which size pictures are searched: small ones as they are, large ones reduced.
struct WorkingSize: Hashable, Sendable {
    /// Pictures whose long edge is at most this many pixels are searched whole.
    var wholeUpTo: Int
    /// The least long edge of a reduced picture, in pixels.
    var reduced: Int
    /// The most pixels that a reduced picture's long edge may have; beyond, it is reduced
    /// further, to `reduced`.
    var most: Int

    /// The size to search pixels in that came out of a decoder; nil where they are right as they
    /// are.
    ///
    /// - Parameters:
    ///   - longestSide: the long edge of the whole picture, in pixels.
    func reduction(width: Int, height: Int, longestSide: Int) -> (width: Int, height: Int)? {
        let longest = max(width, height)
        guard longestSide > wholeUpTo ? longest > most : longest > wholeUpTo else { return nil }
        let side = { (length: Int) in max((length * reduced + longest / 2) / longest, 1) }
        return (side(width), side(height))
    }
}
