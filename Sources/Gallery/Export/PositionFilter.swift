import Export
import GalleryModel

/// Makes positions as exact as is wanted; belongs to one thread.
struct PositionFilter {
    private let privacy: PositionPrivacy
    private let naming: (Coordinate) throws -> Place?

    /// Makes a filter, which opens the index of places where positions are to be coarse.
    ///
    /// - Throws: `configuration` where the index is needed and cannot be used.
    init(
        _ positions: ExportOptions.Positions, settings: GallerySettings
    ) throws(GalleryError) {
        privacy = positions.privacy
        guard case .coarse = positions else {
            naming = { _ in nil }
            return
        }
        let place = try ReverseGeocoder(settings: settings).makeLookup()
        naming = { try place($0) }
    }

    /// The row as it may be told.
    func applied(to row: ListedPhoto) throws -> ListedPhoto {
        privacy == .exact ? row : try privacy.applied(to: row, naming: naming)
    }

    /// The photo as it may be told.
    func applied(to photo: Photo) throws -> Photo {
        privacy == .exact ? photo : try privacy.applied(to: photo, naming: naming)
    }
}
