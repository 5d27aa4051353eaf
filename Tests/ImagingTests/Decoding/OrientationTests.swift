import GalleryModel
import Imaging
import Testing

@Suite("EXIF orientation in pixels")
struct OrientationTests {
    /// The field of the upright pattern at each stored corner: upper left, upper right, lower left,
    /// lower right.
    ///
    /// From Exif's table: row 0 and column 0 of the stored picture are the named visual sides.
    static let stored: [(orientation: Int, order: [Int])] = [
        (1, [0, 1, 2, 3]),  // top, left
        (2, [1, 0, 3, 2]),  // top, right
        (3, [3, 2, 1, 0]),  // bottom, right
        (4, [2, 3, 0, 1]),  // bottom, left
        (5, [0, 2, 1, 3]),  // left, top
        (6, [1, 3, 0, 2]),  // right, top
        (7, [3, 1, 2, 0]),  // right, bottom
        (8, [2, 0, 3, 1]),  // left, bottom
    ]

    @Test(
        "a picture is upright in both layouts, full-size and reduced", arguments: stored,
        [true, false])
    func upright(_ stored: (orientation: Int, order: [Int]), _ isLittleEndian: Bool) throws {
        let isTurned = stored.orientation >= 5
        for layout in [PixelBuffer.Layout.bgr, .gray] {
            let pixels = Fields.pixels(
                layout, width: isTurned ? 160 : 320, height: isTurned ? 320 : 160,
                order: stored.order)
            let exif = EXIFSegment(
                orientation: UInt16(stored.orientation), isLittleEndian: isLittleEndian)
            let bytes = try exif.inserted(in: JPEGEncoder(quality: 95).encode(pixels))
            for wanted in [nil, 160, 40] as [Int?] {
                let picture = try PictureDecoder().decode(bytes, as: layout, longEdge: wanted)
                #expect(picture.orientation == stored.orientation)
                #expect(picture.width == 320 && picture.height == 160)
                #expect(picture.pixels.width == wanted ?? 320)
                #expect(picture.pixels.height == (wanted ?? 320) / 2)
                #expect(Fields.matches(picture.pixels), "\(stored.orientation), \(layout)")
            }
            let metadata = try bytes.withUnsafeBytes { buffer in
                try MetadataReader().read(bytes: buffer)
            }
            #expect(metadata.orientation == stored.orientation)
        }
    }

    @Test("every pixel is moved correctly, in odd sizes larger than a tile", arguments: 1...8)
    func everyPixel(_ orientation: Int) throws {
        for (width, height) in [(1, 1), (3, 2), (131, 70), (64, 129)] {
            for layout in [PixelBuffer.Layout.gray, .bgr] {
                let count = width * height * layout.rawValue
                let pixels = try #require(
                    PixelBuffer(
                        layout: layout, width: width, height: height,
                        bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 / 251) }))
                let turned = pixels.upright(orientation: orientation)
                #expect(turned.width == (orientation >= 5 ? height : width))
                for y in 0..<turned.height {
                    for x in 0..<turned.width {
                        let (column, row) = OrientationTests.place(
                            x, y, orientation, width, height)
                        let isRight =
                            Fields.pixel(turned, x: x, y: y)
                            == Fields.pixel(pixels, x: column, y: row)
                        if !isRight { Issue.record("(\(x), \(y)) of \(width) x \(height)") }
                    }
                }
            }
        }
    }

    /// The stored position of an upright pixel.
    private static func place(
        _ x: Int, _ y: Int, _ orientation: Int, _ width: Int, _ height: Int
    ) -> (column: Int, row: Int) {
        switch orientation {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (width - 1 - y, x)
        default: (x, y)
        }
    }

    @Test("numbers outside 1...8 change nothing", arguments: [0, 9, 100, -1])
    func beyond(_ orientation: Int) {
        #expect(Fields.pixels().upright(orientation: orientation) == Fields.pixels())
    }

    @Test("a rectangle is cropped exactly, and only inside the pixels")
    func crops() throws {
        let pixels = Fields.pixels(width: 32, height: 24)
        let corner = try #require(pixels.cropped(x: 15, y: 11, width: 2, height: 2))
        #expect(corner.width == 2 && corner.height == 2)
        #expect(Fields.read(corner) == Fields.colors)
        #expect(pixels.cropped(x: 0, y: 0, width: 32, height: 24) == pixels)
        let outside = [
            (-1, 0, 2, 2), (0, -1, 2, 2), (31, 0, 2, 2), (0, 23, 2, 2), (0, 0, 0, 2), (0, 0, 2, -1),
            (Int.max, 0, 2, 2), (0, 0, Int.max, 1), (1, 0, Int.max, 1), (0, Int.min, 1, 1),
        ]
        for (x, y, width, height) in outside {
            #expect(pixels.cropped(x: x, y: y, width: width, height: height) == nil)
        }
    }
}
