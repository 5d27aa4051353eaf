import GRDB
package import GalleryModel

/// A position that the user gave a photo; it takes precedence over the photo's own.
package struct ManualPosition: Hashable, Sendable {
    /// The position.
    package var coordinate: Coordinate
    /// The source of the position.
    package var source: PositionSource
    /// The name of the track's file; nil if there is none.
    package var track: String?

    /// Creates a position.
    package init(coordinate: Coordinate, source: PositionSource = .track, track: String? = nil) {
        self.coordinate = coordinate
        self.source = source
        self.track = track
    }
}

/// The effect of setting positions.
package struct PositionsChange: Hashable, Sendable {
    /// The journal entry; nil if nothing was changed.
    package var id: Int64?
    /// The number of photos whose position was changed.
    package var count = 0
    /// Photos that were skipped because they already had a position.
    package var kept: [PhotoID] = []
    /// The number of tracks that were stored.
    package var tracks = 0
}

/// A photo with the data needed to match it with a track.
package struct TrackCandidate: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The date taken on the camera's clock, `YYYY:MM:DD HH:MM:SS`.
    package var dateTimeOriginal: String?
    /// The clock's offset from UTC, `+HH:MM`, `-HH:MM` or `Z`.
    package var offsetTimeOriginal: String?
    /// The photo's own position.
    package var coordinate: Coordinate?
    /// The position that the user gave it.
    package var given: ManualPosition?
    /// The title, for messages.
    package var title: String?
    /// The name of the imported file, for messages.
    package var fileName: String?
}

/// The known position, home and place of a photo.
struct PositionState {
    /// The stored place.
    struct KnownPlace {
        var coordinate: Coordinate?
        var source: PositionSource?
        /// Nil until the position is looked up.
        var cacheKey: String?
    }

    private enum Column: Int, StatementColumns {
        case latitude, longitude, altitude, givenLatitude, givenLongitude, givenAltitude
        case homeLatitude, homeLongitude
        case knownLatitude, knownLongitude, knownAltitude, knownSource, recipe
        case isOfCamera, positionAccuracy
        static let table = "p"
        static let expressions: [Self: String] = [
            .givenLatitude: "g.latitude", .givenLongitude: "g.longitude",
            .givenAltitude: "g.altitude", .homeLatitude: "h.latitude",
            .homeLongitude: "h.longitude", .knownLatitude: "pp.latitude",
            .knownLongitude: "pp.longitude", .knownAltitude: "pp.altitude",
            .knownSource: "pp.source",
            .recipe: "CASE WHEN pp.match IS NOT NULL THEN pp.recipe END",
            .isOfCamera: "p.origin = 'camera'",
        ]
        static let selection = selection(expressions)
    }

    let photoID: PhotoID
    /// True if the photo is the user's own; the homes of other photographers are unknown.
    let isOfCamera: Bool
    /// The position that the user gave, else the photo's own.
    let position: (coordinate: Coordinate, source: PositionSource)?
    /// The accuracy of the photo's own position, in Flickr's levels.
    let accuracy: Int?
    /// The recorded home.
    let home: Coordinate?
    let place: KnownPlace?

    /// Reads the state; nil if the photo does not exist.
    init?(_ id: Int64, _ db: Database) throws {
        let found = try Column.first(
            """
            SELECT \(Column.selection) FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id
            LEFT JOIN homePosition h ON h.photoID = p.id \(PlaceRecord.join) WHERE p.id = ?
            """, [id], db
        ) { row in Self(id, row) }
        guard let found else { return nil }
        self = found
    }

    private init(_ id: Int64, _ row: StatementRow<Column>) {
        photoID = PhotoID(rawValue: id)
        isOfCamera = row.boolean(.isOfCamera)
        if let given = row.coordinate(.givenLatitude, .givenLongitude, .givenAltitude) {
            position = (given, .track)
        } else {
            position = row.coordinate(.latitude, .longitude, .altitude).map { ($0, .photo) }
        }
        accuracy = row.optionalInteger(.positionAccuracy)
        home = row.coordinate(.homeLatitude, .homeLongitude)
        place =
            row.isNull(.knownSource)
            ? nil
            : KnownPlace(
                coordinate: row.coordinate(.knownLatitude, .knownLongitude, .knownAltitude),
                source: PositionSource(rawValue: row.text(.knownSource)),
                cacheKey: row.optionalText(.recipe))
    }

    /// The position to look up: the position, else the home, which only photos of the camera can
    /// have; nil without either.
    func current(_ choice: HomeChoice) -> PlaceWork? {
        if let position {
            return PlaceWork(
                photoID: photoID, coordinate: position.coordinate, source: position.source,
                accuracy: position.source == .photo ? accuracy : nil)
        }
        guard isOfCamera else { return nil }
        let chosen: Coordinate? =
            switch choice {
            case .keep: home
            case .fill(let new): home ?? new
            case .replace(let new): new
            case .clear: nil
            }
        // A home has no altitude.
        return chosen.flatMap {
            Coordinate(latitude: $0.latitude, longitude: $0.longitude)
        }.map {
            PlaceWork(photoID: photoID, coordinate: $0, source: .home, isNewHome: $0 != home)
        }
    }

