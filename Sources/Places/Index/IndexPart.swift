/// A polygon of a region, as a row of the parts table.
struct IndexPart {
    let number: Int
    let bounds: GridBounds
    /// The geometry's bytes, from the start of the file.
    let geometry: Range<Int>
    let region: Int

    /// Reads a part by number after checking its row's page.
    ///
    /// - Throws: `damaged`.
    init(_ number: Int, in index: PlaceIndex) throws(PlacesError) {
        let row = try index.element(number, of: .parts)
        let bytes = index.bytes
        bounds = GridBounds(bytes, at: row)
        region = Int(bytes.integer16(at: row + 24))
        let offset = Int(bytes.integer32(at: row + 16))
        let length = Int(bytes.integer32(at: row + 20))
        let section = index.layout[.geometry]
        guard bounds.isValid, region < index.layout[.regions].count, offset <= section.length,
            length <= section.length - offset
        else { throw index.damaged("part \(number) has an invalid bound, region or geometry") }
        self.number = number
        geometry = (section.offset + offset)..<(section.offset + offset + length)
    }
}

/// Reads a part's rings position by position from the bytes of the index.
///
/// Every ring has at least 3 positions; the first is not repeated at the end.
struct RingReader {
    private let bytes: UnsafeRawBufferPointer
    private let index: PlaceIndex
    private let part: IndexPart
    private let end: Int
    /// Offset of the next number, in bytes from the start of the file.
    private(set) var offset: Int
    private var ringsLeft = 0
    private var positionsLeft = 0
    private(set) var position = GridPosition(longitude: 0, latitude: 0)

    /// Starts at the beginning of a part after checking its pages.
    ///
    /// - Throws: `damaged`.
    init(_ part: IndexPart, in index: PlaceIndex) throws(PlacesError) {
        try index.check(part.geometry)
        self.index = index
        self.part = part
        bytes = index.bytes
        offset = part.geometry.lowerBound
        end = part.geometry.upperBound
        let rings = Int(try number())
        // A ring takes at least a count and three positions of two bytes each.
        guard rings > 0, rings <= (end - offset) / 7 else { throw broken() }
        ringsLeft = rings
    }

    /// Resumes at a position inside a ring that an earlier reader has passed.
    init(_ part: IndexPart, in index: PlaceIndex, at position: GridPosition, offset: Int) {
        self.index = index
        self.part = part
        self.position = position
        self.offset = offset
        bytes = index.bytes
        end = part.geometry.upperBound
        positionsLeft = Int.max
    }

    /// Starts the next ring and returns its number of positions; nil after the last ring.
    ///
    /// - Throws: `damaged`.
    mutating func nextRing() throws(PlacesError) -> Int? {
        guard ringsLeft > 0 else {
            guard offset == end else { throw broken() }
            return nil
        }
        ringsLeft -= 1
        let count = Int(try number())
        guard count >= 3, count <= (end - offset) / 2 else { throw broken() }
        positionsLeft = count
        position = GridPosition(longitude: 0, latitude: 0)
        return count
    }

    /// Returns the next position of the ring; nil after the last.
    ///
    /// - Throws: `damaged`.
    mutating func next() throws(PlacesError) -> GridPosition? {
        guard positionsLeft > 0 else { return nil }
        positionsLeft -= 1
        // Sums of 32-bit numbers fit in 64 bits; positions outside the bounds are rejected below.
        let longitude = Int64(position.longitude) + RingReader.signed(try number())
        let latitude = Int64(position.latitude) + RingReader.signed(try number())
        guard longitude >= Int64(part.bounds.west), longitude <= Int64(part.bounds.east),
            latitude >= Int64(part.bounds.south), latitude <= Int64(part.bounds.north)
        else { throw broken() }
        position = GridPosition(
            longitude: Int32(truncatingIfNeeded: longitude),
            latitude: Int32(truncatingIfNeeded: latitude))
        return position
    }

    /// Reads a LEB128 number of at most 32 bits.
    private mutating func number() throws(PlacesError) -> UInt32 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < end, shift < 35 {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 {
                guard let number = UInt32(exactly: value) else { throw broken() }
                return number
            }
            shift += 7
        }
        throw broken()
    }

    private static func signed(_ number: UInt32) -> Int64 {
        Int64(number >> 1) ^ -Int64(number & 1)
    }

    private func broken() -> PlacesError {
        index.damaged("the geometry of part \(part.number) is invalid")
    }
}
