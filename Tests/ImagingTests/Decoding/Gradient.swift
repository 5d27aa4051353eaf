import Imaging
import Testing

/// A picture with detail in every block, and comparisons of pictures.
enum Gradient {
    /// Slopes in two directions with waves on them.
    static func pixels(
        _ layout: PixelBuffer.Layout = .bgr, width: Int, height: Int
    ) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let wave = ((x / 3) % 5 + (y / 4) % 7) * 4
                let channels = [x * 180 / width + wave, y * 180 / height + wave, 128 + wave]
                bytes += channels.prefix(layout.rawValue).map { UInt8($0) }
            }
        }
        return try #require(
            PixelBuffer(layout: layout, width: width, height: height, bytes: bytes))
    }

    /// Every value is the mean of a square with sides of `factor` pixels.
    static func averaged(_ pixels: PixelBuffer, by factor: Int) throws -> PixelBuffer {
        let channels = pixels.layout.rawValue
        let width = pixels.width / factor
        let height = pixels.height / factor
        var bytes: [UInt8] = []
        for y in 0..<height {
            for index in 0..<(width * channels) {
                let (x, channel) = index.quotientAndRemainder(dividingBy: channels)
                var sum = 0
                for row in 0..<factor {
                    for column in 0..<factor {
                        let pixel = (y * factor + row) * pixels.width + x * factor + column
                        sum += Int(pixels.bytes[pixel * channels + channel])
                    }
                }
                bytes.append(UInt8(sum / (factor * factor)))
            }
        }
        return try #require(
            PixelBuffer(layout: pixels.layout, width: width, height: height, bytes: bytes))
    }

    /// The mean of the differences of all values.
    static func difference(_ left: PixelBuffer, _ right: PixelBuffer) -> Double {
        let sum = zip(left.bytes, right.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(left.bytes.count)
    }
}
