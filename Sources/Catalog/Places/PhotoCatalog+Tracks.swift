import Foundation
import GRDB
package import GalleryModel

/// Reads tracks.
extension PhotoCatalog {
    /// The tracks, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - after: the last track of the previous page; 0 for the first page.
    ///   - limit: the maximum number of tracks.
    package func tracks(after id: Int64 = 0, limit: Int) throws(CatalogError) -> [RecordedTrack] {
        try read { db in
            try Self.tracks(
                "t.id > ? AND t.dateRemoved IS NULL ORDER BY t.id LIMIT ?", [id, limit], db)
        }
    }

    /// The tracks whose bounds intersect a box, the latest first.
    ///
    /// - Parameters:
    ///   - box: the box.
    ///   - limit: the maximum number of tracks.
    package func tracks(in box: CoordinateBox, limit: Int) throws(CatalogError) -> [RecordedTrack] {
        // The bounds of tracks extend beyond the antimeridian.
        let ranges = PositionRange.covering(box).map(\.longitudes).flatMap {
            [$0, ($0.lowerBound + 360)...($0.upperBound + 360)]
        }
        let found = ranges.map { _ in
            """
            SELECT trackID FROM trackBox WHERE minLongitude <= ? AND maxLongitude >= ?
                AND minLatitude <= ? AND maxLatitude >= ?
            """
        }.joined(separator: " UNION ")
        let arguments = ranges.flatMap { [$0.upperBound, $0.lowerBound, box.north, box.south] }
        return try read { db in
            try Self.tracks(
                "t.id IN (\(found)) ORDER BY t.dateFrom DESC, t.id DESC LIMIT ?",
                StatementArguments(arguments) + [limit], db)
        }
    }

    /// The line of a track; nil if it does not exist or was encoded by a newer program.
    package func line(ofTrack id: Int64) throws(CatalogError) -> TrackLine? {
        enum Column: Int, StatementColumns { case line }
        return try read { db in
            try Column.first(
                "SELECT \(Column.selection) FROM track WHERE id = ?", [id], db
            ) { row in row.withBytes(.line) { TrackLine(blob: $0) } }
        }
    }

    private static func tracks(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [RecordedTrack] {
        try RecordedTrack.Column.all(
            "SELECT \(RecordedTrack.Column.selection) FROM track t WHERE \(condition)", arguments,
            db,
            value: RecordedTrack.init)
    }
}

extension PhotoCatalog {
    /// The position that the user gave a photo; nil if none.
    package func manualPosition(of id: PhotoID) throws(CatalogError) -> ManualPosition? {
        enum Column: Int, StatementColumns { case latitude, longitude, altitude, source, track }
        return try read { db in
            try Column.first(
                "SELECT \(Column.selection) FROM givenPosition WHERE photoID = ?", [id.rawValue], db
            ) { row in
                guard let coordinate = row.coordinate(.latitude, .longitude, .altitude),
                    let source = PositionSource(rawValue: row.text(.source))
                else { return nil }
                return ManualPosition(
                    coordinate: coordinate, source: source, track: row.optionalText(.track))
            }
        }
    }
}

/// Stores and removes tracks.
extension PhotoCatalog {
    /// Removes tracks in one transaction; their lines are kept for `undo`.
    ///
    /// - Returns: the journal entry; nil if there was nothing to do.
    /// - Throws: `noTrack` if a track does not exist; nothing is removed then.
    package func removeTracks(_ ids: [Int64], command: String) throws(CatalogError) -> Int64? {
        guard !ids.isEmpty else { return nil }
        return try writeStep(command) { entry, db in
            for id in Set(ids) {
                try db.run(
                    "UPDATE track SET dateRemoved = ? WHERE id = ? AND dateRemoved IS NULL",
                    [Self.now(), id])
                guard db.changesCount > 0 else { throw Self.noTrack(id) }
                try Self.note(track: id, isAdded: false, in: entry, db)
            }
            return true
        }
    }

    /// The error for a track that does not exist.
    package static func noTrack(_ id: Int64) -> CatalogError {
        CatalogError(
            .noTrack,
            "no track '\(id)' in the catalog: 'gallery locate --tracks' lists the tracks")
    }

    /// Stores missing tracks, and records them in a journal entry.
    ///
    /// - Returns: the number of stored tracks.
    static func store(_ tracks: [TrackRecord], noting entry: Int64, _ db: Database) throws -> Int {
        var count = 0
        for track in tracks {
            guard let bounds = track.line.bounds else { continue }
            try db.insert(
                into: "track",
                [
                    "sha256": track.sha256, "name": track.name, "fileName": track.fileName,
                    "dateFrom": track.times.lowerBound, "dateTo": track.times.upperBound,
                    "west": bounds.west, "south": bounds.south, "east": bounds.east,
                    "north": bounds.north, "points": track.line.pointCount, "dateAdded": now(),
                    "line": Data(track.line.blob),
                ], "ON CONFLICT (sha256) WHERE dateRemoved IS NULL DO NOTHING")
            guard db.changesCount > 0 else { continue }
            try note(track: db.lastInsertedRowID, isAdded: true, in: entry, db)
            count += 1
        }
        return count
    }

    private static func note(track: Int64, isAdded: Bool, in entry: Int64, _ db: Database) throws {
        try db.run("INSERT INTO journalTrack VALUES (?, ?, ?)", [entry, track, isAdded])
    }
}

/// Undoes storing and removal of tracks.
extension PhotoCatalog {
    /// Finds the tracks of an entry that are still as it left them, and so change when it is
    /// undone.
    ///
    /// A track that was removed since is not removed again, and one whose file was added again is
    /// not restored.
    static func unchangedTracks(of entry: GalleryJournalEntry, _ db: Database) throws -> [Int64] {
        try db.integers(
            """
            SELECT j.trackID FROM journalTrack j CROSS JOIN track t ON t.id = j.trackID
            WHERE j.journalID = ? AND (t.dateRemoved IS NULL) = j.isAdded
                AND (j.isAdded OR NOT EXISTS (SELECT 1 FROM track o
                    WHERE o.sha256 = t.sha256 AND o.dateRemoved IS NULL))
            ORDER BY j.trackID
            """, [entry.id])
    }

    /// Removes tracks that an entry stored, and restores those that it removed.
    static func applyTracks(
        _ tracks: [Int64], of entry: GalleryJournalEntry, by undoing: Int64, _ db: Database
    ) throws {
        for track in tracks {
            try db.run(
                """
                INSERT INTO journalTrack SELECT ?, trackID, 1 - isAdded FROM journalTrack
                WHERE journalID = ? AND trackID = ?
                """, [undoing, entry.id, track])
            // The line of a removed one is kept for `redo`.
            try db.run(
                "UPDATE track SET dateRemoved = CASE WHEN dateRemoved IS NULL THEN ? END WHERE id = ?",
                [now(), track])
        }
    }
}
