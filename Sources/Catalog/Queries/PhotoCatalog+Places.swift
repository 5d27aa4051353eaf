import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The next photos of a scope with what looking up their places needs.
    ///
    /// A photo without a position gets the home where it has no place yet. A home that was taken for
    /// it earlier stays, because it stands for where one was then; `again` replaces it. A page at a
    /// time, so that no snapshot is held while results are written.
    ///
    /// - Parameters:
    ///   - cursor: where the last page ended; 0 for the first.
    ///   - limit: photos a page.
    ///   - recipe: names the index and its overrides; what was looked up by another one is outdated.
    ///   - home: stands in for the position of photos that have none; nil for no such place.
    ///   - again: whether to look up what is up to date, too.
    package func placeWork(
        _ scope: PhotoScope, after cursor: Int64, limit: Int, recipe: String, home: Coordinate?,
        again: Bool
    ) throws(CatalogError) -> PlaceWorkPage {
        try read { db in
            let (ids, next) = try Self.page(of: scope, after: cursor, limit: limit, db)
            var page = PlaceWorkPage()
            page.next = next
            for id in ids {
                guard let state = try PositionState(id, db) else { continue }
                if let work = state.work(recipe: recipe, home: home, again: again) {
                    page.works.append(work)
                } else if state.place == nil {
                    page.positionless.append(state.photoID)
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
    /// - Returns: nil where nothing is due.
    package func duePlaceWork(
        limit: Int, home: Coordinate?
    ) throws(CatalogError) -> [PlaceWork]? {
        while true {
            let (works, idle) = try read { db in
                var works: [PlaceWork] = []
                var idle: [Int64] = []
                let due = try Int64.fetchAll(
                    db, sql: "SELECT photoID FROM placeDue ORDER BY photoID LIMIT ?",
                    arguments: [max(limit, 1)])
                for id in due {
                    if let work = try PositionState(id, db)?.work(
                        recipe: nil, home: home, again: true)
                    {
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
    /// A photo whose position is another one by now keeps what it has: it is in the queue again.
    ///
    /// - Parameter recipe: names the index and its overrides.
    /// - Returns: the photos whose place was stored.
    @discardableResult
    package func record(
        _ places: [LocatedPhoto], recipe: String
    ) throws(CatalogError) -> [PhotoID] {
        guard !places.isEmpty else { return [] }
        let stored = try write { db in
            var names = PlaceNames()
            var stored: [PhotoID] = []
            for located in places {
                guard let state = try PositionState(located.photoID.rawValue, db),
                    state.isAbout(located)
                else { continue }
                try PlaceRecord.store(located, names: &names, recipe: recipe, db)
                try db.cachedStatement(sql: "DELETE FROM placeDue WHERE photoID = ?")
                    .execute(arguments: [located.photoID.rawValue])
                stored.append(located.photoID)
            }
            return stored
        }
        if !stored.isEmpty { changes.send(.photosUpdated(stored)) }
        return stored
    }

    /// Takes photos off the queue that still have no position.
    private func drop(_ ids: [Int64], home: Coordinate?) throws(CatalogError) {
        try write { db in
            for id in ids {
                let state = try PositionState(id, db)
                guard state?.work(recipe: nil, home: home, again: true) == nil else { continue }
                try db.cachedStatement(sql: "DELETE FROM placeDue WHERE photoID = ?")
                    .execute(arguments: [id])
            }
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
    /// The position that a person gave, else the photo's own.
    let position: (coordinate: Coordinate, source: PositionSource)?
    let place: KnownPlace?

    /// Reads it; nil where there is no such photo.
    init?(_ id: Int64, _ db: Database) throws {
        var found: Self?
        try db.forEachRow(
            """
            SELECT p.latitude, p.longitude, p.altitude, g.latitude, g.longitude, g.altitude,
                pp.latitude, pp.longitude, pp.altitude, pp.source,
                CASE WHEN pp.match IS NOT NULL THEN pp.recipe END
            FROM photo p LEFT JOIN givenPosition g ON g.photoID = p.id \(PlaceRecord.join)
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
        if let given = row.coordinate(3) {
            position = (given, .track)
        } else {
            position = row.coordinate(0).map { ($0, .photo) }
        }
        place =
            row.isNull(9)
            ? nil
            : KnownPlace(
                coordinate: row.coordinate(6), source: PositionSource(rawValue: row.text(9)),
                recipe: row.optionalText(10))
    }

    /// What is to be looked up; nil where nothing is, or nothing can be.
    ///
    /// - Parameter recipe: what was looked up by another one is outdated; nil for any.
    func work(recipe: String?, home: Coordinate?, again: Bool) -> PlaceWork? {
        let current =
            position ?? (again ? home : nil).map { ($0, .home) }
            ?? place.flatMap { known in known.coordinate.map { ($0, .home) } }
            ?? home.map { ($0, .home) }
        guard let current else { return nil }
        let isKnown =
            place?.coordinate == current.0 && place?.source == current.1
            && place?.recipe != nil && (recipe == nil || place?.recipe == recipe)
        if isKnown, !again { return nil }
        return PlaceWork(photoID: photoID, coordinate: current.0, source: current.1)
    }

    /// Whether a result is about where the photo was taken, as far as is known now.
    func isAbout(_ located: LocatedPhoto) -> Bool {
        guard let position else { return located.source == .home }
        return position.coordinate == located.coordinate && position.source == located.source
    }
}
