import GRDB
package import GalleryModel

/// The entry of the journal in which a command notes the homes that it gives and takes, a page of photos
/// after the other.
package struct HomeEntry: Hashable, Sendable {
    /// The command.
    package var command: String
    /// The entry's number; nil while no home was given or taken.
    package var id: Int64?

    /// Makes an entry that is written with its first home; with a number, one that goes on.
    package init(command: String, id: Int64? = nil) {
        self.command = command
        self.id = id
    }

    /// Notes a home before and after; `journalPosition` has them with the source `home`.
    fileprivate mutating func note(
        _ photo: PhotoID, before: Coordinate?, after: Coordinate?, _ db: Database
    ) throws {
        let id = try self.id ?? JournalEntry(command: command).write(db)
        self.id = id
        let home = PositionSource.home.rawValue
        try db.cachedStatement(
            sql: """
                INSERT INTO journalPosition (journalID, photoID, beforeLatitude, beforeLongitude,
                    beforeSource, afterLatitude, afterLongitude, afterSource)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (journalID, photoID) DO UPDATE SET
                    afterLatitude = excluded.afterLatitude,
                    afterLongitude = excluded.afterLongitude, afterSource = excluded.afterSource
                """
        ).execute(arguments: [
            id, photo.rawValue, before?.latitude, before?.longitude, before.map { _ in home },
            after?.latitude, after?.longitude, after.map { _ in home },
        ])
        // Not counted anew for each: a million homes are noted one by one.
        try db.cachedStatement(sql: "UPDATE journal SET positions = positions + 1 WHERE id = ?")
            .execute(arguments: [id])
    }
}

extension PhotoCatalog {
    /// How many photos outside the trash have a home.
    package func homeCount() throws(CatalogError) -> Int {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM homePosition h CROSS JOIN photo p ON p.id = h.photoID
                    WHERE p.dateTrashed IS NULL
                    """) ?? 0
        }
    }

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
        var before: Coordinate?
        try db.forEachRow(
            "SELECT latitude, longitude, NULL FROM homePosition WHERE photoID = ?",
            [photo.rawValue]
        ) { row in
            before = row.coordinate(0)
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
