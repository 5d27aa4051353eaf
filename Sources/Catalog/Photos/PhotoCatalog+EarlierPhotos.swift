import Basics
import GRDB
package import GalleryModel

/// A photo as it was before a change that the journal contains.
package struct EarlierPhoto: Sendable {
    /// The photo with its former position and metadata, of which only what a user can change.
    package var photo: Photo
    /// The time of the change in milliseconds since 1970-01-01 UTC.
    package var replaced: Int64
}

extension PhotoCatalog {
    /// The photos as they were before each change of their metadata or position in the journal,
    /// except changes of origins that were undone.
    package func earlier(
        _ photos: [Photo]
    ) throws(CatalogError) -> [PhotoID: [EarlierPhoto]] {
        try read { db in
            var earlier: [PhotoID: [EarlierPhoto]] = [:]
            for photo in photos {
                guard let state = try MetadataState(photo.id, db) else { continue }
                earlier[photo.id] =
                    try Self.beforeUser(photo, state, db) + Self.beforeOrigin(photo, state, db)
                    + Self.beforePositions(photo, db)
            }
            return earlier
        }
    }

    /// Creates a former photo; nil leaves a part as it is.
    private static func earlier(
        _ photo: Photo, until replaced: Int64, details: PhotoDetails? = nil,
        isFavorite: Bool? = nil, at coordinate: Coordinate?
    ) -> EarlierPhoto {
        var earlier = photo
        earlier.details = details ?? photo.details
        earlier.details.coordinate = coordinate
        earlier.isFavorite = isFavorite ?? photo.isFavorite
        earlier.location = nil
        return EarlierPhoto(photo: earlier, replaced: replaced)
    }

    /// Before changes by the user.
    private static func beforeUser(
        _ photo: Photo, _ state: MetadataState, _ db: Database
    ) throws -> [EarlierPhoto] {
        enum Column: Int, StatementColumns { case moment }
        let before = ManualColumn.selection([
            .addedTags: "j.beforeAddedTags", .removedTags: "j.beforeRemovedTags",
            .title: "j.beforeTitle", .caption: "j.beforeCaption", .rating: "j.beforeRating",
            .isFavorite: "j.beforeFavorite", .dateTimeOriginal: "j.beforeDate",
            .subSecTimeOriginal: "j.beforeSubSeconds", .offsetTimeOriginal: "j.beforeOffset",
        ])
        return try Column.all(
            "SELECT j.moment, \(before) FROM journalMetadata j WHERE j.photoID = ?",
            [photo.id.rawValue], then: [ManualColumn.self], db
        ) { row in
            let manual = ManualMetadata(row.next())
            return earlier(
                photo, until: row.integer(.moment), details: manual.shown(over: state.origin),
                isFavorite: manual.isFavorite ?? false, at: photo.coordinate)
        }
    }

    /// Before changes by the origin.
    private static func beforeOrigin(
        _ photo: Photo, _ state: MetadataState, _ db: Database
    ) throws -> [EarlierPhoto] {
        enum Column: Int, StatementColumns {
            case title, caption, tags, rating, dateTimeOriginal, offsetTimeOriginal
            case latitude, longitude, altitude, date
            static let table = "j"
            static let expressions: [Self: String] = [.date: "l."]
        }
        let isManual = [.user, .track].contains(photo.location?.source)
        return try Column.all(
            """
            SELECT \(Column.selection) FROM journal l
            CROSS JOIN journalPhoto j ON j.journalID = l.id AND j.photoID = ?
            WHERE l.id > 0 AND l.updated > 0 AND j.isUndone = 0
            """, [photo.id.rawValue], db
        ) { row in
            var origin = PhotoDetails(origin: photo.details.origin, originID: "")
            origin.title = row.optionalText(.title)
            origin.caption = row.optionalText(.caption)
            origin.tags = row.withBytes(.tags, TagList.decode)
            origin.rating = row.optionalInteger(.rating)
            origin.dateTimeOriginal = row.optionalText(.dateTimeOriginal)
            origin.offsetTimeOriginal = row.optionalText(.offsetTimeOriginal)
            return earlier(
                photo, until: row.integer(.date) * 1000,
                details: state.manual.shown(over: origin),
                at: isManual
                    ? photo.coordinate : row.coordinate(.latitude, .longitude, .altitude))
        }
    }

    /// Before changes of the position by the user.
    private static func beforePositions(_ photo: Photo, _ db: Database) throws -> [EarlierPhoto] {
        enum Column: Int, StatementColumns {
            case beforeLatitude, beforeLongitude, beforeAltitude, date
            static let table = "j"
            static let expressions: [Self: String] = [.date: "l."]
        }
        return try Column.all(
            """
            SELECT \(Column.selection) FROM journal l
            CROSS JOIN journalPosition j ON j.journalID = l.id AND j.photoID = ?
            WHERE l.id > 0 AND l.positions > 0
                AND ifnull(j.beforeSource, j.afterSource) <> '\(PositionSource.home.rawValue)'
            """, [photo.id.rawValue], db
        ) { row in
            earlier(
                photo, until: row.integer(.date) * 1000,
                at: row.coordinate(.beforeLatitude, .beforeLongitude, .beforeAltitude)
                    ?? photo.details.coordinate)
        }
    }
}
