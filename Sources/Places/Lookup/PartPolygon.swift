internal import CGEOS

/// A part as a GEOS polygon; not for use by several threads at once, like its context.
final class PartPolygon {
    private let context: GEOSContext
    private let handle: OpaquePointer
    private var prepared: OpaquePointer?

    /// Decodes a part.
    ///
    /// - Parameter isPrepared: true for many point queries; false to test every edge.
    /// - Throws: `damaged`, `failed`.
    init(
        _ part: IndexPart, of index: PlaceIndex, context: GEOSContext, isPrepared: Bool
    ) throws(PlacesError) {
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
        guard isPrepared else { return }
        prepared = GEOSPrepare_r(context.handle, polygon)
        guard prepared != nil else { throw context.failure() }
    }

    deinit {
        if let prepared { GEOSPreparedGeom_destroy_r(context.handle, prepared) }
        GEOSGeom_destroy_r(context.handle, handle)
    }

    /// True if a position in degrees is in the polygon or on its edge.
    ///
    /// - Throws: `failed`.
    func contains(longitude: Double, latitude: Double) throws(PlacesError) -> Bool {
        guard let point = GEOSGeom_createPointFromXY_r(context.handle, longitude, latitude) else {
            throw context.failure()
        }
        defer { GEOSGeom_destroy_r(context.handle, point) }
        let answer =
            prepared.map { GEOSPreparedIntersects_r(context.handle, $0, point) }
            ?? GEOSIntersects_r(context.handle, handle, point)
        return switch answer {
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
