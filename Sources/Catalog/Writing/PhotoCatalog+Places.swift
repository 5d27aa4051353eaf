import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The next photos of a scope with what looking up their places needs.
    ///
    /// A page at a time, so that no snapshot is held while results are written.
    ///
    /// - Parameters:
    ///   - cursor: where the last page ended; 0 for the first.
    ///   - limit: photos a page.
    ///   - recipe: names the index and its overrides; what was looked up by another one is outdated.
    ///   - home: what stands in for the position of photos that have none.
    ///   - again: whether to look up what is up to date, too.
    package func placeWork(
        _ scope: PhotoScope, after cursor: Int64, limit: Int, recipe: String, home: HomeChoice,
        again: Bool
    ) throws(CatalogError) -> PlaceWorkPage {
        try read { db in
            let (ids, next) = try Self.page(of: scope, after: cursor, limit: limit, db)
            var page = PlaceWorkPage()
            page.next = next
            page.ids = ids.map(PhotoID.init(rawValue:))
            for id in ids {
                guard let state = try PositionState(id, db) else { continue }
                if home == .clear, state.home != nil { page.clearing.append(state.photoID) }
                guard let current = state.current(home) else {
                    page.positionless.append(state.photoID)
                    if !state.isOfCamera { page.foreign.append(state.photoID) }
                    continue
                }
                if again || !state.knows(current, recipe: recipe) {
                    page.works.append(current)
                } else {
                    page.upToDate.append(state.photoID)
                }
            }
            return page
        }
    }

    /// The next photos that were added, or whose position changed, since their place was looked up.
    ///
    /// Photos that have neither a position nor a home leave the queue. Those given out stay in it
    /// until `record` stores their places, so that a killed program loses none: whoever does not
    /// record all of them gets them again.
    ///
    /// - Parameter home: what stands in where there is no position. Nobody asked for other homes here:
    ///   `replace` is taken as `fill`, `clear` as `keep`.
    /// - Returns: nil where nothing is due.
    package func duePlaceWork(
        limit: Int, home: HomeChoice
    ) throws(CatalogError) -> [PlaceWork]? {
        let home = home.withoutChange
        while true {
            let (works, idle) = try read { db in
                var works: [PlaceWork] = []
                var idle: [Int64] = []
                let due = try Int64.fetchAll(
                    db, sql: "SELECT photoID FROM placeDue ORDER BY photoID LIMIT ?",
                    arguments: [max(limit, 1)])
                for id in due {
                    if let work = try PositionState(id, db)?.current(home) {
                        works.append(work)
                    } else {
                        idle.append(id)
                    }
                }
                return (works, idle)
            }
            if !idle.isEmpty { try drop(idle, home: home) }
            if !works.isEmpty { return works }
            if idle.isEmpty { return nil }
        }
    }

    /// How many photos are in the queue of those whose place is to be looked up.
    package func duePlaceCount() throws(CatalogError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM placeDue") ?? 0 }
    }

    /// Stores places in one transaction and takes their photos off the queue.
    ///
    /// New homes are recorded with their places. A photo whose position, or home, is another one by now
    /// keeps what it has: it is in the queue again.
    ///
    /// - Parameters:
    ///   - recipe: names the index and its overrides.
    ///   - entry: where new homes are noted, so that they can be taken back; nil for homes of the settings,
    ///     which nobody said of these photos.
    /// - Returns: the photos whose place was stored.
    @discardableResult
    package func record(
        _ places: [LocatedPhoto], recipe: String, noting entry: inout HomeEntry?
    ) throws(CatalogError) -> [PhotoID] {
        guard !places.isEmpty else { return [] }
        var noted = entry
        let stored = try write { db in
            var names = PlaceNames()
            var stored: [PhotoID] = []
            for located in places {
                guard let state = try PositionState(located.photoID.rawValue, db),
                    state.isAbout(located)
                else { continue }
                if located.isNewHome {
                    try Self.setHome(
                        of: located.photoID, to: located.coordinate, noting: &noted, db)
                }
                try PlaceRecord.store(located, names: &names, recipe: recipe, db)
                try db.cachedStatement(sql: "DELETE FROM placeDue WHERE photoID = ?")
                    .execute(arguments: [located.photoID.rawValue])
                stored.append(located.photoID)
            }
            return stored
        }
        entry = noted
        if !stored.isEmpty { changes.send(.photosUpdated(stored)) }
        return stored
    }

    /// As `record(_:recipe:noting:)`, without a note of homes.
    @discardableResult
    package func record(
        _ places: [LocatedPhoto], recipe: String
    ) throws(CatalogError) -> [PhotoID] {
        var entry: HomeEntry?
        return try record(places, recipe: recipe, noting: &entry)
    }

    /// Takes photos off the queue that still have no position.
    private func drop(_ ids: [Int64], home: HomeChoice) throws(CatalogError) {
        try write { db in
            for id in ids {
                guard try PositionState(id, db)?.current(home) == nil else { continue }
                try db.cachedStatement(sql: "DELETE FROM placeDue WHERE photoID = ?")
                    .execute(arguments: [id])
            }
        }
    }
}

extension HomeChoice {
    /// The choice for photos of which nobody said that their home shall be another one.
    fileprivate var withoutChange: HomeChoice {
        switch self {
        case .keep, .clear: .keep
        case .fill(let home), .replace(let home): .fill(home)
        }
    }
}

/// What is known about where a photo was taken.
private struct PositionState {
    /// The place that is stored.
    struct KnownPlace {
        var coordinate: Coordinate?
        var source: PositionSource?
        /// Nil while the position was not looked up.
        var recipe: String?
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
            """
            SELECT p.latitude, p.longitude, p.altitude, g.latitude, g.longitude, g.altitude,
                pp.latitude, pp.longitude, pp.altitude, pp.source,
                CASE WHEN pp.match IS NOT NULL THEN pp.recipe END, h.latitude, h.longitude, NULL,
                p.origin = 'camera'
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

    private init(_ id: Int64, _ row: StatementRow) {
        photoID = PhotoID(rawValue: id)
        isOfCamera = row.integer(14) != 0
        if let given = row.coordinate(3) {
            position = (given, .track)
        } else {
            position = row.coordinate(0).map { ($0, .photo) }
        }
        home = row.coordinate(11)
        place =
            row.isNull(9)
            ? nil
            : KnownPlace(
                coordinate: row.coordinate(6), source: PositionSource(rawValue: row.text(9)),
                recipe: row.optionalText(10))
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

    /// Whether the stored place is about this, and looked up by a recipe.
    func knows(_ work: PlaceWork, recipe: String) -> Bool {
        place?.coordinate == work.coordinate && place?.source == work.source
            && place?.recipe == recipe
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
