/// Pixels in memory: 8 bits a channel, row-major, rows without padding.
package struct PixelBuffer: Hashable, Sendable {
    /// What a pixel is made of.
    package enum Layout: Int, Hashable, Sendable {
        /// One byte: luma.
        case grey = 1
        /// Three bytes: blue, green, red, as OpenCV has them; sRGB.
        case bgr = 3
    }

    /// What a pixel is made of.
    package let layout: Layout
    /// Pixels across.
    package let width: Int
    /// Pixels down.
    package let height: Int
    /// `height * width * layout.rawValue` bytes.
    package let bytes: [UInt8]

    /// Makes a buffer; nil where a side is below 1 or the bytes are not as many as the pixels need.
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
