import GalleryModel

/// The Morton code of a point of the map: the bits of its row and its column, by turns.
///
/// All points of a cell have one beginning, so that in order of the codes they stand together.
/// Source: G. M. Morton, "A Computer Oriented Geodetic Data Base", IBM, 1966.
struct MortonCode: Hashable, Comparable, Sendable {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(_ point: MercatorPoint) {
        bits = Self.spread(point.x) | Self.spread(point.y) << 1
    }

    /// The point.
    var point: MercatorPoint {
        MercatorPoint(x: Self.gathered(bits), y: Self.gathered(bits >> 1))
    }

    static func < (left: MortonCode, right: MortonCode) -> Bool { left.bits < right.bits }

    /// Puts a zero before each bit.
    private static func spread(_ number: UInt32) -> UInt64 {
        var bits = UInt64(number)
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    /// Takes every other bit.
    private static func gathered(_ bits: UInt64) -> UInt32 {
        var bits = bits & 0x5555_5555_5555_5555
        bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
        bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: bits | bits >> 16)
    }
}
