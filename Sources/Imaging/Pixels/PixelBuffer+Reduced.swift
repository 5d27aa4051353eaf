internal import COpenCVImageShim

extension PixelBuffer {
    /// The pixels at a smaller size: halved by averaging while they are at least twice too large both
    /// ways, then bilinear.
    ///
    /// Where a side is to be reduced by 2 or more and the other is not, areas are averaged instead.
    ///
    /// - Parameters:
    ///   - width: Pixels across; nothing is enlarged, so that a larger number gives the width as it is.
    ///   - height: Pixels down, likewise.
    /// - Throws: `ImagingError.cannotRender` where a side is below 1 or OpenCV gives up,
    ///   `ImagingError.outOfMemory`.
    package func reduced(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        var pyramid = PixelPyramid(self)
        return try pyramid.reduced(width: width, height: height)
    }

    /// The pixels at a smaller size, each the mean of the area that it covers: what detectors were
    /// measured with, and slower.
    ///
    /// - Throws: `ImagingError` as `reduced(width:height:)`, also where a side would be longer.
    package func averaged(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        guard width <= self.width, height <= self.height else {
            throw .cannotRender(reason: "a picture can only be reduced")
        }
        return try PixelRegion(self).resized(width: width, height: height, by: CIMAGE_AREA)
    }

    /// The pixels with a long edge of at most so many pixels, in the same proportions.
    ///
    /// - Throws: `ImagingError` as `reduced(width:height:)`.
    package func bounded(toLongestSide side: Int) throws(ImagingError) -> PixelBuffer {
        var pyramid = PixelPyramid(self)
        return try pyramid.bounded(toLongestSide: side)
    }

    /// The pixels in one channel where all three are the same everywhere, else as they are.
    package func reducedToGrey() -> PixelBuffer {
        guard layout == .bgr else { return self }
        let isGrey = bytes.withUnsafeBufferPointer { bytes in
            stride(from: 0, to: bytes.count, by: 3).allSatisfy {
                bytes[$0] == bytes[$0 + 1] && bytes[$0] == bytes[$0 + 2]
            }
        }
        guard isGrey else { return self }
        let values = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            for index in stride(from: 0, to: bytes.count, by: 3) {
                target.initializeElement(at: count, to: bytes[index])
                count += 1
            }
        }
        return PixelBuffer(layout: .grey, width: width, height: height, bytes: values) ?? self
    }

    /// The pixels in three channels.
    func coloured() throws(ImagingError) -> PixelBuffer {
        guard layout == .grey else { return self }
        let triples = [UInt8](unsafeUninitializedCapacity: bytes.count * 3) { target, count in
            for value in bytes {
                target.initializeElement(at: count, to: value)
                target.initializeElement(at: count + 1, to: value)
                target.initializeElement(at: count + 2, to: value)
                count += 3
            }
        }
        guard let made = PixelBuffer(layout: .bgr, width: width, height: height, bytes: triples)
        else { throw .outOfMemory }
        return made
    }
}
