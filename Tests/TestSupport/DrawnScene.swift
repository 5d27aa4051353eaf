package import Imaging

/// A drawn scene: overlapping colored rectangles, which differ from seed to seed.
package struct DrawnScene {
    /// The pixels of the scene, which is larger than its pictures.
    private let canvas: PixelBuffer

    /// Draws the scene of a seed.
    package init(seed: UInt64) throws {
        let (width, height) = (360, 270)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        // Source: D. Knuth, MMIX, the linear congruential generator.
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
        var bytes = (0..<(width * height)).flatMap { _ in [90, 110, 130] as [UInt8] }
        for _ in 0..<60 {
            let (left, top) = (next(width), next(height))
            let (right, bottom) = (left + 10 + next(width / 3), top + 10 + next(height / 3))
            let color = [UInt8(next(256)), UInt8(next(256)), UInt8(next(256))]
            for y in top..<min(bottom, height) {
                for x in left..<min(right, width) {
                    let start = (y * width + x) * 3
                    for channel in 0..<3 { bytes[start + channel] = color[channel] }
                }
            }
        }
        guard let canvas = PixelBuffer(layout: .bgr, width: width, height: height, bytes: bytes)
        else { throw ImagingError.outOfMemory }
        self.canvas = canvas
    }

    /// The picture of a camera that was moved by some pixels; without a part of 320 x 240 pixels at
    /// the left and the top.
    package func picture(
        movedRight: Int = 0, down: Int = 0, withoutLeft left: Int = 0, top: Int = 0
    ) throws -> PixelBuffer {
        let picture = canvas.cropped(
            x: 20 + movedRight + left, y: 15 + down + top, width: 320 - left, height: 240 - top)
        guard let picture else { throw ImagingError.outOfMemory }
        return picture
    }
}
