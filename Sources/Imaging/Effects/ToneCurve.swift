/// A curve through control points that tells what becomes of each of 256 values.
///
/// Between its points it is a cubic that rises and falls only where they do; before the first and
/// behind the last one it is level. Source: F. N. Fritsch and R. E. Carlson, "Monotone Piecewise
/// Cubic Interpolation", SIAM Journal on Numerical Analysis 17 (1980), pp. 238-246, with the circle
/// of radius 3 as bound.
package struct ToneCurve: Hashable, Sendable {
    /// A control point, both values in 0...255.
    package struct Point: Hashable, Sendable {
        /// The value before.
        package let input: Double
        /// The value after.
        package let output: Double
    }

    /// The control points by rising input.
    package let points: [Point]

    /// Makes a curve of (input, output) pairs, by rising input; without any it changes nothing.
    package init(_ pairs: [(Double, Double)]) {
        points = pairs.map { Point(input: $0.0, output: $0.1) }
    }

    /// The curve that changes nothing.
    package static let identity = ToneCurve([])

    /// What becomes of 0, 1 … 255, rounded half up.
    package var table: [UInt8] {
        guard !points.isEmpty else { return (0...255).map { UInt8($0) } }
        let tangents = tangents
        return (0...255).map { value in
            let exact = output(of: Double(value), tangents)
            return UInt8(min(max((exact + 0.5).rounded(.down), 0), 255))
        }
    }

    /// The slopes of the straight lines between neighbours.
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
