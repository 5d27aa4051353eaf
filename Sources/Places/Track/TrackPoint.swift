package import GalleryModel

/// One fix of a GPS receiver.
package struct TrackPoint: Hashable, Sendable {
    /// When it was made, in seconds since 1970-01-01 UTC, leap seconds not counted.
    package var time: Double
    /// Where; the altitude is in metres above the sea, as far as the receiver knows.
    package var coordinate: Coordinate

    /// Makes a fix.
    package init(time: Double, coordinate: Coordinate) {
        self.time = time
        self.coordinate = coordinate
    }
}
