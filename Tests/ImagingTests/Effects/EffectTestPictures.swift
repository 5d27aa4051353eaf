import Testing

@testable import Imaging

/// Generated pictures, the same in every run.
enum TestPictures {
    /// Noise from a seed.
    static func noise(
        _ layout: PixelBuffer.Layout = .bgr, width: Int, height: Int, seed: UInt64 = 1
    ) throws -> PixelBuffer {
        var random = SeededRandom(seed: seed)
        let count = width * height * layout.rawValue
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
        return try #require(
            PixelBuffer(layout: layout, width: width, height: height, bytes: bytes))
    }

    /// One color, blue before green before red, with a rectangle of another one.
    static func rectangle(
        width: Int, height: Int, x: Range<Int>, y: Range<Int>, on ground: [UInt8] = [90, 90, 90],
        color: [UInt8] = [0, 0, 255]
    ) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                bytes += x.contains(column) && y.contains(row) ? color : ground
            }
        }
        return try #require(PixelBuffer(layout: .bgr, width: width, height: height, bytes: bytes))
    }

    /// Smooth waves without details finer than a few pixels if `scale` is 1.
    static func waves(width: Int, height: Int, scale: Double = 1) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        func wave(_ position: Double) -> Double {
            // One parabola per half wave is close enough to a sine and exact everywhere.
            let phase = position.truncatingRemainder(dividingBy: 2)
            return phase < 1 ? 4 * phase * (1 - phase) : -4 * (phase - 1) * (2 - phase)
        }
        for y in 0..<height {
            for x in 0..<width {
                let across = (Double(x) + 0.5) * scale
                let down = (Double(y) + 0.5) * scale
                for channel in 0..<3 {
                    let length = Double(12 + channel * 5)
                    let value = 128 + 60 * wave(across / length) + 60 * wave(down / (length + 3))
                    bytes.append(UInt8(value.rounded()))
                }
            }
        }
        return try #require(PixelBuffer(layout: .bgr, width: width, height: height, bytes: bytes))
    }

    /// A picture as a camera with fewer pixels would see it.
    static func picture(_ pixels: PixelBuffer) -> DecodedPicture {
        DecodedPicture(
            pixels: pixels, width: pixels.width, height: pixels.height, format: .png)
    }
}

extension PixelBuffer {
    /// The channels of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * width + x) * layout.rawValue
        return Array(bytes[start..<(start + layout.rawValue)])
    }
}

/// Reproducible pseudorandom numbers from a seed.
///
/// Source: SplitMix64, Sebastiano Vigna, https://prng.di.unimi.it/splitmix64.c
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
