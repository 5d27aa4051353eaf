import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Takes the homes away that stand in for photos' positions, and their places.
    ///
    /// - Parameter entry: where that is noted, so that it can be taken back.
    /// - Returns: the photos that had a home.
    @discardableResult
    package func removeHomes(
        of ids: [PhotoID], noting entry: inout HomeEntry?
    ) throws(CatalogError) -> [PhotoID] {
        guard !ids.isEmpty else { return [] }
        var noted = entry
        let removed = try write { db in
            try ids.filter { try Self.setHome(of: $0, to: nil, noting: &noted, db) }
        }
        entry = noted
        if !removed.isEmpty { changes.send(.photosUpdated(removed)) }
        return removed
    }

    /// Gives a photo of the camera a home, or takes its home away; triggers bring its place up to date.
    ///
    /// - Returns: false where it has that home.
    @discardableResult
    static func setHome(
        of photo: PhotoID, to home: Coordinate?, noting entry: inout HomeEntry?, _ db: Database
    ) throws -> Bool {
        enum Column: Int, StatementColumns {
            case latitude, longitude
        }
        var before: Coordinate?
        try db.forEachRow(
            Column.self,
            "SELECT latitude, longitude FROM homePosition WHERE photoID = ?",
            [photo.rawValue]
        ) { row in
            before = row.coordinate(.latitude, .longitude)
            return false
        }
        guard before != home else { return false }
        try entry?.note(photo, before: before, after: home, db)
        if let home {
            try db.cachedStatement(
                sql: """
                    INSERT INTO homePosition (photoID, latitude, longitude, date)
                    VALUES (?, ?, ?, ?)
                    ON CONFLICT (photoID) DO UPDATE SET latitude = excluded.latitude,
                        longitude = excluded.longitude, date = excluded.date
                    """
            ).execute(arguments: [photo.rawValue, home.latitude, home.longitude, now()])
        } else {
            try db.cachedStatement(sql: "DELETE FROM homePosition WHERE photoID = ?")
                .execute(arguments: [photo.rawValue])
        }
        return true
    }
}

// MARK: - Taking back

extension PhotoCatalog {
    /// Whether the home is the one after the change `j`.
    static let isHomeUnchanged = """
        ((SELECT h.latitude FROM homePosition h WHERE h.photoID = j.photoID) IS j.afterLatitude
        AND (SELECT h.longitude FROM homePosition h WHERE h.photoID = j.photoID)
            IS j.afterLongitude)
        """

    /// Gives photos the homes that an entry of the journal says they have after it.
    ///
    /// The entry's count is set.
    static func applyHomes(of entry: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM homePosition WHERE photoID IN (
                    SELECT photoID FROM journalPosition
                    WHERE journalID = ? AND afterLatitude IS NULL)
                """, arguments: [entry])
        try db.execute(
            sql: """
                INSERT INTO homePosition (photoID, latitude, longitude, date)
                SELECT photoID, afterLatitude, afterLongitude, ?2
                FROM journalPosition WHERE journalID = ?1 AND afterLatitude IS NOT NULL
                ORDER BY photoID
                ON CONFLICT (photoID) DO UPDATE SET latitude = excluded.latitude,
                    longitude = excluded.longitude, date = excluded.date
                """, arguments: [entry, now()])
        try countPositions(of: entry, db)
    }
}
