import Foundation
import GRDB
import GalleryModel

/// Stores and removes tracks.
extension PhotoCatalog {
    /// Removes tracks in one transaction; their lines are kept for `undo`.
    ///
    /// - Returns: the entry of the journal; nil where there was nothing to do.
    /// - Throws: `noTrack` where there is no such track; nothing is removed then.
    package func removeTracks(_ ids: [Int64], command: String) throws(CatalogError) -> Int64? {
        guard !ids.isEmpty else { return nil }
        return try write { db in
            let entry = try JournalEntry(command: command).write(db)
            for id in Set(ids) {
                try db.cachedStatement(
                    sql: "UPDATE track SET dateRemoved = ? WHERE id = ? AND dateRemoved IS NULL"
                ).execute(arguments: [Self.now(), id])
                guard db.changesCount > 0 else { throw Self.noTrack(id) }
                try Self.note(track: id, isAdded: false, in: entry, db)
            }
            return entry
        }
    }

    /// Says that there is no track of a number.
    package static func noTrack(_ id: Int64) -> CatalogError {
        CatalogError(
            .noTrack,
            "there is no track '\(id)' in the catalog: 'gallery locate --tracks' lists them")
    }

    /// Stores those of some tracks that are not there, and notes them in an entry of the journal.
    ///
    /// - Returns: how many were stored.
    static func store(_ tracks: [TrackRecord], noting entry: Int64, _ db: Database) throws -> Int {
        var count = 0
        for track in tracks {
            guard let bounds = track.line.bounds else { continue }
            try db.cachedStatement(
                sql: """
                    INSERT INTO track (sha256, name, fileName, dateFrom, dateTo, west, south, east,
                        north, points, dateAdded, line)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (sha256) WHERE dateRemoved IS NULL DO NOTHING
                    """
            ).execute(arguments: [
                track.sha256, track.name, track.fileName, track.times.lowerBound,
                track.times.upperBound, bounds.west, bounds.south, bounds.east, bounds.north,
                track.line.pointCount, now(), Data(track.line.blob),
            ])
            guard db.changesCount > 0 else { continue }
            try note(track: db.lastInsertedRowID, isAdded: true, in: entry, db)
            count += 1
        }
        return count
    }

    private static func note(
        track: Int64, isAdded: Bool, in entry: Int64, _ db: Database
    ) throws {
        try db.cachedStatement(sql: "INSERT INTO journalTrack VALUES (?, ?, ?)")
            .execute(arguments: [entry, track, isAdded])
    }
}

/// Taking back that tracks were stored or removed.
extension PhotoCatalog {
    /// Finds the tracks of an entry that are as it left them: those that change when it is taken back.
    ///
    /// One that was removed since need not go again, and one whose file was given again need not come back.
    static func compareTracks(
        of entry: JournalSummary, _ db: Database, _ undone: inout UndoneChange
    ) throws {
        undone.tracks = try db.integers(
            """
            SELECT j.trackID FROM journalTrack j CROSS JOIN track t ON t.id = j.trackID
            WHERE j.journalID = ? AND (t.dateRemoved IS NULL) = j.isAdded
                AND (j.isAdded OR NOT EXISTS (SELECT 1 FROM track o
                    WHERE o.sha256 = t.sha256 AND o.dateRemoved IS NULL))
            ORDER BY j.trackID
            """, [entry.id])
    }

    /// Takes tracks away that an entry stored, and brings back those that it removed.
    static func applyTracks(
        _ tracks: [Int64], of entry: JournalSummary, by undoing: Int64, _ db: Database
    ) throws {
        for track in tracks {
            try db.cachedStatement(
                sql: """
                    INSERT INTO journalTrack SELECT ?, trackID, 1 - isAdded FROM journalTrack
                    WHERE journalID = ? AND trackID = ?
                    """
            ).execute(arguments: [undoing, entry.id, track])
            // One that is there was stored by the entry.
            try db.cachedStatement(sql: "DELETE FROM track WHERE id = ? AND dateRemoved IS NULL")
                .execute(arguments: [track])
            try db.cachedStatement(sql: "UPDATE track SET dateRemoved = NULL WHERE id = ?")
                .execute(arguments: [track])
        }
    }
}
