internal import COpenCVImageShim

/// Pixels in memory: 8 bits per channel, row-major, rows without padding.
package struct PixelBuffer: Hashable, Sendable {
    /// The channels of a pixel.
    package enum Layout: Int, Hashable, Sendable {
        /// One byte: luma.
        case gray = 1
        /// Three bytes: blue, green, red, as in OpenCV; sRGB.
        case bgr = 3
    }

    /// The channels of a pixel.
    package let layout: Layout
    /// Pixels across.
    package let width: Int
    /// Pixels down.
    package let height: Int
    /// `height * width * layout.rawValue` bytes.
    package let bytes: [UInt8]

    /// Creates a buffer; nil if a side is below 1 or the number of bytes does not match.
    package init?(layout: Layout, width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max),
            bytes.count == height * width * layout.rawValue
        else { return nil }
        self.layout = layout
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

extension PixelBuffer {
    /// Returns the pixels of a picture stored with an EXIF orientation, turned and mirrored
    /// upright.
    ///
    /// - Parameter orientation: the EXIF orientation; 1 and values outside 1...8 change nothing.
    ///
    /// Source: Exif 2.32, section 4.6.4 A (Orientation).
    package func upright(orientation: Int) -> PixelBuffer {
        guard let walk = Walk(orientation: orientation, width: width, height: height) else {
            return self
        }
        let turned = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                switch layout {
                case .gray: walk.copy(from, to)
                case .bgr: walk.copyTriples(from, to)
                }
                count = source.count
            }
        }
        return PixelBuffer(layout: layout, width: walk.width, height: walk.height, bytes: turned)
            ?? self
    }

    /// Returns a rectangle of the pixels; nil if it is empty or not inside the picture.
    ///
    /// - Parameters:
    ///   - x: pixels left of the rectangle.
    ///   - y: pixels above the rectangle.
    ///   - width: pixels across.
    ///   - height: pixels down.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> PixelBuffer? {
        guard x >= 0, y >= 0, width > 0, height > 0, width <= self.width, height <= self.height,
            x <= self.width - width, y <= self.height - height
        else { return nil }
        let pixel = layout.rawValue
        let rowLength = width * pixel
        let part = [UInt8](unsafeUninitializedCapacity: height * rowLength) { target, count in
            bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                for row in 0..<height {
                    let start = from + ((y + row) * self.width + x) * pixel
                    (to + row * rowLength).initialize(from: start, count: rowLength)
                }
                count = height * rowLength
            }
        }
        return PixelBuffer(layout: layout, width: width, height: height, bytes: part)
    }
}

/// The order of stored pixels that gives the upright ones row by row: the pixel (x, y) is the
/// stored pixel number `origin + x * stepX + y * stepY`.
private struct Walk {
    var width: Int
    var height: Int
    var origin: Int
    var stepX: Int
    var stepY: Int

    /// Creates the order for an orientation; nil if nothing changes.
    init?(orientation: Int, width: Int, height: Int) {
        let isTurned = orientation >= 5
        self.width = isTurned ? height : width
        self.height = isTurned ? width : height
        let last = width * height - 1
        let lowerLeft = width * (height - 1)
        switch orientation {
        case 2: (origin, stepX, stepY) = (width - 1, -1, width)
        case 3: (origin, stepX, stepY) = (last, -1, -width)
        case 4: (origin, stepX, stepY) = (lowerLeft, 1, -width)
        case 5: (origin, stepX, stepY) = (0, width, 1)
        case 6: (origin, stepX, stepY) = (lowerLeft, -width, 1)
        case 7: (origin, stepX, stepY) = (last, -width, -1)
        case 8: (origin, stepX, stepY) = (width - 1, width, -1)
        default: return nil
        }
    }

    func copy(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
        forEachRun { source, target, count in
            var source = source
            for index in target..<(target + count) {
                (to + index).initialize(to: from[source])
                source += stepX
            }
        }
    }

    func copyTriples(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
        forEachRun { source, target, count in
            var pixel = from + source * 3
            for index in target..<(target + count) {
                let pixelStart = to + index * 3
                pixelStart.initialize(to: pixel[0])
                (pixelStart + 1).initialize(to: pixel[1])
                (pixelStart + 2).initialize(to: pixel[2])
                pixel += stepX * 3
            }
        }
    }

    /// Iterates over the picture in tiles, whose stored and upright rows both fit in the L1 cache.
    @inline(__always)
    private func forEachRun(_ body: (_ source: Int, _ target: Int, _ count: Int) -> Void) {
        let side = 64
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                let count = min(side, width - left)
                for y in top..<min(top + side, height) {
                    body(origin + left * stepX + y * stepY, y * width + left, count)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// Returns the pixels at a smaller size, each the mean of the area that it covers.
    ///
    /// This is slower than `PixelPyramid`; detectors were tuned with it.
    ///
    /// - Throws: `ImagingError.cannotRender` if a side is below 1 or would be enlarged, or OpenCV
    ///   fails, `ImagingError.outOfMemory`.
    package func averaged(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        guard width <= self.width, height <= self.height else {
            throw .cannotRender(reason: "a picture can only be reduced")
        }
        return try PixelRegion(self).resized(width: width, height: height, by: CIMAGE_AREA)
    }

    /// Returns the pixels with a limited long edge, in the same proportions.
    ///
    /// - Throws: `ImagingError` in the same cases as `averaged(width:height:)`.
    package func bounded(toLongEdge side: Int) throws(ImagingError) -> PixelBuffer {
        var pyramid = PixelPyramid(self)
        return try pyramid.bounded(toLongEdge: side)
    }

    /// Returns the pixels in one channel if all pixels are gray, otherwise unchanged.
    package func reducedToGray() -> PixelBuffer {
        guard layout == .bgr else { return self }
        let isGray = bytes.withUnsafeBufferPointer { bytes in
            stride(from: 0, to: bytes.count, by: 3).allSatisfy {
                bytes[$0] == bytes[$0 + 1] && bytes[$0] == bytes[$0 + 2]
            }
        }
        guard isGray else { return self }
        let values = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            for index in stride(from: 0, to: bytes.count, by: 3) {
                target.initializeElement(at: count, to: bytes[index])
                count += 1
            }
        }
        return PixelBuffer(layout: .gray, width: width, height: height, bytes: values) ?? self
    }

    /// Returns the pixels in three channels.
    func convertedToBGR() throws(ImagingError) -> PixelBuffer {
        guard layout == .gray else { return self }
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
