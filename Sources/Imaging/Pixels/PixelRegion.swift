internal import COpenCVImageShim

/// A rectangle of a buffer, without copying its pixels.
struct PixelRegion {
    let pixels: PixelBuffer
    /// Pixels left of the rectangle.
    let x: Int
    /// Pixels above the rectangle.
    let y: Int
    /// Pixels across.
    let width: Int
    /// Pixels down.
    let height: Int

    /// Creates a region of the whole buffer.
    init(_ pixels: PixelBuffer) {
        self.pixels = pixels
        (x, y, width, height) = (0, 0, pixels.width, pixels.height)
    }

    /// Creates a region of a part of the buffer, clamped to the buffer.
    init(_ pixels: PixelBuffer, x: Int, y: Int, width: Int, height: Int) {
        self.pixels = pixels
        self.x = min(max(x, 0), pixels.width - 1)
        self.y = min(max(y, 0), pixels.height - 1)
        self.width = min(max(width, 1), pixels.width - self.x)
        self.height = min(max(height, 1), pixels.height - self.y)
    }

    /// Returns the pixels in their own buffer; the original buffer if the region covers all of it.
    func copied() -> PixelBuffer {
        pixels.cropped(x: x, y: y, width: width, height: height) ?? pixels
    }

    /// Calls `body` with the pixels in OpenCV's format, valid only during the call.
    func withOpenCV<Result>(_ body: (UnsafePointer<cimage_source>) -> Result) -> Result {
        pixels.bytes.withUnsafeBufferPointer { buffer in
            let channels = pixels.layout.rawValue
            let stride = pixels.width * channels
            // The initializer of `PixelBuffer` ensures that sides fit into 32 bits.
            var source = cimage_source(
                bytes: buffer.baseAddress.map { $0 + (y * stride + x * channels) },
                channels: Int32(channels), width: Int32(width), height: Int32(height),
                stride: stride)
            return withUnsafePointer(to: &source) { body($0) }
        }
    }
}

extension PixelRegion {
    /// Returns the region at another size, using one of OpenCV's filters.
    func resized(
        width: Int, height: Int, by filter: cimage_filter
    ) throws(ImagingError) -> PixelBuffer {
        try OpenCVImage.make(pixels.layout, width: width, height: height) {
            functions, target, message in
            withOpenCV { functions.resize($0, target, filter, message) }
        }
    }

    /// Returns the region at half its size, rounded down: each pixel is the mean of four, or, if a
    /// side is odd, bilinear, which keeps the proportions.
    func halved() throws(ImagingError) -> PixelBuffer {
        let isEven = width % 2 == 0 && height % 2 == 0
        return try resized(
            width: max(width / 2, 1), height: max(height / 2, 1),
            by: isEven ? CIMAGE_AREA : CIMAGE_LINEAR)
    }

    /// Returns true if the halved region is at least as large as a size.
    func canBeHalved(for width: Int, _ height: Int) -> Bool {
        self.width / 2 >= width && self.height / 2 >= height && self.width > 1 && self.height > 1
    }

    /// Performs the last step of a reduction, after the halvings; neither side is enlarged.
    func finished(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        guard width != self.width || height != self.height else { return copied() }
        // Bilinear weights cover only two pixels.
        let isFar = self.width >= 2 * width || self.height >= 2 * height
        return try resized(width: width, height: height, by: isFar ? CIMAGE_AREA : CIMAGE_LINEAR)
    }

    /// Returns the region at any size: reduced as by `PixelBuffer.reduced`, enlarged bicubically.
    func scaled(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        var level = self
        let across = min(width, self.width)
        let down = min(height, self.height)
        while level.canBeHalved(for: across, down) { level = PixelRegion(try level.halved()) }
        guard width > level.width || height > level.height else {
            return try level.finished(width: width, height: height)
        }
        if across < level.width || down < level.height {
            level = PixelRegion(try level.finished(width: across, height: down))
        }
        return try level.resized(width: width, height: height, by: CIMAGE_CUBIC)
    }
}