    /// True if the stored place is for this position and was looked up with a cache key.
    func knows(_ work: PlaceWork, cacheKey: String) -> Bool {
        place?.coordinate == work.coordinate && place?.source == work.source
            && place?.cacheKey == cacheKey
    }

    /// True if a result is for the current position or home.
    func isAbout(_ located: LocatedPhoto) -> Bool {
        if let position {
            return position.coordinate == located.coordinate && position.source == located.source
        }
        return located.source == .home && isOfCamera
            && (located.isNewHome || located.coordinate == home)
    }
}

extension PhotoCatalog {
    /// Sets or removes (nil) the positions of photos, in one transaction.
    ///
    /// Afterwards their places are queued for lookup: see `queuedPlaceWork`.
    ///
    /// - Parameters:
    ///   - positions: the photos with their new positions.
    ///   - tracks: the tracks from which the positions are; missing ones are stored.
    ///   - command: the command, for the journal.
    ///   - onlyWithoutPosition: true to skip photos that have a position of their own or a given
    ///     one at the time of storing.
    /// - Throws: `noPhoto` if a photo does not exist; nothing is stored then.
    @discardableResult
    package func setPositions(
        _ positions: [(PhotoID, ManualPosition?)], from tracks: [TrackRecord] = [],
        command: String, onlyWithoutPosition: Bool = false
    ) throws(CatalogError) -> PositionsChange {
        guard !positions.isEmpty || !tracks.isEmpty else { return PositionsChange() }
        // Unchanged positions are left out, so that a change of nothing leaves no entry.
        var changed: [PhotoID] = []
        let change = try write { db in
            var change = PositionsChange()
            try db.inSavepoint {
                let entry = try JournalEntry(command: command).write(db)
                let note = PositionNote(entry, onlyWithoutPosition: onlyWithoutPosition)
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

    /// Keeps the last position of each photo.
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

    /// Applies the positions after a journal entry to their photos.
    ///
    /// Triggers update the rest, once per photo. The entry's count is set.
    ///
    /// - Returns: the number of photos of the entry.
    static func applyPositions(of entry: Int64, _ db: Database) throws -> Int {
        try db.run(
            """
            DELETE FROM givenPosition WHERE photoID IN (
                SELECT photoID FROM journalPosition
                WHERE journalID = ? AND afterLatitude IS NULL)
            """, [entry])
        try db.run(
            """
            INSERT INTO givenPosition (photoID, latitude, longitude, altitude, source, track, date)
            SELECT photoID, afterLatitude, afterLongitude, afterAltitude, afterSource, afterTrack,
                ?2 FROM journalPosition WHERE journalID = ?1 AND afterLatitude IS NOT NULL
            ORDER BY photoID
            ON CONFLICT (photoID) DO UPDATE SET latitude = excluded.latitude,
                longitude = excluded.longitude, altitude = excluded.altitude,
                source = excluded.source, track = excluded.track, date = excluded.date
            """, [entry, now()])
        try countPositions(of: entry, db)
        return try db.count("SELECT positions FROM journal WHERE id = ?", [entry])
    }

    /// Sets the number of photos with positions or homes in a journal entry.
    static func countPositions(of entry: Int64, _ db: Database) throws {
        try db.run(
            """
            UPDATE journal SET positions =
                (SELECT count(*) FROM journalPosition WHERE journalID = ?1)
            WHERE id = ?1
            """, [entry])
    }
}

/// Records a photo's old and new position in the journal.
private struct PositionNote {
    enum Outcome {
        case noted
        /// The photo already has that position.
        case same
        /// The photo has a position that is kept.
        case kept
    }

    private let entry: Int64
    private let onlyWithoutPosition: Bool
    init(_ entry: Int64, onlyWithoutPosition: Bool) {
        self.entry = entry
        self.onlyWithoutPosition = onlyWithoutPosition
    }

    func callAsFunction(
        _ id: PhotoID, _ position: ManualPosition?, _ db: Database
    ) throws -> Outcome {
        let coordinate = position?.coordinate
        try db.run(
            """
            INSERT INTO journalPosition
            SELECT ?1, p.id, g.latitude, g.longitude, g.altitude, g.source, g.track,
                ?3, ?4, ?5, ?6, ?7 FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id
            WHERE p.id = ?2 AND (g.latitude IS NOT ?3 OR g.longitude IS NOT ?4
                OR g.altitude IS NOT ?5 OR g.source IS NOT ?6 OR g.track IS NOT ?7)
                AND (?8 = 0 OR p.latitude IS NULL AND g.photoID IS NULL)
            """,
            [
                entry, id.rawValue, coordinate?.latitude, coordinate?.longitude,
                coordinate?.altitude, position?.source.rawValue,
                position?.track.flatMap { $0.isEmpty ? nil : $0 }, onlyWithoutPosition,
            ])
        if db.changesCount > 0 { return .noted }
        let hasPosition = try db.boolean(
            """
            SELECT p.latitude IS NOT NULL OR g.photoID IS NOT NULL
            FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id WHERE p.id = ?
            """, [id.rawValue])
        guard let hasPosition else { throw PhotoCatalog.noPhoto(id) }
        return onlyWithoutPosition && hasPosition ? .kept : .same
    }
}
