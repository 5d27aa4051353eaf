import Foundation
import Imaging
import Testing

extension PixelBuffer {
    func reduced(width: Int, height: Int) throws(ImagingError) -> PixelBuffer {
        var pyramid = PixelPyramid(self)
        return try pyramid.reduced(width: width, height: height)
    }
}

@Suite("PixelBuffer+Reduced")
struct ReducedTests {
    @Test("half of a picture is the mean of four pixels")
    func half() throws {
        let picture = try TestPictures.noise(width: 46, height: 30)
        let made = try picture.reduced(width: 23, height: 15)
        let expected = try Gradient.averaged(picture, by: 2)
        #expect(zip(made.bytes, expected.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test(
        "the size is the requested one, and nothing is enlarged",
        arguments: [
            (101, 77, 50, 38), (101, 77, 25, 19), (101, 77, 1, 1), (101, 77, 100, 76),
            (101, 77, 101, 10), (1, 400, 1, 90), (400, 1, 90, 1), (3, 3, 2, 2), (101, 77, 300, 20),
            (5, 5, 9, 9),
        ])
    func size(width: Int, height: Int, across: Int, down: Int) throws {
        for layout in [PixelBuffer.Layout.bgr, .gray] {
            let picture = try TestPictures.noise(layout, width: width, height: height)
            let made = try picture.reduced(width: across, height: down)
            #expect(made.width == min(across, width) && made.height == min(down, height))
            #expect(made.layout == layout)
        }
    }

    @Test("the same size gives the same pixels, and an empty size is an error")
    func same() throws {
        let picture = try TestPictures.noise(width: 20, height: 11)
        let made = try picture.reduced(width: 20, height: 11)
        #expect(made == picture)
        let bounded = try picture.bounded(toLongEdge: 400)
        #expect(bounded == picture)
        #expect(throws: ImagingError.self) { try picture.reduced(width: 0, height: 5) }
    }

    @Test("averages match the areas, and enlarging is rejected")
    func averaged() throws {
        for layout in [PixelBuffer.Layout.bgr, .gray] {
            let picture = try TestPictures.noise(layout, width: 51, height: 33)
            let made = try picture.averaged(width: 17, height: 11)
            let channels = layout.rawValue
            let expected = (0..<(17 * 11 * channels)).map { index in
                let (pixel, channel) = (index / channels, index % channels)
                let corner = (pixel / 17 * 3) * 51 + pixel % 17 * 3
                let sum = (0..<9).reduce(0) {
                    let place = corner + $1 / 3 * 51 + $1 % 3
                    return $0 + Int(picture.bytes[place * channels + channel])
                }
                return Int((Double(sum) / 9).rounded())
            }
            #expect(zip(made.bytes, expected).allSatisfy { abs(Int($0) - $1) <= 1 })
            #expect(made.bytes.count == expected.count)
            #expect(throws: ImagingError.cannotRender(reason: "a picture can only be reduced")) {
                try picture.averaged(width: 52, height: 11)
            }
        }
    }

    @Test("a long edge keeps the proportions")
    func bounded() throws {
        let picture = try TestPictures.noise(width: 400, height: 301)
        let made = try picture.bounded(toLongEdge: 160)
        #expect(made.width == 160 && made.height == 120)
    }

    @Test("a pyramid gives the same bytes in every order")
    func pyramid() throws {
        let picture = try TestPictures.noise(width: 517, height: 389)
        for sides in [[400, 160, 64, 20], [20, 64, 160, 400], [64, 400, 20, 160]] {
            var pyramid = PixelPyramid(picture)
            for side in sides {
                let made = try pyramid.bounded(toLongEdge: side)
                let alone = try picture.bounded(toLongEdge: side)
                #expect(made == alone)
            }
        }
    }

    @Test(
        "smooth pictures keep every position: 40 dB against the picture drawn at the small size",
        arguments: [(600, 400, 0.5), (603, 401, 0.3), (597, 399, 0.45), (800, 600, 0.21)])
    func places(width: Int, height: Int, scale: Double) throws {
        let picture = try TestPictures.waves(width: width, height: height, scale: 0.3)
        let (across, down) = (Int(Double(width) * scale), Int(Double(height) * scale))
        let made = try picture.reduced(width: across, height: down)
        // Each pixel of the result is compared with the position of its center.
        var squares = 0.0
        for y in 0..<down {
            for x in 0..<across {
                let fromX = (Double(x) + 0.5) * Double(width) / Double(across)
                let fromY = (Double(y) + 0.5) * Double(height) / Double(down)
                let mean = mean(of: picture, around: fromX, fromY, Double(width) / Double(across))
                squares += zip(made.pixel(x, y), mean).reduce(0) {
                    $0 + ($1.1 - Double($1.0)) * ($1.1 - Double($1.0))
                }
            }
        }
        let decibels = 10 * log10(255 * 255 / (squares / Double(made.bytes.count)))
        #expect(decibels > 40, "\(decibels) dB")
    }

    /// The mean of the area of a result's pixel, sampled 8 times in each direction.
    private func mean(
        of picture: PixelBuffer, around x: Double, _ y: Double, _ side: Double
    ) -> [Double] {
        var sums = [0.0, 0.0, 0.0]
        for row in 0..<8 {
            for column in 0..<8 {
                let fromX = x + (Double(column) - 3.5) / 8 * side
                let fromY = y + (Double(row) - 3.5) / 8 * side
                let place = picture.pixel(
                    min(max(Int(fromX), 0), picture.width - 1),
                    min(max(Int(fromY), 0), picture.height - 1))
                for channel in 0..<3 { sums[channel] += Double(place[channel]) / 64 }
            }
        }
        return sums
    }
}
