/// A position in units of the index: 1e-5 degrees.
struct GridPosition: Hashable, Sendable {
    var longitude: Int32
    var latitude: Int32

    static let unitsPerDegree = 100_000.0
    static let longitudes: ClosedRange<Int32> = -18_000_000...18_000_000
    static let latitudes: ClosedRange<Int32> = -9_000_000...9_000_000

    // A division of two exact numbers gives the double that the decimal text gives too.
    var longitudeDegrees: Double { Double(longitude) / GridPosition.unitsPerDegree }
    var latitudeDegrees: Double { Double(latitude) / GridPosition.unitsPerDegree }
}
