import Imaging

/// Writes a minimal TIFF: one strip of red, green and blue, little-endian.
enum TIFFPicture {
    /// A TIFF with pixels and an orientation.
    ///
    /// Source: TIFF 6.0, section 6 (RGB).
    static func bytes(_ pixels: PixelBuffer, _ orientation: Int) -> [UInt8] {
        let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 3, 1, pixels.width), (257, 3, 1, pixels.height), (258, 3, 3, 8 + 2 + 132 + 4),
            (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 152), (274, 3, 1, orientation),
            (277, 3, 1, 3), (278, 3, 1, pixels.height), (279, 4, 1, pixels.bytes.count),
            (284, 3, 1, 1),
        ]
        var bytes = Array("II".utf8) + number(42, 2) + number(8, 4) + number(entries.count, 2)
        for entry in entries {
            bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            bytes += number(entry.value, 4)
        }
        bytes += number(0, 4) + number(8, 2) + number(8, 2) + number(8, 2)
        for start in stride(from: 0, to: pixels.bytes.count, by: 3) {
            bytes += pixels.bytes[start..<(start + 3)].reversed()
        }
        return bytes
    }

    private static func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(value >> ($0 * 8) & 255) }
    }
}
