public import Basics
import Foundation
public import GalleryModel

/// A position, a photo or a file with the place that was found for it: a row of `gallery locate`.
public struct LocatedItem: Hashable, Sendable {
    /// The photo's catalog id; nil for files and bare positions.
    public var photoID: PhotoID?
    /// The photo's title or the name of its file; nil for files and bare positions.
    public var title: String?
    /// The file; nil for bare positions and photos without a stored picture.
    public var path: BytePath?
    /// The position, of the photo or as it was given; nil where none is known.
    public var coordinate: Coordinate?
    /// Where the position comes from; nil for bare positions and where none is known.
    public var source: PositionSource?
    /// What the index says; nil where there was nothing to look up.
    public var place: Place?
    /// What is odd about the position: `name: text`, joined by `; `.
    public var warning: String?
    /// Why there is no answer: the value, the cause and the next step; nil where all went well.
    public var error: String?

    /// Makes an item that says nothing yet.
    public init(photoID: PhotoID? = nil, path: BytePath? = nil) {
        self.photoID = photoID
        self.path = path
    }

    /// Makes the item of a photo from what the catalog keeps.
    public init(_ photo: Photo) {
        self.init(photoID: photo.id, path: photo.picture?.path)
        title = photo.title ?? photo.fileName
        coordinate = photo.location?.coordinate ?? photo.coordinate
        source = photo.location?.source ?? photo.coordinate.map { _ in .photo }
        place = photo.location?.place
        warning = photo.positionWarning
    }
}

/// How places are looked up.
public struct LocateOptions: OptionsOfWork {
    /// The position whose place stands in where a photo of the camera tells none; nil for no fake server.
    public var home: Coordinate?
    /// Whether the home takes the place of one that stands in already; without a home, whether those that
    /// stand in are taken away.
    ///
    /// Can be taken back with `undo`.
    public var replacesHome = false
    /// The number of the change that homes are added to, one that an earlier look-up of the same work began;
    /// nil begins one.
    public var change: Int64?
    /// Whether photos are looked up again whose place is known.
    public var again = false

    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes options of the settings.
    public init(settings: GallerySettings = GallerySettings()) {
        home = settings.places.home
    }
}
