/// A box in units of the index; its edges belong to it.
struct GridBounds: Hashable {
    var west: Int32
    var south: Int32
    var east: Int32
    var north: Int32

    init(west: Int32, south: Int32, east: Int32, north: Int32) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Reads the bounds at the beginning of a part's row; the caller has checked that it is there.
    init(_ bytes: UnsafeRawBufferPointer, at row: Int) {
        west = bytes.signed32(at: row)
        south = bytes.signed32(at: row + 4)
        east = bytes.signed32(at: row + 8)
        north = bytes.signed32(at: row + 12)
    }

    /// The bounds of one position.
    init(_ position: GridPosition) {
        self.init(
            west: position.longitude, south: position.latitude, east: position.longitude,
            north: position.latitude)
    }

    /// The units around a position in degrees, one more on each side against rounding.
    init(around longitude: Double, _ latitude: Double) {
        let x = (longitude * GridPosition.unitsPerDegree).rounded(.down)
        let y = (latitude * GridPosition.unitsPerDegree).rounded(.down)
        self.init(
            west: Int32(x) - 1, south: Int32(y) - 1, east: Int32(x) + 2, north: Int32(y) + 2)
    }

    mutating func include(_ position: GridPosition) {
        west = min(west, position.longitude)
        south = min(south, position.latitude)
        east = max(east, position.longitude)
        north = max(north, position.latitude)
    }

    var isValid: Bool {
        west <= east && south <= north
            && GridPosition.longitudes.contains(west) && GridPosition.longitudes.contains(east)
            && GridPosition.latitudes.contains(south) && GridPosition.latitudes.contains(north)
    }

    func touches(_ other: GridBounds) -> Bool {
        west <= other.east && east >= other.west && south <= other.north && north >= other.south
    }
}
