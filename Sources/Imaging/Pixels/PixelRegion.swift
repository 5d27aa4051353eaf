internal import COpenCVImageShim

/// A rectangle of a buffer, without a copy of its pixels.
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

    /// The whole buffer.
    init(_ pixels: PixelBuffer) {
        self.pixels = pixels
        (x, y, width, height) = (0, 0, pixels.width, pixels.height)
    }

    /// A part of the buffer, brought inside of it where it reaches beyond.
    init(_ pixels: PixelBuffer, x: Int, y: Int, width: Int, height: Int) {
        self.pixels = pixels
        self.x = min(max(x, 0), pixels.width - 1)
        self.y = min(max(y, 0), pixels.height - 1)
        self.width = min(max(width, 1), pixels.width - self.x)
        self.height = min(max(height, 1), pixels.height - self.y)
    }

    /// The pixels in a buffer of their own; the buffer itself where they are all of it.
    func copied() -> PixelBuffer {
        pixels.cropped(x: x, y: y, width: width, height: height) ?? pixels
    }

    /// Calls `body` with the pixels as OpenCV takes them, valid during the call.
    func withOpenCV<Result>(_ body: (UnsafePointer<cimage_source>) -> Result) -> Result {
        pixels.bytes.withUnsafeBufferPointer { buffer in
            let channels = pixels.layout.rawValue
            let stride = pixels.width * channels
            // A buffer's sides fit into 32 bits by its initializer.
            var source = cimage_source(
                bytes: buffer.baseAddress.map { $0 + (y * stride + x * channels) },
                channels: Int32(channels), width: Int32(width), height: Int32(height),
                stride: stride)
            return withUnsafePointer(to: &source) { body($0) }
        }
    }
}

extension PixelRegion {
    /// The region at another size, by one of OpenCV's filters.
    func resized(
        width: Int, height: Int, by filter: cimage_filter
    ) throws(ImagingError) -> PixelBuffer {
        try OpenCVImage.make(pixels.layout, width: width, height: height) { target, message in
            withOpenCV { cimage_resize($0, target, filter, message) }
        }
    }

    /// The region at half its size, rounded down: each pixel the mean of four, or, where a side is
    /// odd, bilinear, which keeps the proportions.
    func halved() throws(ImagingError) -> PixelBuffer {
        let isEven = width % 2 == 0 && height % 2 == 0
        return try resized(
            width: max(width / 2, 1), height: max(height / 2, 1),
            by: isEven ? CIMAGE_AREA : CIMAGE_LINEAR)
    }

    /// Whether halving leaves enough for a size.
    func canBeHalved(for width: Int, _ height: Int) -> Bool {
        self.width / 2 >= width && self.height / 2 >= height && self.width > 1 && self.height > 1
    }

    /// The last step of a reduction, after the halvings; neither side is enlarged.
    func finished(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        guard width != self.width || height != self.height else { return copied() }
        // Bilinear weights reach two pixels only.
        let isFar = self.width >= 2 * width || self.height >= 2 * height
        return try resized(
            width: width, height: height, by: isFar ? CIMAGE_AREA : CIMAGE_LINEAR)
    }

    /// The region at a size, which may be larger: reduced as `PixelBuffer.reduced`, enlarged bicubic.
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
