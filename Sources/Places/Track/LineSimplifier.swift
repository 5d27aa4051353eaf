internal import CGEOS

/// Leaves points out of lines by the rule of Douglas and Peucker, which GEOS has; one thread's.
///
/// GEOS calls itself as deep as a line has points at worst, and looks at the square of their number: long
/// lines are simplified piece by piece, whose ends stay.
/// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points", 1973.
package final class LineSimplifier {
    private static let pieceLength = 1024
    private let context: GEOSContext

    /// Makes a simplifier.
    ///
    /// - Throws: `failed` where there is not enough memory.
    package init() throws(PlacesError) {
        context = try GEOSContext()
    }

    /// The numbers of the points that stay, in order, the first and the last one among them.
    ///
    /// - Parameters:
    ///   - points: the line, in any plane; finite numbers.
    ///   - tolerance: how far a point that is left out may be from what is left, in the plane's units.
    /// - Throws: `failed` where GEOS gives up.
    package func kept(
        of points: [(x: Double, y: Double)], within tolerance: Double
    ) throws(PlacesError) -> [Int] {
        guard points.count > 2 else { return Array(points.indices) }
        var kept = [0]
        var start = 0
        while start < points.count - 1 {
            let end = min(start + Self.pieceLength, points.count - 1)
            kept += try self.kept(points[start...end], within: tolerance)
            start = end
        }
        return kept
    }

    /// The points of a piece that stay, but for its first one.
    private func kept(
        _ piece: ArraySlice<(x: Double, y: Double)>, within tolerance: Double
    ) throws(PlacesError) -> [Int] {
        guard piece.count > 2 else { return Array(piece.indices.dropFirst()) }
        // The third number of a point is which one it is.
        let numbers = zip(piece.indices, piece).flatMap { [$1.x, $1.y, Double($0)] }
        guard
            let sequence = GEOSCoordSeq_copyFromBuffer_r(
                context.handle, numbers, UInt32(clamping: piece.count), 1, 0)
        else { throw context.failure() }
        // The line owns the sequence, also where it cannot be made.
        guard let line = GEOSGeom_createLineString_r(context.handle, sequence) else {
            throw context.failure()
        }
        defer { GEOSGeom_destroy_r(context.handle, line) }
        guard let simple = GEOSSimplify_r(context.handle, line, tolerance) else {
            throw context.failure()
        }
        defer { GEOSGeom_destroy_r(context.handle, simple) }
        guard let rest = GEOSGeom_getCoordSeq_r(context.handle, simple) else {
            throw context.failure()
        }
        var count: UInt32 = 0
        guard GEOSCoordSeq_getSize_r(context.handle, rest, &count) == 1 else {
            throw context.failure()
        }
        var left = [Double](repeating: 0, count: Int(count) * 3)
        guard count >= 2, GEOSCoordSeq_copyToBuffer_r(context.handle, rest, &left, 1, 0) == 1 else {
            throw context.failure()
        }
        return stride(from: 5, to: left.count, by: 3).compactMap { place in
            Int(exactly: left[place]).flatMap { piece.indices.contains($0) ? $0 : nil }
        }
    }
}
