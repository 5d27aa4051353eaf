package import GalleryModel

/// Where a photo stands on a map.
package struct MapPosition: Hashable, Sendable {
    /// The photo.
    package var photo: PhotoID
    /// Its position, else its home.
    package var coordinate: Coordinate
    /// What that is.
    package var source: PositionSource
    /// When it was taken by the camera's clock, else added: seconds, as if that clock were UTC's.
    package var date: Int64

    /// Makes a position.
    package init(photo: PhotoID, coordinate: Coordinate, source: PositionSource, date: Int64) {
        self.photo = photo
        self.coordinate = coordinate
        self.source = source
        self.date = date
    }
}
