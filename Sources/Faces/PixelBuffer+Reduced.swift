package import Imaging

extension PixelBuffer {
    /// The pixels with a longest side of at most so many pixels, by averaging areas.
    ///
    /// - Throws: `FacesError` where OpenCV gives up or memory runs out.
    package func reduced(toLongestSide side: Int) throws(FacesError) -> PixelBuffer {
        let longest = max(width, height)
        guard side >= 1, longest > side else { return self }
        let scaled = { (length: Int) in max((length * side + longest / 2) / longest, 1) }
        return try reduced(width: scaled(width), height: scaled(height))
    }
}
