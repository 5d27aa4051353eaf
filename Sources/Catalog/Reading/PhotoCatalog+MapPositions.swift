import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Another number once other photos outside the trash stand on the map, or elsewhere, or have another date.
    package func mapChanges() throws(CatalogError) -> Int64 {
        try read { db in try Self.mapChanges(db) }
    }

    /// Gives the photos that have a position, or else a home, in no order.
    ///
    /// - Parameters:
    ///   - scope: whose photos; each counts once.
    ///   - filter: which of them.
    ///   - body: gets each one.
    /// - Returns: what `mapChanges` told then.
    package func forEachMapPosition(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = .everything,
        body: (MapPosition) throws -> Void
    ) throws(CatalogError) -> Int64 {
        enum Column: Int, StatementColumns {
            case photoID, latitude, longitude, source, date
        }
        return try read { db in
            let photos: SQLFragment
            if case .everything = scope, filter.isEverything {
                photos = SQLFragment(sql: "photoSummary s NOT INDEXED WHERE s.isTrashed = 0")
            } else {
                photos = try DatedPhotos(scope, filter, db).photos
            }
            // The R*Tree's own table of rows, in the order of the ids: three times as quick as the tree itself.
            // Source: https://sqlite.org/rtree.html#the_shadow_tables
            try db.forEachRow(
                Column.self,
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
                """, photos.arguments
            ) { row in
                guard let coordinate = row.coordinate(.latitude, .longitude) else { return true }
                try body(
                    MapPosition(
                        photo: PhotoID(rawValue: row.integer(.photoID)), coordinate: coordinate,
                        source: row.source(.source), date: row.integer(.date)))
                return true
            }
            return try Self.mapChanges(db)
        }
    }

    private static func mapChanges(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT changes FROM mapState") ?? 0
    }
}

extension StatementRow {
    /// The source in a column, told by its first letter: a text for each of a million rows costs as much as the rest.
    fileprivate func source(_ column: Column) -> PositionSource {
        withBytes(column) { bytes in
            switch bytes.first {
            case UInt8(ascii: "h"): .home
            case UInt8(ascii: "t"): .track
            default: .photo
            }
        }
    }
}
