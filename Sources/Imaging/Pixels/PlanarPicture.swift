internal import COpenCVImageShim

/// A picture as most JPEGs hold it: luma, and colour differences at half its sides (4:2:0).
///
/// It takes half the memory of the same picture in colours, and as much less time to reduce.
/// Source: JFIF 1.02 (ITU-R BT.601 in full range; samples in the middle of the pixels they cover).
package struct PlanarPicture: Hashable, Sendable {
    /// The luma; as many pixels as the picture has.
    package let luma: PixelBuffer
    /// Blue less luma, from 128 on; the luma's sides are halved and rounded up.
    package let blueDifference: PixelBuffer
    /// Red less luma, as the blue difference.
    package let redDifference: PixelBuffer

    /// Makes a picture; nil where a plane is not grey or the sizes do not fit together.
    package init?(luma: PixelBuffer, blueDifference: PixelBuffer, redDifference: PixelBuffer) {
        let fits = [blueDifference, redDifference].allSatisfy {
            $0.layout == .grey && $0.width == PlanarPicture.half(luma.width)
                && $0.height == PlanarPicture.half(luma.height)
        }
        guard fits, luma.layout == .grey else { return nil }
        self.luma = luma
        self.blueDifference = blueDifference
        self.redDifference = redDifference
    }

    /// Pixels across.
    package var width: Int { luma.width }
    /// Pixels down.
    package var height: Int { luma.height }

    /// The length of a difference's side for a length of the luma's.
    static func half(_ length: Int) -> Int { (length + 1) / 2 }

    /// The picture turned and mirrored so that it stands upright.
    ///
    /// Where a side is odd, its colours may move by half of one of their samples.
    ///
    /// - Parameter orientation: EXIF's number; 1 and numbers beyond 1...8 change nothing.
    package func upright(orientation: Int) -> PlanarPicture {
        PlanarPicture(
            luma: luma.upright(orientation: orientation),
            blueDifference: blueDifference.upright(orientation: orientation),
            redDifference: redDifference.upright(orientation: orientation)) ?? self
    }

    /// The picture in blue, green, red; between the differences' samples it is bilinear.
    ///
    /// - Throws: `ImagingError.cannotRender` where OpenCV gives up, `ImagingError.outOfMemory`.
    package func coloured() throws(ImagingError) -> PixelBuffer {
        try PlanarPicture.coloured(luma, blueDifference, redDifference)
    }

    /// Blue, green, red of planes; the differences have the luma's sides or half of them.
    static func coloured(
        _ luma: PixelBuffer, _ blue: PixelBuffer, _ red: PixelBuffer
    ) throws(ImagingError) -> PixelBuffer {
        let (blue, red) = (PixelRegion(blue), PixelRegion(red))
        return try OpenCVImage.make(
            .bgr, width: luma.width, height: luma.height
        ) { target, message in
            PixelRegion(luma).withOpenCV { luma in
                blue.withOpenCV { blue in
                    red.withOpenCV { cimage_colours(luma, blue, $0, target, message) }
                }
            }
        }
    }
}
