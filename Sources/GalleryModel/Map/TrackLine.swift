/// The line of a track: where a receiver was, one point after the other, without times.
public struct TrackLine: Hashable, Sendable {
    /// A point, in units of 1e-6 degrees (11 centimetres at the equator), WGS 84.
    public struct Point: Hashable, Sendable {
        /// Units east, -180,000,000...180,000,000.
        public var longitude: Int32
        /// Units north, -90,000,000...90,000,000.
        public var latitude: Int32

        /// How many units a degree has.
        public static let unitsPerDegree = 1_000_000.0

        /// Makes a point.
        public init(longitude: Int32, latitude: Int32) {
            self.longitude = longitude
            self.latitude = latitude
        }

        /// The point nearest to a position.
        public init(_ coordinate: Coordinate) {
            // Coordinates are within the Earth, so that their units are within 32 bits.
            longitude = Int32((coordinate.longitude * Self.unitsPerDegree).rounded())
            latitude = Int32((coordinate.latitude * Self.unitsPerDegree).rounded())
        }
    }

    /// Pieces without a break, each of at least one point: between two of them the receiver was off.
    ///
    /// A line from one point to the next goes the shorter way round the Earth.
    public var segments: [[Point]]

    /// Makes a line.
    public init(segments: [[Point]]) {
        self.segments = segments
    }

    /// How many points all segments have together.
    public var pointCount: Int { segments.reduce(0) { $0 + $1.count } }

    /// The longitudes of points in degrees without a step at the antimeridian: they may go beyond 180 or -180.
    ///
    /// - Parameters:
    ///   - points: the points.
    ///   - start: the longitude in degrees that the first one is told next to; nil tells it as it is.
    public static func longitudes(of points: [Point], from start: Double? = nil) -> [Double] {
        var last = start
        return points.map { point in
            var longitude = Double(point.longitude) / Point.unitsPerDegree
            if let last { longitude += ((last - longitude) / 360).rounded() * 360 }
            last = longitude
            return longitude
        }
    }

    /// A box with all of the line, across the antimeridian where the line crosses it; nil without points.
    public var bounds: CoordinateBox? {
        var (west, east) = (Double.infinity, -Double.infinity)
        var (south, north) = (Int32.max, Int32.min)
        var last: Double?
        for segment in segments {
            for longitude in Self.longitudes(of: segment, from: last) {
                (west, east, last) = (min(west, longitude), max(east, longitude), longitude)
            }
            for point in segment {
                (south, north) = (min(south, point.latitude), max(north, point.latitude))
            }
        }
        guard last != nil else { return nil }
        func wrapped(_ longitude: Double) -> Double {
            (-180...180).contains(longitude)
                ? longitude : longitude - ((longitude + 180) / 360).rounded(.down) * 360
        }
        let isWhole = east - west >= 360
        return CoordinateBox(
            west: isWhole ? -180 : wrapped(west), south: Double(south) / Point.unitsPerDegree,
            east: isWhole ? 180 : wrapped(east), north: Double(north) / Point.unitsPerDegree)
    }
}
