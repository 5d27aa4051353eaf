extension ThumbnailSource {
    /// The long edge of the picture that the mean is taken of, in pixels: halvings have averaged the rest.
    private static let colourSide = 16

    /// The mean of the picture's pixels, 0xRRGGBB in sRGB.
    ///
    /// - Throws: `ImagingError` as `PixelBuffer.reduced(width:height:)`.
    mutating func meanColour() throws(ImagingError) -> Int {
        try bounded(as: .bgr, toLongestSide: Self.colourSide).pixels.meanColour
    }
}

extension PixelBuffer {
    /// The mean of the pixels, 0xRRGGBB.
    var meanColour: Int {
        let channels = layout.rawValue
        var sums = [0, 0, 0]
        for (index, byte) in bytes.enumerated() { sums[index % channels] += Int(byte) }
        let count = width * height
        let means = sums.map { ($0 + count / 2) / count }
        return layout == .grey
            ? means[0] * 0x01_01_01 : means[2] << 16 | means[1] << 8 | means[0]
    }
}
