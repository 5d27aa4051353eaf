package import GalleryModel

/// The parameters of an effect: a matrix, then a curve for each channel, then a vignette.
///
/// All numbers are encoded sRGB values (IEC 61966-2-1), 0...255. `docs/effects.md` lists the
/// parameters of all effects.
package struct EffectParameters: Hashable, Sendable {
    /// The version of the parameters, increased whenever any effect gives other bytes than before;
    /// rendered pictures are stored under it.
    package static let version = 1

    /// The mix of the channels; nil for no change.
    package var matrix: ColorMatrix?
    /// The curve of red.
    package var red = ToneCurve.identity
    /// The curve of green.
    package var green = ToneCurve.identity
    /// The curve of blue.
    package var blue = ToneCurve.identity
    /// The darkening of the corners; nil for no change.
    package var vignette: Vignette?

    /// True if the effect changes the colors of pixels.
    var changesColors: Bool { matrix != nil || [red, green, blue].contains { $0 != .identity } }

    /// True if grays stay gray.
    var keepsGray: Bool { red == green && green == blue && matrix?.keepsGray != false }
}

extension EffectParameters {
    /// Creates parameters with one curve for all channels.
    private init(matrix: ColorMatrix, curve: ToneCurve = .identity) {
        self.init(matrix: matrix, red: curve, green: curve, blue: curve)
    }

    /// Returns the parameters of an effect.
    ///
    /// If any number changes here, increase `EffectParameters.version` and update docs/effects.md.
    package static func parameters(for name: EffectName) -> EffectParameters {
        switch name {
        case .tonal:
            EffectParameters(
                matrix: ColorMatrix(luma: .init(0.299, 0.587, 0.114)),
                curve: ToneCurve([(0, 18), (64, 78), (128, 148), (192, 208), (255, 250)]))
        case .noir:
            EffectParameters(
                matrix: ColorMatrix(luma: .init(0.4, 0.5, 0.1)),
                curve: ToneCurve([(0, 0), (48, 18), (96, 78), (144, 156), (200, 230), (255, 255)]))
        case .fade:
            EffectParameters(
                matrix: ColorMatrix(
                    red: .init(0.764, 0.215, 0.021), green: .init(0.064, 0.915, 0.021),
                    blue: .init(0.064, 0.215, 0.721)),
                curve: ToneCurve([(0, 44), (64, 96), (128, 150), (192, 200), (255, 240)]))
        case .process:
            EffectParameters(
                red: ToneCurve([(0, 0), (64, 46), (128, 122), (192, 200), (255, 246)]),
                green: ToneCurve([(0, 0), (64, 60), (128, 138), (192, 210), (255, 252)]),
                blue: ToneCurve([(0, 34), (64, 86), (128, 146), (192, 202), (255, 246)]))
        case .mono:
            // Source: ITU-R BT.709-6, item 3.2: luma of the primaries of sRGB.
            EffectParameters(matrix: ColorMatrix(luma: .init(0.2126, 0.7152, 0.0722)))
        case .transfer:
            EffectParameters(
                red: ToneCurve([(0, 24), (64, 86), (128, 154), (192, 212), (255, 255)]),
                green: ToneCurve([(0, 18), (64, 70), (128, 132), (192, 192), (255, 242)]),
                blue: ToneCurve([(0, 28), (64, 66), (128, 112), (192, 160), (255, 212)]))
        case .sepia:
            EffectParameters(
                matrix: ColorMatrix(luma: .init(0.299, 0.587, 0.114)),
                red: ToneCurve([(0, 16), (64, 92), (128, 162), (192, 218), (255, 255)]),
                green: ToneCurve([(0, 8), (64, 62), (128, 126), (192, 188), (255, 240)]),
                blue: ToneCurve([(0, 4), (64, 40), (128, 94), (192, 150), (255, 208)]))
        case .chrome:
            EffectParameters(
                matrix: ColorMatrix(
                    red: .init(1.236, -0.215, -0.021), green: .init(-0.064, 1.085, -0.021),
                    blue: .init(-0.064, -0.215, 1.279)),
                curve: ToneCurve([(0, 0), (64, 54), (128, 132), (192, 206), (255, 255)]))
        case .instant:
            EffectParameters(
                matrix: ColorMatrix(
                    red: .init(0.764, 0.215, 0.021), green: .init(0.064, 0.915, 0.021),
                    blue: .init(0.064, 0.215, 0.721)),
                red: ToneCurve([(0, 34), (64, 88), (128, 152), (192, 210), (255, 250)]),
                green: ToneCurve([(0, 26), (64, 76), (128, 138), (192, 196), (255, 240)]),
                blue: ToneCurve([(0, 34), (64, 74), (128, 122), (192, 172), (255, 216)]))
        case .vignette:
            EffectParameters(vignette: Vignette(radius: 0.35, falloff: 0.7, strength: 0.65))
        }
    }
}

