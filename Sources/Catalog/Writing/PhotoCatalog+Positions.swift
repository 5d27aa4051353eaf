import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Gives photos positions, or takes them away again (nil), in one transaction.
    ///
    /// Their places are in the queue afterwards: see `duePlaceWork`.
    ///
    /// - Parameters:
    ///   - positions: the photos, and what they get.
    ///   - tracks: the tracks that told the positions; those that are not there are stored.
    ///   - command: the command, for the journal.
    ///   - onlyWithoutPosition: whether to leave photos alone that have a position, their own or a
    ///     given one, when it comes to storing.
    /// - Throws: `noPhoto` where there is no such photo; nothing is stored then.
    @discardableResult
    package func setPositions(
        _ positions: [(PhotoID, ManualPosition?)], from tracks: [TrackRecord] = [],
        command: String, onlyWithoutPosition: Bool = false
    ) throws(CatalogError) -> PositionsChange {
        guard !positions.isEmpty || !tracks.isEmpty else { return PositionsChange() }
        // What is known already is left out before the journal is touched, so that a change of nothing
        // leaves no entry.
        var changed: [PhotoID] = []
        let change = try write { db in
            var change = PositionsChange()
            try db.inSavepoint {
                let entry = try JournalEntry(command: command).write(db)
                let note = try PositionNote(entry, onlyWithoutPosition: onlyWithoutPosition, db)
                for (id, position) in Self.lastOfEach(positions) {
                    switch try note(id, position, db) {
                    case .noted: changed.append(id)
                    case .same: break
                    case .kept: change.kept.append(id)
                    }
                }
                change.tracks = try Self.store(tracks, noting: entry, db)
                if changed.isEmpty, change.tracks == 0 { return .rollback }
                change.id = entry
                change.count = try Self.applyPositions(of: entry, db)
                return .commit
            }
            return change
        }
        if !changed.isEmpty { changes.send(.photosUpdated(changed)) }
        return change
    }

    /// Leaves out what is said about a photo before something else is said about it.
    private static func lastOfEach(
        _ positions: [(PhotoID, ManualPosition?)]
    ) -> [(PhotoID, ManualPosition?)] {
        var seen: Set<PhotoID> = []
        seen.reserveCapacity(positions.count)
        for (id, _) in positions { seen.insert(id) }
        guard seen.count < positions.count else { return positions }
        seen.removeAll()
        return positions.reversed().filter { seen.insert($0.0).inserted }.reversed()
    }

    /// Gives photos the positions that an entry of the journal says they have after it.
    ///
    /// Triggers bring the rest up to date, once a photo. The entry's count is set.
    ///
    /// - Returns: how many photos the entry has.
    static func applyPositions(of entry: Int64, _ db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM givenPosition WHERE photoID IN (
                    SELECT photoID FROM journalPosition
                    WHERE journalID = ? AND afterLatitude IS NULL)
                """, arguments: [entry])
        try db.execute(
            sql: """
                INSERT INTO givenPosition (photoID, latitude, longitude, altitude, source, track, date)
                SELECT photoID, afterLatitude, afterLongitude, afterAltitude, afterSource, afterTrack,
                    ?2
                FROM journalPosition WHERE journalID = ?1 AND afterLatitude IS NOT NULL
                ORDER BY photoID
                ON CONFLICT (photoID) DO UPDATE SET latitude = excluded.latitude,
                    longitude = excluded.longitude, altitude = excluded.altitude,
                    source = excluded.source, track = excluded.track, date = excluded.date
                """, arguments: [entry, now()])
        try countPositions(of: entry, db)
        return try Int.fetchOne(
            db, sql: "SELECT positions FROM journal WHERE id = ?", arguments: [entry]) ?? 0
    }

    /// Sets how many photos an entry of the journal has positions or homes of.
    static func countPositions(of entry: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE journal SET positions =
                    (SELECT count(*) FROM journalPosition WHERE journalID = ?1)
                WHERE id = ?1
                """, arguments: [entry])
    }
}

/// Notes in the journal which position a photo had and is to have.
private struct PositionNote {
    enum Outcome {
        case noted
        /// The photo has that position.
        case same
        /// The photo has a position and is to keep it.
        case kept
    }

    private let entry: Int64
    private let onlyWithoutPosition: Bool
    private let insertion: Statement
    private let test: Statement

    init(_ entry: Int64, onlyWithoutPosition: Bool, _ db: Database) throws {
        self.entry = entry
        self.onlyWithoutPosition = onlyWithoutPosition
        insertion = try db.cachedStatement(
            sql: """
                INSERT INTO journalPosition
                SELECT ?1, p.id, g.latitude, g.longitude, g.altitude, g.source, g.track,
                    ?3, ?4, ?5, ?6, ?7
                FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id
                WHERE p.id = ?2 AND (g.latitude IS NOT ?3 OR g.longitude IS NOT ?4
                    OR g.altitude IS NOT ?5 OR g.source IS NOT ?6 OR g.track IS NOT ?7)
                    AND (?8 = 0 OR p.latitude IS NULL AND g.photoID IS NULL)
                """)
        test = try db.cachedStatement(
            sql: """
                SELECT p.latitude IS NOT NULL OR g.photoID IS NOT NULL
                FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id WHERE p.id = ?
                """)
    }

    func callAsFunction(
        _ id: PhotoID, _ position: ManualPosition?, _ db: Database
    ) throws -> Outcome {
        let coordinate = position?.coordinate
        try insertion.execute(arguments: [
            entry, id.rawValue, coordinate?.latitude, coordinate?.longitude, coordinate?.altitude,
            position?.source.rawValue, position?.track.flatMap { $0.isEmpty ? nil : $0 },
            onlyWithoutPosition,
        ])
        if db.changesCount > 0 { return .noted }
        guard let hasPosition = try Bool.fetchOne(test, arguments: [id.rawValue]) else {
            throw CatalogError(.noPhoto, "there is no photo '\(id)' in the catalog")
        }
        return onlyWithoutPosition && hasPosition ? .kept : .same
    }
}
