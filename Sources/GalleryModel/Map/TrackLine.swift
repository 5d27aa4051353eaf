public import Foundation

/// The line of a track: the recorded positions in order, without times.
package struct TrackLine: Hashable, Sendable {
    /// A position in units of 1e-6 degrees (11 centimeters at the equator), WGS 84.
    package struct Point: Hashable, Sendable {
        /// Units east, -180,000,000...180,000,000.
        package var longitude: Int32
        /// Units north, -90,000,000...90,000,000.
        package var latitude: Int32

        /// The number of units per degree.
        package static let unitsPerDegree = 1_000_000.0

        /// Creates a point.
        package init(longitude: Int32, latitude: Int32) {
            self.longitude = longitude
            self.latitude = latitude
        }

        /// Rounds a coordinate to the nearest point.
        package init(_ coordinate: Coordinate) {
            // Coordinates are in range, so their units fit into 32 bits.
            longitude = Int32((coordinate.longitude * Self.unitsPerDegree).rounded())
            latitude = Int32((coordinate.latitude * Self.unitsPerDegree).rounded())
        }
    }

    /// Continuous segments of at least one point, separated by gaps in the recording.
    ///
    /// Consecutive points are connected the shorter way around the Earth.
    package var segments: [[Point]]

    /// Creates a line.
    package init(segments: [[Point]]) { self.segments = segments }

    /// The total number of points.
    package var pointCount: Int { segments.reduce(0) { $0 + $1.count } }

    /// Returns longitudes in degrees without a jump at the antimeridian; they can exceed 180 or
    /// -180.
    ///
    /// - Parameters:
    ///   - points: the points.
    ///   - start: the longitude in degrees that the first point is placed closest to; nil to keep
    ///     it as it is.
    package static func longitudes(of points: [Point], from start: Double? = nil) -> [Double] {
        var last = start
        return points.map { point in
            var longitude = Double(point.longitude) / Point.unitsPerDegree
            if let last { longitude += ((last - longitude) / 360).rounded() * 360 }
            last = longitude
            return longitude
        }
    }

    /// The bounding box, which crosses the antimeridian if the line does; nil without points.
    package var bounds: CoordinateBox? {
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

/// A track whose line is stored in the catalog.
public struct RecordedTrack: Hashable, Sendable {
    /// The catalog ID; never reused.
    public var id: Int64
    /// The name in its file, or else the file name.
    public var name: String
    /// The name of its file.
    public var fileName: String
    /// The time of the first fix.
    public var dateFrom: Date
    /// The time of the last fix.
    public var dateTo: Date
    /// The bounding box of the line.
    public var bounds: CoordinateBox
    /// The number of points of the line.
    public var points: Int
    /// The date it was stored.
    public var dateAdded: Date

    /// Creates a track.
    package init(
        id: Int64, name: String, fileName: String, dateFrom: Date, dateTo: Date,
        bounds: CoordinateBox, points: Int, dateAdded: Date
    ) {
        self.id = id
        self.name = name
        self.fileName = fileName
        self.dateFrom = dateFrom
        self.dateTo = dateTo
        self.bounds = bounds
        self.points = points
        self.dateAdded = dateAdded
    }
}
