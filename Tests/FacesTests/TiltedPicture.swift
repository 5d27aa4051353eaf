import Foundation
import GalleryModel
import Imaging
import Testing

extension MarkedPicture {
    /// The picture turned counterclockwise, and the new position of its first face.
    func tilted(degrees: Double) throws -> (pixels: PixelBuffer, face: FaceRectangle) {
        let pixels = try decoded(.bgr).pixels
        let tilted = try #require(pixels.tilted(degrees: degrees))
        let marked = faces[0]
        let middle = PixelBuffer.tilt(
            degrees, x: marked.x + marked.width / 2 - Double(pixels.width) / 2,
            y: marked.y + marked.height / 2 - Double(pixels.height) / 2)
        let face = FaceRectangle(
            x: middle.x + Double(tilted.width) / 2 - marked.width / 2,
            y: middle.y + Double(tilted.height) / 2 - marked.height / 2, width: marked.width,
            height: marked.height)
        return (tilted, face)
    }
}

extension PixelBuffer {
    /// A point turned counterclockwise around the origin, with y pointing down.
    static func tilt(_ degrees: Double, x: Double, y: Double) -> FacePoint {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return FacePoint(x: cosine * x + sine * y, y: cosine * y - sine * x)
    }

    /// The picture turned counterclockwise around its center, on a gray square that contains all of
    /// it.
    fileprivate func tilted(degrees: Double) -> PixelBuffer? {
        let side = Int(Double(width * width + height * height).squareRoot()) + 1
        var canvas = [UInt8](repeating: 128, count: side * side * 3)
        for row in 0..<side {
            for column in 0..<side {
                let half = Double(side) / 2
                let from = PixelBuffer.tilt(
                    -degrees, x: Double(column) - half, y: Double(row) - half)
                let (x, y) = (Int(from.x) + width / 2, Int(from.y) + height / 2)
                guard (0..<width).contains(x), (0..<height).contains(y) else { continue }
                for channel in 0..<3 {
                    canvas[(row * side + column) * 3 + channel] =
                        bytes[(y * width + x) * 3 + channel]
                }
            }
        }
        return PixelBuffer(layout: .bgr, width: side, height: side, bytes: canvas)
    }
}
