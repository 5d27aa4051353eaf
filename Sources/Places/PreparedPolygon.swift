internal import CGEOS

/// A part as a polygon of GEOS, prepared for many questions about points.
final class PreparedPolygon {
    private let polygon: PartPolygon
    private let prepared: OpaquePointer

    /// Decodes a part.
    ///
    /// Throws: `damaged`, `failed`.
    init(_ part: IndexPart, of index: PlaceIndex, context: GEOSContext) throws(PlacesError) {
        polygon = try PartPolygon(part, of: index, context: context)
        guard let prepared = GEOSPrepare_r(context.handle, polygon.handle) else {
            throw context.failure()
        }
        self.prepared = prepared
    }

    deinit {
        GEOSPreparedGeom_destroy_r(polygon.context.handle, prepared)
    }

    /// Whether a point lies in the polygon or on its edge.
    ///
    /// Throws: `failed`.
    func intersects(_ point: borrowing GEOSPoint) throws(PlacesError) -> Bool {
        switch GEOSPreparedIntersects_r(polygon.context.handle, prepared, point.handle) {
        case 0: false
        case 1: true
        default: throw polygon.context.failure()
        }
    }
}
