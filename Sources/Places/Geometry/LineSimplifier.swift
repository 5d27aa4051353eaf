/// Simplifies lines.
///
/// In the worst case it takes time quadratic in the number of points, so long lines are simplified
/// in pieces whose ends are kept.
/// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points", 1973.
package enum LineSimplifier {
    private static let pieceLength = 1024

    /// A point in any plane; finite numbers.
    package typealias Point = (x: Double, y: Double)

    /// Returns the indices of a line's points to keep, in order, including the first and the last.
    ///
    /// - Parameter tolerance: the maximum distance of a dropped point from the simplified line, in
    ///   the plane's units.
    package static func kept(of points: [Point], within tolerance: Double) -> [Int] {
        var kept = Array(points.indices.prefix(1))
        var sections = stride(from: 0, to: points.count - 1, by: pieceLength).map {
            (first: $0, last: min($0 + pieceLength, points.count - 1))
        }
        while let (first, last) = sections.popLast() {
            var farthest = (index: first, distance: -1.0)
            for index in (first + 1)..<last {
                let distance = distance(points[index], toLineFrom: points[first], to: points[last])
                if distance > farthest.distance { farthest = (index, distance) }
            }
            if farthest.distance > tolerance {
                sections += [(first, farthest.index), (farthest.index, last)]
            } else {
                kept.append(last)
            }
        }
        return kept.sorted()
    }

    private static func distance(
        _ point: Point, toLineFrom start: Point, to end: Point
    ) -> Double {
        func distance(to end: Point) -> Double {
            let (across, up) = (point.x - end.x, point.y - end.y)
            return (across * across + up * up).squareRoot()
        }
        let (across, up) = (end.x - start.x, end.y - start.y)
        let square = across * across + up * up
        let share = ((point.x - start.x) * across + (point.y - start.y) * up) / square
        if start == end || share <= 0 { return distance(to: start) }
        if share >= 1 { return distance(to: end) }
        let height = ((start.y - point.y) * across - (start.x - point.x) * up) / square
        return abs(height) * square.squareRoot()
    }
}
