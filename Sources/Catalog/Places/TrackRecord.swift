import Foundation
package import GalleryModel

/// A track to store: the SHA-256 of its file, hexadecimal, its name, the name of its file, its
/// first and last second since 1970-01-01 UTC, and its line.
package typealias TrackRecord = (
    sha256: String, name: String, fileName: String, times: ClosedRange<Int64>, line: TrackLine
)

extension RecordedTrack {
    /// The columns that `init` reads.
    enum Column: Int, StatementColumns {
        case id, name, fileName, dateFrom, dateTo, west, south, east, north, points, dateAdded
    }

    init(_ row: StatementRow<Column>) {
        let edges = [Column.west, .south, .east, .north].map { row.optionalDouble($0) ?? 0 }
        self.init(
            id: row.integer(.id), name: row.text(.name), fileName: row.text(.fileName),
            dateFrom: row.date(.dateFrom), dateTo: row.date(.dateTo),
            // The table's own checks ensure a valid box.
            bounds: CoordinateBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
                ?? .everywhere,
            points: row.count(.points), dateAdded: row.date(.dateAdded))
    }
}

/// The encoding of a line in the catalog.
///
/// The byte 1, then numbers with 7 bits per byte, the lowest first, with the highest bit set in all
/// bytes but the last: the number of segments; for each segment the number of points; for each
/// point its distance east and north of the previous point (the first: of 0, 0), in units of 1e-6
/// degrees, the shorter way around the Earth, with the sign in the lowest bit. A point of a walk
/// takes three to four bytes.
///
/// Source: https://protobuf.dev/programming-guides/encoding/ ("Base 128 Varints", "ZigZag")
extension TrackLine {
    private static let format: UInt8 = 1
    private static let turn: Int64 = 360_000_000

    /// The line as bytes.
    var blob: [UInt8] {
        var blob = [Self.format]
        var last = Point(longitude: 0, latitude: 0)
        Self.append(UInt64(segments.count), to: &blob)
        for segment in segments {
            Self.append(UInt64(segment.count), to: &blob)
            for point in segment {
                var east = Int64(point.longitude) - Int64(last.longitude)
                if east > Self.turn / 2 { east -= Self.turn }
                if east < -Self.turn / 2 { east += Self.turn }
                Self.append(Self.zigzag(east), to: &blob)
                Self.append(Self.zigzag(Int64(point.latitude) - Int64(last.latitude)), to: &blob)
                last = point
            }
        }
        return blob
    }

    /// Decodes bytes; nil if they are not a line.
    init?(blob: some Sequence<UInt8>) {
        var bytes = blob.makeIterator()
        guard bytes.next() == Self.format, let count = Self.number(&bytes) else { return nil }
        var segments: [[Point]] = []
        var (longitude, latitude): (Int64, Int64) = (0, 0)
        // No capacity is reserved by these counts: for false ones, the bytes end sooner.
        for _ in 0..<count {
            guard let points = Self.number(&bytes) else { return nil }
            var segment: [Point] = []
            for _ in 0..<points {
                guard let east = Self.number(&bytes), let north = Self.number(&bytes) else {
                    return nil
                }
                longitude += Self.signed(east)
                latitude += Self.signed(north)
                if longitude > Self.turn / 2 { longitude -= Self.turn }
                if longitude < -Self.turn / 2 { longitude += Self.turn }
                guard abs(longitude) <= Self.turn / 2, abs(latitude) <= Self.turn / 4 else {
                    return nil
                }
                segment.append(Point(longitude: Int32(longitude), latitude: Int32(latitude)))
            }
            segments.append(segment)
        }
        guard bytes.next() == nil else { return nil }
        self.init(segments: segments)
    }

    private static func append(_ number: UInt64, to blob: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            blob.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        blob.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The next number, of at most 35 bits; nil at the end and for a larger one.
    private static func number(_ bytes: inout some IteratorProtocol<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 35, by: 7) {
            guard let byte = bytes.next() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    private static func zigzag(_ number: Int64) -> UInt64 {
        UInt64(bitPattern: (number << 1) ^ (number >> 63))
    }

    private static func signed(_ number: UInt64) -> Int64 {
        Int64(number >> 1) ^ -Int64(number & 1)
    }
}
