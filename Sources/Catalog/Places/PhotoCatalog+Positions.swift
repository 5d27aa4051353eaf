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

/// The effect of setting positions: the journal entry, nil if nothing was changed; the number of
/// photos whose position was changed; photos that were skipped because they already had a position;
/// and the number of tracks that were stored.
package typealias PositionsChange = (id: Int64?, count: Int, kept: [PhotoID], tracks: Int)

/// The known position, home and place of a photo.
struct PositionState {
    private enum Column: Int, StatementColumns {
        case latitude, longitude, altitude, givenLatitude, givenLongitude, givenAltitude
        case givenSource
        case homeLatitude, homeLongitude
        case knownLatitude, knownLongitude, knownAltitude, knownSource, recipe
        case isOfCamera, positionAccuracy
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
    /// The stored place; without a cache key until the position is looked up.
    private let place: (coordinate: Coordinate?, source: PositionSource?, cacheKey: String?)

    /// Reads the state; nil if the photo does not exist.
    init?(_ id: PhotoID, _ db: Database) throws {
        let found = try Column.first(
            """
            SELECT p.latitude, p.longitude, p.altitude, g.latitude AS givenLatitude,
                g.longitude AS givenLongitude, g.altitude AS givenAltitude, g.source AS givenSource,
                h.latitude AS homeLatitude, h.longitude AS homeLongitude,
                pp.latitude AS knownLatitude, pp.longitude AS knownLongitude,
                pp.altitude AS knownAltitude, pp.source AS knownSource,
                CASE WHEN pp.match IS NOT NULL THEN pp.recipe END AS recipe,
                p.origin = 'camera' AS isOfCamera, p.positionAccuracy
            FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id
            LEFT JOIN homePosition h ON h.photoID = p.id \(PlaceRecord.join) WHERE p.id = ?
            """, [id.rawValue], db
        ) { row in Self(id, row) }
        guard let found else { return nil }
        self = found
    }

    private init(_ id: PhotoID, _ row: StatementRow<Column>) {
        photoID = id
        isOfCamera = row.boolean(.isOfCamera)
        if let given = row.coordinate(.givenLatitude, .givenLongitude, .givenAltitude) {
            position = (given, row.source(.givenSource) ?? .track)
        } else {
            position = row.coordinate(.latitude, .longitude, .altitude).map { ($0, .photo) }
        }
        accuracy = row.optionalInteger(.positionAccuracy)
        home = row.coordinate(.homeLatitude, .homeLongitude)
        place = (
            row.coordinate(.knownLatitude, .knownLongitude, .knownAltitude),
            row.source(.knownSource), row.optionalText(.recipe)
        )
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
        // A home has no altitude.
        return (choice.replaces ? choice.home : home ?? choice.home).flatMap {
            Coordinate(latitude: $0.latitude, longitude: $0.longitude)
        }.map {
            PlaceWork(photoID: photoID, coordinate: $0, source: .home, isNewHome: $0 != home)
        }
    }

    /// True if the stored place is for this position and was looked up with a cache key.
    func knows(_ work: PlaceWork, cacheKey: String) -> Bool {
        place == (work.coordinate, work.source, cacheKey)
    }

    /// True if a result is for the current position or home.
    func isAbout(_ work: PlaceWork) -> Bool {
        if let position {
            return position.coordinate == work.coordinate && position.source == work.source
        }
        return work.source == .home && isOfCamera && (work.isNewHome || work.coordinate == home)
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
        var change: PositionsChange = (nil, 0, [], 0)
        guard !positions.isEmpty || !tracks.isEmpty else { return change }
        // Unchanged positions are left out, so that a change of nothing leaves no entry.
        var changed: [PhotoID] = []
        let step = try writeStep(command) { entry, db in
            change.tracks = try Self.store(tracks, noting: entry, db)
            for (id, position) in Self.lastOfEach(positions) {
                let coordinate = position?.coordinate
                let isChanged = try JournaledValue.position.set(
                    [
                        coordinate?.latitude, coordinate?.longitude, coordinate?.altitude,
                        position?.source.rawValue,
                        position?.track.flatMap { $0.isEmpty ? nil : $0 },
                    ], of: id, in: entry,
                    if: onlyWithoutPosition ? "p.latitude IS NULL AND v.photoID IS NULL" : "1", db)
                if isChanged {
                    changed.append(id)
                } else if onlyWithoutPosition, try PositionState(id, db)?.position != nil {
                    change.kept.append(id)
                }
            }
            return !changed.isEmpty || change.tracks > 0
        }
        (change.id, change.count) = (step, changed.count)
        if !changed.isEmpty { changes.send(.photosUpdated(changed)) }
        return change
    }
}
