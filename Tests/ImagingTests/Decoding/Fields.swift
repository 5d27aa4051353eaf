import Imaging

/// The test pattern: four fields of one color each, which make every turn and mirroring visible.
enum Fields {
    /// Red, green, blue of the upper left, upper right, lower left and lower right field.
    static let colors: [[Int]] = [
        [200, 30, 30], [30, 200, 30], [30, 30, 200], [220, 220, 220],
    ]

    /// The pattern as pixels.
    static func pixels(
        _ layout: PixelBuffer.Layout = .bgr, width: Int = 32, height: Int = 24,
        order: [Int] = [0, 1, 2, 3]
    ) -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let field = order[(y * 2 / height) * 2 + x * 2 / width]
                bytes += pixel(colors[field], layout).map { UInt8($0) }
            }
        }
        guard let pixels = PixelBuffer(layout: layout, width: width, height: height, bytes: bytes)
        else { preconditionFailure("the pattern has at least a pixel") }
        return pixels
    }

    /// The color in the center of each field, as red, green, blue or luma.
    static func read(_ pixels: PixelBuffer) -> [[Int]] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            pixel(pixels, x: pixels.width * x / 4, y: pixels.height * y / 4)
        }
    }

    /// One pixel as red, green, blue or luma.
    static func pixel(_ pixels: PixelBuffer, x: Int, y: Int) -> [Int] {
        let length = pixels.layout.rawValue
        let start = (y * pixels.width + x) * length
        return pixels.bytes[start..<(start + length)].reversed().map { Int($0) }
    }

    /// True if the fields have the pattern's colors, in the given order.
    static func matches(
        _ pixels: PixelBuffer, order: [Int] = [0, 1, 2, 3], tolerance: Int = 6
    ) -> Bool {
        let expected = order.map { Array(pixel(colors[$0], pixels.layout).reversed()) }
        return zip(read(pixels), expected).allSatisfy { near($0, $1, tolerance) }
    }

    /// True if no channel differs by more than the tolerance.
    static func near(_ left: [Int], _ right: [Int], _ tolerance: Int) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
    }

    /// A color in a layout's order of channels.
    private static func pixel(_ color: [Int], _ layout: PixelBuffer.Layout) -> [Int] {
        switch layout {
        case .gray: [(299 * color[0] + 587 * color[1] + 114 * color[2] + 500) / 1000]
        case .bgr: color.reversed()
        }
    }
}

extension PictureDecoder {
    /// Decodes bytes in an array.
    func decode(
        _ bytes: [UInt8], as layout: PixelBuffer.Layout = .bgr, longEdge: Int? = nil
    ) throws(ImagingError) -> DecodedPicture {
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(ImagingError) in
                try decode(bytes: buffer, as: layout, longEdge: longEdge)
            }
        }
        return try outcome.get()
    }
}
