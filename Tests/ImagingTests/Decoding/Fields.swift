import Imaging

/// The test pattern: four fields of one colour each, so that every turn and mirroring shows.
enum Fields {
    /// Red, green, blue of the upper left, upper right, lower left and lower right field.
    static let colours: [[Int]] = [
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
                bytes += pixel(colours[field], layout).map { UInt8($0) }
            }
        }
        guard let pixels = PixelBuffer(layout: layout, width: width, height: height, bytes: bytes)
        else { preconditionFailure("the pattern has at least a pixel") }
        return pixels
    }

    /// The colour in the middle of each field, red, green, blue or luma.
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

    /// Whether the fields have the pattern's colours, in the order given.
    static func matches(
        _ pixels: PixelBuffer, order: [Int] = [0, 1, 2, 3], tolerance: Int = 6
    ) -> Bool {
        let expected = order.map { Array(pixel(colours[$0], pixels.layout).reversed()) }
        return zip(read(pixels), expected).allSatisfy { near($0, $1, tolerance) }
    }

    /// Whether no channel differs by more than the tolerance.
    static func near(_ left: [Int], _ right: [Int], _ tolerance: Int) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
    }

    /// A colour in a layout's order of channels.
    private static func pixel(_ colour: [Int], _ layout: PixelBuffer.Layout) -> [Int] {
        switch layout {
        case .grey: [(299 * colour[0] + 587 * colour[1] + 114 * colour[2] + 500) / 1000]
        case .bgr: colour.reversed()
        }
    }
}

extension PictureDecoder {
    /// Decodes bytes in an array.
    func decode(
        _ bytes: [UInt8], as layout: PixelBuffer.Layout = .bgr, longestSide: Int? = nil
    ) throws(ImagingError) -> DecodedPicture {
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(ImagingError) in
                try decode(bytes: buffer, as: layout, longestSide: longestSide)
            }
        }
        return try outcome.get()
    }
}
