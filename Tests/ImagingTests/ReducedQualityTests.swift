import Foundation
import Imaging
import Testing

@Suite("PixelBuffer+Reduced: quality")
struct ReducedQualityTests {
    private static let folder = "/usr/share/doc/opencv-doc/examples/data"

    /// True if the Debian package opencv-doc is installed.
    private static var hasPictures: Bool {
        FileManager.default.fileExists(atPath: "\(folder)/messi5.jpg")
    }

    @Test(
        "reduced real pictures are within a stated distance of area averages",
        .enabled(if: hasPictures, "needs the Debian package opencv-doc"),
        arguments: [
            // Fur is the hardest: every pixel differs from its neighbors.
            ("fruits", 160, 43.0), ("messi5", 240, 39.0), ("messi5", 100, 37.0),
            ("baboon", 240, 32.0), ("baboon", 100, 34.0),
        ])
    func quality(name: String, side: Int, leastDecibels: Double) throws {
        let file = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name).jpg"))
        let pixels = try Array(file).withUnsafeBytes {
            try PictureDecoder().decode(bytes: $0, as: .gray, longEdge: nil).pixels
        }
        let made = try pixels.bounded(toLongEdge: side)
        let columns = weights(of: pixels.width, in: made.width)
        let rows = weights(of: pixels.height, in: made.height)
        var squares = 0.0
        for (y, row) in rows.enumerated() {
            for (x, column) in columns.enumerated() {
                var mean = 0.0
                for (fromY, down) in row {
                    for (fromX, across) in column {
                        mean += down * across * Double(pixels.bytes[fromY * pixels.width + fromX])
                    }
                }
                let difference = mean - Double(made.bytes[y * made.width + x])
                squares += difference * difference
            }
        }
        let decibels = 10 * log10(255 * 255 / (squares / Double(made.bytes.count)))
        #expect(decibels > leastDecibels, "\(decibels) dB")
    }

    /// For each of `count` equal parts of a length, its pixels with their weights.
    private func weights(of length: Int, in count: Int) -> [[(Int, Double)]] {
        let part = Double(length) / Double(count)
        return (0..<count).map { index in
            let (start, end) = (Double(index) * part, Double(index + 1) * part)
            return (Int(start)..<min(Int(end.rounded(.up)), length)).map { pixel in
                (pixel, (min(end, Double(pixel + 1)) - max(start, Double(pixel))) / part)
            }
        }
    }
}
