package import GalleryModel

/// Says how much of where photos were taken is given away.
///
/// Titles, descriptions, file names and plain tags may name places too: they are a person's words and
/// stay as they are. So do pictures, whose files may hold a position of their own.
package enum PositionPrivacy: Hashable, Sendable {
    /// Everything that is known.
    case exact
    /// The middle of a cell of a grid in place of the position, and the names of that middle.
    ///
    /// `kilometres` is the side of a cell; what is not above 0 and finite counts as `none`. The names of
    /// the position itself would tell more than the cell: a village is smaller than most of them.
    case coarse(kilometres: Double)
    /// Neither positions nor places.
    case none

    /// The row without what is not to be given away, and without names of places.
    package func applied(to row: ListedPhoto) -> ListedPhoto { applied(to: row) { _ in nil } }

    /// The photo without what is not to be given away, and without names of places.
    package func applied(to photo: Photo) -> Photo { applied(to: photo) { _ in nil } }

    /// The row without what is not to be given away.
    ///
    /// - Parameter naming: the place of the middle of a cell; nil leaves the names out.
    package func applied(
        to row: ListedPhoto, naming: (Coordinate) throws -> Place?
    ) rethrows -> ListedPhoto {
        var row = row
        row.photo = try applied(to: row.photo, naming: naming)
        return row
    }

    /// The photo without what is not to be given away; what the origin sent goes as a whole, because it
    /// holds the position in ways of its own.
    ///
    /// - Parameter naming: the place of the middle of a cell; nil leaves the names out.
    package func applied(
        to photo: Photo, naming: (Coordinate) throws -> Place?
    ) rethrows -> Photo {
        let cellKm: Double?
        switch self {
        case .exact: return photo
        case .coarse(let kilometres) where kilometres > 0 && kilometres.isFinite:
            cellKm = kilometres
        case .coarse, .none: cellKm = nil
        }
        var photo = photo
        // Before the location changes, which the position may come from.
        let coordinate = photo.coordinate
        photo.details.coordinate = cellKm.flatMap { coordinate?.coarsened(toGridOf: $0) }
        photo.details.positionText = nil
        photo.details.positionWarning = nil
        photo.details.rawJSON = nil
        photo.details.tags.removeAll(where: PositionTag.tells)
        guard let cellKm, var location = photo.location else {
            photo.location = nil
            return photo
        }
        location.coordinate = location.coordinate.coarsened(toGridOf: cellKm)
        photo.location = try naming(location.coordinate).map { place in
            location.place = place
            // How far a city is from the middle of a cell is nothing about the photo.
            location.place.cityDistanceKm = nil
            return location
        }
        return photo
    }
}