/// A mix of the channels of a pixel, in encoded sRGB values (IEC 61966-2-1), 0...255.
package struct ColorMatrix: Hashable, Sendable {
    /// The weights of red, green and blue.
    package typealias Row = SIMD3<Double>

    /// The row for red.
    package let red: Row
    /// The row for green.
    package let green: Row
    /// The row for blue.
    package let blue: Row

    /// The rows for blue, green and red, each with its weights in that order and an offset of 0, in
    /// units of 1/16384.
    var fixed: [Int32] {
        [blue, green, red].flatMap { row in
            [row.z, row.y, row.x, 0].map { Int32(($0 * 16384).rounded()) }
        }
    }

    /// True if grays stay gray.
    var keepsGray: Bool { [green, blue].allSatisfy { abs($0.sum() - red.sum()) < 0.0005 } }
}

extension ColorMatrix {
    /// Creates the matrix that converts colors to gray.
    fileprivate init(luma row: Row) { self.init(red: row, green: row, blue: row) }
}

/// A curve through control points that maps each of 256 values.
///
/// Between its points it is a cubic that is monotone where the points are; before the first and
/// after the last it is constant.
/// Source: F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", SIAM Journal
/// on Numerical Analysis 17 (1980), pp. 238-246, with the circle of radius 3 as bound.
package struct ToneCurve: Hashable, Sendable {
    /// A control point, both values in 0...255.
    package struct Point: Hashable, Sendable {
        /// The input value.
        package let input: Double
        /// The output value.
        package let output: Double
    }

    /// The control points by increasing input.
    package let points: [Point]

    /// Creates a curve from (input, output) pairs by increasing input; without pairs, the identity.
    package init(_ pairs: [(Double, Double)]) {
        points = pairs.map { Point(input: $0.0, output: $0.1) }
    }

    /// The identity curve.
    package static let identity = ToneCurve([])

    /// The outputs for 0, 1 … 255, rounded half up.
    package var table: [UInt8] {
        guard !points.isEmpty else { return (0...255).map { UInt8($0) } }
        let tangents = tangents
        return (0...255).map { value in
            let exact = output(of: Double(value), tangents)
            return UInt8(min(max((exact + 0.5).rounded(.down), 0), 255))
        }
    }

    /// The slopes between adjacent points.
    private var slopes: [Double] {
        zip(points, points.dropFirst()).map { from, to in
            (to.output - from.output) / (to.input - from.input)
        }
    }

    private var tangents: [Double] {
        let slopes = slopes
        guard let first = slopes.first, let last = slopes.last else { return [0] }
        var tangents = [first]
        for (before, after) in zip(slopes, slopes.dropFirst()) {
            tangents.append(before * after > 0 ? (before + after) / 2 : 0)
        }
        tangents.append(last)
        for (index, slope) in slopes.enumerated() {
            guard slope != 0 else {
                (tangents[index], tangents[index + 1]) = (0, 0)
                continue
            }
            let start = tangents[index] / slope
            let end = tangents[index + 1] / slope
            let length = (start * start + end * end).squareRoot()
            guard length > 3 else { continue }
            tangents[index] = 3 / length * start * slope
            tangents[index + 1] = 3 / length * end * slope
        }
        return tangents
    }

    private func output(of value: Double, _ tangents: [Double]) -> Double {
        guard let next = points.firstIndex(where: { $0.input > value }) else {
            return points[points.count - 1].output
        }
        guard next > 0 else { return points[0].output }
        let (from, to) = (points[next - 1], points[next])
        let length = to.input - from.input
        let t = (value - from.input) / length
        let rest = 1 - t
        return (1 + 2 * t) * rest * rest * from.output + t * rest * rest * length
            * tangents[next - 1]
            + t * t * (3 - 2 * t) * to.output - t * t * rest * length * tangents[next]
    }
}

/// A vignette, which darkens a picture toward its corners.
///
/// At the distance `r` from the center, in halves of the picture's diagonal (0 is the center, 1 a
/// corner), every channel is multiplied by `1 - intensity * strength * s(t)` with `t = clamp((r -
/// radius) / falloff, 0...1)` and the smooth step `s(t) = t * t * (3 - 2 * t)`. The effect
/// therefore looks the same at every size.
package struct Vignette: Hashable, Sendable {
    /// The distance at which darkening begins, in halves of the diagonal.
    package let radius: Double
    /// The further distance to full darkening, in halves of the diagonal.
    package let falloff: Double
    /// The amount of full darkening: 1 is black.
    package let strength: Double

    /// Returns the factors for values, in units of 1/65536, for squares of distances in units of
    /// 1/4096.
    ///
    /// - Parameter intensity: the intensity of the effect, 0...1.
    func gains(intensity: Double) -> [UInt32] {
        (0...4096).map { index in
            let distance = (Double(index) / 4096).squareRoot()
            let t = min(max((distance - radius) / falloff, 0), 1)
            let loss = intensity * strength * t * t * (3 - 2 * t)
            return UInt32(65536 - min(max((loss * 65536).rounded(), 0), 65536))
        }
    }
}
