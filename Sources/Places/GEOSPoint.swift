internal import CGEOS

/// A point of GEOS.
struct GEOSPoint: ~Copyable {
    let handle: OpaquePointer
    private let context: GEOSContext

    /// Makes a point of degrees.
    ///
    /// Throws: `failed`.
    init(longitude: Double, latitude: Double, context: GEOSContext) throws(PlacesError) {
        guard let handle = GEOSGeom_createPointFromXY_r(context.handle, longitude, latitude) else {
            throw context.failure()
        }
        self.handle = handle
        self.context = context
    }

    deinit {
        GEOSGeom_destroy_r(context.handle, handle)
    }
}
