package import GalleryModel

/// What stands in for the position of photos that have none.
///
/// A home is kept by photo and stands for where one lived then: a new one does not move it. Photos of the
/// camera alone have one.
package enum HomeChoice: Hashable, Sendable {
    /// The homes that are recorded, and no new ones.
    case keep
    /// A home for photos that have neither a position nor a home.
    case fill(Coordinate)
    /// A home for photos that have no position, whatever home they had.
    case replace(Coordinate)
    /// No home: those that are recorded are taken away.
    case clear
}

/// A photo whose place is to be looked up.
package struct PlaceWork: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The position to look up.
    package var coordinate: Coordinate
    /// Where the position comes from.
    package var source: PositionSource
    /// Whether it is a home that is not recorded as the photo's yet.
    package var isNewHome: Bool

    /// Makes a piece of work.
    package init(
        photoID: PhotoID, coordinate: Coordinate, source: PositionSource, isNewHome: Bool = false
    ) {
        self.photoID = photoID
        self.coordinate = coordinate
        self.source = source
        self.isNewHome = isNewHome
    }
}

/// What a page of photos needs for their places to be known.
package struct PlaceWorkPage: Sendable {
    /// All photos of the page, in the order of the scope.
    package var ids: [PhotoID] = []
    /// The photos to look up.
    package var works: [PlaceWork] = []
    /// The photos whose place is known.
    package var upToDate: [PhotoID] = []
    /// The photos that have no position, and no fallback home.
    package var positionless: [PhotoID] = []
    /// Those of the positionless that are not of the camera, so that no home stands in for them.
    package var foreign: [PhotoID] = []
    /// The photos of the page whose home is to be taken away, with `HomeChoice.clear`: see `removeHomes`.
    ///
    /// Those that have no position are positionless, too; those that have one are one of the others.
    package var clearing: [PhotoID] = []
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
    /// Whether it is a home that becomes the photo's with its place.
    package var isNewHome: Bool
    /// What the index says.
    package var place: Place

    /// Makes a result.
    package init(
        photoID: PhotoID, coordinate: Coordinate, source: PositionSource, isNewHome: Bool = false,
        place: Place
    ) {
        self.photoID = photoID
        self.coordinate = coordinate
        self.source = source
        self.isNewHome = isNewHome
        self.place = place
    }

    /// Makes the result of a piece of work.
    package init(_ work: PlaceWork, place: Place) {
        self.init(
            photoID: work.photoID, coordinate: work.coordinate, source: work.source,
            isNewHome: work.isNewHome, place: place)
    }
}
