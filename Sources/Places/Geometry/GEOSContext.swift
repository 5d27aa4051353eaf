internal import CGEOS

/// A GEOS context with a buffer for its last message; not for use by several threads at once.
final class GEOSContext {
    let handle: GEOSContextHandle_t
    private let message: UnsafeMutablePointer<gallery_geos_message>

    /// - Throws: `failed` if memory runs out.
    init() throws(PlacesError) {
        message = .allocate(capacity: 1)
        message.initialize(to: gallery_geos_message())
        guard let handle = gallery_geos_create(message) else {
            message.deallocate()
            throw .failed(reason: "out of memory")
        }
        self.handle = handle
    }

    deinit {
        GEOS_finish_r(handle)
        message.deallocate()
    }

    /// Returns the error for a failed call, with the message of GEOS.
    func failure() -> PlacesError {
        let text = withUnsafeBytes(of: &message.pointee.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .failed(reason: text.isEmpty ? "GEOS gave no reason" : "GEOS: \(text)")
    }
}

/// Simplifies lines with the Douglas-Peucker algorithm of GEOS; not for use by several threads at
/// once.
///
/// In the worst case GEOS recurses once per point and takes time quadratic in their number, so long
/// lines are simplified in pieces whose ends are kept.
/// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points", 1973.
package final class LineSimplifier {
    private static let pieceLength = 1024
    private let context: GEOSContext

    /// Makes a simplifier.
    ///
    /// - Throws: `failed` if memory runs out.
    package init() throws(PlacesError) { context = try GEOSContext() }

    /// Returns the indices of the points to keep, in order, including the first and the last.
    ///
    /// - Parameters:
    ///   - points: the line, in any plane; finite numbers.
    ///   - tolerance: the maximum distance of a dropped point from the simplified line, in the
    ///     plane's units.
    /// - Throws: `failed` if GEOS fails.
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

    /// Returns the indices of a piece's points to keep, without its first.
    private func kept(
        _ piece: ArraySlice<(x: Double, y: Double)>, within tolerance: Double
    ) throws(PlacesError) -> [Int] {
        guard piece.count > 2 else { return Array(piece.indices.dropFirst()) }
        // The third coordinate carries the index of the point.
        let numbers = zip(piece.indices, piece).flatMap { [$1.x, $1.y, Double($0)] }
        guard
            let sequence = GEOSCoordSeq_copyFromBuffer_r(
                context.handle, numbers, UInt32(clamping: piece.count), 1, 0)
        else { throw context.failure() }
        // The line takes ownership of the sequence, even if it cannot be created.
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
