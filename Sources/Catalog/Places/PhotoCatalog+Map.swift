import GRDB
package import GalleryModel

/// The position of a photo on the map.
package struct MapPosition: Hashable, Sendable {
    /// The photo.
    package var photo: PhotoID
    /// Its position, else its home.
    package var coordinate: Coordinate
    /// The source of the coordinate.
    package var source: PositionSource
    /// The date taken on the camera's clock, else the date added: seconds, as if that clock were
    /// UTC.
    package var date: Int64
}

extension PhotoCatalog {
    /// A number that changes when photos outside the trash are added to or removed from the map,
    /// move, or get another date.
    package func mapRevision() throws(CatalogError) -> Int64 { try read(Self.mapRevision) }

    /// Passes the photos that have a position or a home to `body`, in no particular order.
    ///
    /// - Parameters:
    ///   - scope: the photos' scope; each photo counts once.
    ///   - filter: the photos to include.
    ///   - body: receives each photo.
    /// - Returns: the value of `mapRevision` in the same snapshot.
    package func forEachMapPosition(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = .everything,
        body: (MapPosition) throws -> Void
    ) throws(CatalogError) -> Int64 {
        enum Column: Int, StatementColumns { case photoID, latitude, longitude, source, date }
        return try read { db in
            let photos = try scope.summaries(where: filter, for: reader, db)
            // The R*Tree's own table of rows, by id: three times as fast as the tree itself.
            //
            // Source: https://sqlite.org/rtree.html#the_shadow_tables
            try Column.forEach(
                """
                SELECT c.photoID, ifnull(x.a0, h.latitude) AS latitude,
                    ifnull(x.a1, h.longitude) AS longitude,
                    CASE WHEN x.rowid IS NULL THEN 'home' WHEN g.photoID IS NULL THEN 'photo'
                    ELSE g.source END AS source, c.date
                FROM (SELECT s.photoID, s.date FROM \(photos.sql)) c
                LEFT JOIN photoPosition_rowid x ON x.rowid = c.photoID
                LEFT JOIN givenPosition g ON g.photoID = c.photoID
                LEFT JOIN homePosition h ON h.photoID = c.photoID AND x.rowid IS NULL
                WHERE x.rowid IS NOT NULL OR h.photoID IS NOT NULL
                """, photos.arguments, db
            ) { row in
                guard let coordinate = row.coordinate(.latitude, .longitude) else { return }
                try body(
                    MapPosition(
                        photo: row.photoID(.photoID), coordinate: coordinate,
                        source: row.source(.source) ?? .photo,
                        date: row.integer(.date).flooredSeconds))
            }
            return try Self.mapRevision(db)
        }
    }

    private static func mapRevision(_ db: Database) throws -> Int64 {
        try db.integer("SELECT changes FROM mapState") ?? 0
    }
}
