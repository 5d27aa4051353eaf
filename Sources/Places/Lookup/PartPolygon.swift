internal import CGEOS

/// A part as a GEOS polygon; not for use by several threads at once, like its context.
final class PartPolygon {
    let context: GEOSContext
    let handle: OpaquePointer

    /// Decodes a part.
    ///
    /// - Throws: `damaged`, `failed`.
    init(_ part: IndexPart, of index: PlaceIndex, context: GEOSContext) throws(PlacesError) {
        var rings: [OpaquePointer?] = []
        var reader = try RingReader(part, in: index)
        do throws(PlacesError) {
            while let count = try reader.nextRing() {
                rings.append(try PartPolygon.ring(&reader, count, context))
            }
        } catch {
            for ring in rings { GEOSGeom_destroy_r(context.handle, ring) }
            throw error
        }
        let shell = rings.isEmpty ? nil : rings.removeFirst()
        // The polygon takes ownership of the rings, even if it cannot be created.
        let polygon = rings.withUnsafeMutableBufferPointer {
            GEOSGeom_createPolygon_r(context.handle, shell, $0.baseAddress, UInt32($0.count))
        }
        guard let polygon else { throw context.failure() }
        self.context = context
        handle = polygon
    }

    deinit {
        GEOSGeom_destroy_r(context.handle, handle)
    }

    /// True if a point is in the polygon or on its edge; tests every edge.
    ///
    /// - Throws: `failed`.
    func intersects(_ point: borrowing GEOSPoint) throws(PlacesError) -> Bool {
        switch GEOSIntersects_r(context.handle, handle, point.handle) {
        case 0: false
        case 1: true
        default: throw context.failure()
        }
    }

    private static func ring(
        _ reader: inout RingReader, _ count: Int, _ context: GEOSContext
    ) throws(PlacesError) -> OpaquePointer {
        // GEOS expects the first position again at the end.
        var numbers: [Double] = []
        numbers.reserveCapacity((count + 1) * 2)
        while let position = try reader.next() {
            numbers.append(position.longitudeDegrees)
            numbers.append(position.latitudeDegrees)
        }
        numbers.append(numbers[0])
        numbers.append(numbers[1])
        let positions = GEOSCoordSeq_copyFromBuffer_r(
            context.handle, numbers, UInt32(numbers.count / 2), 0, 0)
        guard let positions else { throw context.failure() }
        // The ring takes ownership of the positions, even if it cannot be created.
        guard let ring = GEOSGeom_createLinearRing_r(context.handle, positions) else {
            throw context.failure()
        }
        return ring
    }
}

/// A part as a GEOS polygon that is prepared for many point queries.
final class PreparedPolygon {
    private let polygon: PartPolygon
    private let prepared: OpaquePointer

    /// Decodes and prepares a part.
    ///
    /// - Throws: `damaged`, `failed`.
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

    /// True if a point is in the polygon or on its edge.
    ///
    /// - Throws: `failed`.
    func intersects(_ point: borrowing GEOSPoint) throws(PlacesError) -> Bool {
        switch GEOSPreparedIntersects_r(polygon.context.handle, prepared, point.handle) {
        case 0: false
        case 1: true
        default: throw polygon.context.failure()
        }
    }
}
