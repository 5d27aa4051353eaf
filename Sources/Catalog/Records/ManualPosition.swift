package import GalleryModel

/// A position that a person gave a photo; it stands before the photo's own.
package struct ManualPosition: Hashable, Sendable {
    /// Where the photo was taken.
    package var coordinate: Coordinate
    /// Where the position comes from.
    package var source: PositionSource
    /// The name of the track's file; nil where it has none.
    package var track: String?

    /// Makes a position.
    package init(coordinate: Coordinate, source: PositionSource = .track, track: String? = nil) {
        self.coordinate = coordinate
        self.source = source
        self.track = track
    }
}

/// What giving positions changed.
package struct PositionsChange: Hashable, Sendable {
    /// The entry of the journal; nil where nothing changed.
    package var id: Int64?
    /// How many photos have another position now.
    package var count = 0
    /// Photos that were left alone because they had a position already.
    package var kept: [PhotoID] = []
    /// How many tracks were stored.
    package var tracks = 0
}

/// A photo with what matching it with a track needs.
package struct TrackCandidate: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// When it was taken, `YYYY:MM:DD HH:MM:SS` on the clock of the camera.
    package var dateTimeOriginal: String?
    /// The clock's offset from UTC, `+HH:MM`, `-HH:MM` or `Z`.
    package var offsetTimeOriginal: String?
    /// The photo's own position.
    package var coordinate: Coordinate?
    /// The position that a person gave it.
    package var given: ManualPosition?
    /// The title, for messages.
    package var title: String?
    /// The name of the imported file, for messages.
    package var fileName: String?
}
