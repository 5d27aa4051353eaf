import GRDB
import GalleryModel

/// What is known about where a photo was taken.
struct PositionState {
    /// The place that is stored.
    struct KnownPlace {
        var coordinate: Coordinate?
        var source: PositionSource?
        /// Nil while the position was not looked up.
        var cacheKey: String?
    }

    private enum Column: Int, StatementColumns {
        case latitude, longitude, altitude, givenLatitude, givenLongitude, givenAltitude
        case homeLatitude, homeLongitude
        case knownLatitude, knownLongitude, knownAltitude, knownSource, recipe
        case isOfCamera
    }

    let photoID: PhotoID
    /// Whether the photo is one's own: nobody knows where others live.
    let isOfCamera: Bool
    /// The position that a person gave, else the photo's own.
    let position: (coordinate: Coordinate, source: PositionSource)?
    /// The home that is recorded.
    let home: Coordinate?
    let place: KnownPlace?

    /// Reads it; nil where there is no such photo.
    init?(_ id: Int64, _ db: Database) throws {
        var found: Self?
        try db.forEachRow(
            Column.self,
            """
            SELECT p.latitude, p.longitude, p.altitude, g.latitude AS givenLatitude,
                g.longitude AS givenLongitude, g.altitude AS givenAltitude,
                h.latitude AS homeLatitude, h.longitude AS homeLongitude,
                pp.latitude AS knownLatitude, pp.longitude AS knownLongitude,
                pp.altitude AS knownAltitude, pp.source AS knownSource,
                CASE WHEN pp.match IS NOT NULL THEN pp.recipe END AS recipe,
                p.origin = 'camera' AS isOfCamera
            FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id
                LEFT JOIN homePosition h ON h.photoID = p.id \(PlaceRecord.join)
            WHERE p.id = ?
            """, [id]
        ) { row in
            found = Self(id, row)
            return false
        }
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
        home = row.coordinate(.homeLatitude, .homeLongitude)
        place =
            row.isNull(.knownSource)
            ? nil
            : KnownPlace(
                coordinate: row.coordinate(.knownLatitude, .knownLongitude, .knownAltitude),
                source: PositionSource(rawValue: row.text(.knownSource)),
                cacheKey: row.optionalText(.recipe))
    }

    /// What its place is about: the position, else the home, which photos of the camera alone may have; nil
    /// where there is neither.
    func current(_ choice: HomeChoice) -> PlaceWork? {
        if let position {
            return PlaceWork(
                photoID: photoID, coordinate: position.coordinate, source: position.source)
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

    /// Whether the stored place is about this, and looked up by a cache key.
    func knows(_ work: PlaceWork, cacheKey: String) -> Bool {
        place?.coordinate == work.coordinate && place?.source == work.source
            && place?.cacheKey == cacheKey
    }

    /// Whether a result is about where the photo was taken, as far as is known now.
    func isAbout(_ located: LocatedPhoto) -> Bool {
        if let position {
            return position.coordinate == located.coordinate && position.source == located.source
        }
        return located.source == .home && isOfCamera
            && (located.isNewHome || located.coordinate == home)
    }
}
