package import GalleryModel

/// A photo whose place is to be looked up.
package struct PlaceWork: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The position to look up.
    package var coordinate: Coordinate
    /// Where the position comes from.
    package var source: PositionSource

    /// Makes a piece of work.
    package init(photoID: PhotoID, coordinate: Coordinate, source: PositionSource) {
        self.photoID = photoID
        self.coordinate = coordinate
        self.source = source
    }
}

/// What a page of photos needs for their places to be known.
package struct PlaceWorkPage: Sendable {
    /// The photos to look up.
    package var works: [PlaceWork] = []
    /// The photos whose place is known.
    package var upToDate: [PhotoID] = []
    /// The photos that have no position, and no home that stands in.
    package var positionless: [PhotoID] = []
    /// Where to go on; nil at the end.
    package var next: Int64?
}

/// What the index of places says about a photo's position.
package struct LocatedPhoto: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The position that was looked up.
    package var coordinate: Coordinate
    /// Where the position comes from.
    package var source: PositionSource
    /// What the index says.
    package var place: Place

    /// Makes a result.
    package init(
        photoID: PhotoID, coordinate: Coordinate, source: PositionSource, place: Place
    ) {
        self.photoID = photoID
        self.coordinate = coordinate
        self.source = source
        self.place = place
    }

    /// Makes the result of a piece of work.
    package init(_ work: PlaceWork, place: Place) {
        self.init(
            photoID: work.photoID, coordinate: work.coordinate, source: work.source, place: place)
    }
}

/// How many photos each place has.
package struct PlaceCounts: Hashable, Sendable {
    /// The places, most photos first; photos at sea are a place without names.
    package var counts: [PlaceCount]
    /// How many photos have no place: without a position, or not looked up yet.
    package var unplaced: Int
}
