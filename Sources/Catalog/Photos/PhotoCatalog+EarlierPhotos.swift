import GRDB
package import GalleryModel

/// A photo as it was before changes that the journal contains: with its former position and
/// metadata, of which only what a user can change; and the time of the first of these changes in
/// milliseconds since 1970-01-01 UTC.
package typealias EarlierPhoto = (photo: Photo, replaced: Int64)

extension PhotoCatalog {
    /// A former value, or a current one, which is replaced at the end of time.
    private typealias Former<Value> = (value: Value, replaced: Int64)

    /// Tests that a change `l` was not undone, and is no undo.
    private static let isInEffect = "l.undoneBy IS NULL AND l.undoes IS NULL"

    /// The photos as they were before changes of their metadata and positions in the journal,
    /// except changes that were undone.
    ///
    /// All combinations of what the user said and what the origin contained are included, as the
    /// journal does not contain both together.
    package func earlier(_ photos: [Photo]) throws(CatalogError) -> [PhotoID: [EarlierPhoto]] {
        try read { db in
            var earlier: [PhotoID: [EarlierPhoto]] = [:]
            for photo in photos {
                guard let state = try MetadataState(photo.id, db) else { continue }
                let manuals = [(state.manual, .max)] + (try Self.formerMetadata(of: photo.id, db))
                var current = state.origin
                current.coordinate = photo.details.coordinate
                let origins = [(current, .max)] + (try Self.formerOrigins(of: photo, db))
                var found: [EarlierPhoto] = []
                for (manual, manualEnd) in manuals {
                    for (origin, originEnd) in origins where min(manualEnd, originEnd) < .max {
                        found.append(
                            (Self.photo(photo, manual, origin), min(manualEnd, originEnd)))
                    }
                }
                for (position, end) in try Self.formerPositions(of: photo.id, db) {
                    var former = photo
                    former.location = nil
                    former.details.coordinate = position ?? photo.details.coordinate
                    found.append((former, end))
                }
                earlier[photo.id] = found
            }
            return earlier
        }
    }

    /// The photo with other metadata, at the position of the user or of that origin.
    private static func photo(
        _ photo: Photo, _ manual: ManualMetadata, _ origin: PhotoDetails
    ) -> Photo {
        var former = photo
        former.details = manual.shown(over: origin)
        if let location = photo.location, [.user, .track].contains(location.source) {
            former.details.coordinate = location.coordinate
        }
        former.location = nil
        former.isFavorite = manual.isFavorite ?? false
        return former
    }

    private static func formerMetadata(
        of id: PhotoID, _ db: Database
    ) throws -> [Former<ManualMetadata>] {
        enum Column: Int, StatementColumns { case moment }
        let before = zip(ManualColumn.allCases, JournaledValue.metadata.ends).map {
            "j.before\($1) AS \($0.stringValue)"
        }.joined(separator: ", ")
        return try Column.all(
            """
            SELECT j.moment, \(before) FROM journalMetadata j
            CROSS JOIN journal l ON l.id = j.journalID WHERE j.photoID = ? AND \(isInEffect)
            """, [id.rawValue], then: [ManualColumn.self], db
        ) { row in (ManualMetadata(row.next()), row.integer(.moment)) }
    }

    private static func formerOrigins(
        of photo: Photo, _ db: Database
    ) throws -> [Former<PhotoDetails>] {
        enum Column: Int, StatementColumns {
            case title, caption, tags, rating, dateTimeOriginal, offsetTimeOriginal
            case latitude, longitude, altitude, date
            static let table = "j"
            static let expressions: [Self: String] = [.date: "l."]
        }
        return try Column.all(
            """
            SELECT \(Column.selection) FROM journal l
            CROSS JOIN journalPhoto j ON j.journalID = l.id AND j.photoID = ?
            WHERE l.id > 0 AND l.updated > 0 AND j.isUndone = 0 AND \(isInEffect)
            """, [photo.id.rawValue], db
        ) { row in
            var origin = PhotoDetails(origin: photo.details.origin, originID: "")
            origin.title = row.optionalText(.title)
            origin.caption = row.optionalText(.caption)
            origin.tags = row.withBytes(.tags, TagList.decode)
            origin.rating = row.optionalInteger(.rating)
            origin.dateTimeOriginal = row.optionalText(.dateTimeOriginal)
            origin.offsetTimeOriginal = row.optionalText(.offsetTimeOriginal)
            origin.coordinate = row.coordinate(.latitude, .longitude, .altitude)
            return (origin, row.integer(.date) * 1000)
        }
    }

    /// The positions by hand before changes; nil for none.
    private static func formerPositions(
        of id: PhotoID, _ db: Database
    ) throws -> [Former<Coordinate?>] {
        enum Column: Int, StatementColumns {
            case beforeLatitude, beforeLongitude, beforeAltitude, date
        }
        return try Column.all(
            """
            SELECT j.beforeLatitude, j.beforeLongitude, j.beforeAltitude, l.date FROM journal l
            CROSS JOIN journalPosition j ON j.journalID = l.id AND j.photoID = ?
            WHERE l.id > 0 AND l.positions > 0 AND \(isInEffect)
                AND ifnull(j.beforeSource, j.afterSource) <> '\(PositionSource.home.rawValue)'
            """, [id.rawValue], db
        ) { row in
            let before = row.coordinate(.beforeLatitude, .beforeLongitude, .beforeAltitude)
            return (before, row.integer(.date) * 1000)
        }
    }
}
