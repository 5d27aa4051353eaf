import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
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

    /// Stores places in one transaction and takes their photos off the queue.
    ///
    /// New homes are recorded with their places. A photo whose position, or home, is another one by now
    /// keeps what it has: it is in the queue again.
    ///
    /// - Parameters:
    ///   - cacheKey: names the index and its overrides.
    ///   - entry: where new homes are noted, so that they can be taken back; nil for homes of the settings,
    ///     which nobody said of these photos.
    /// - Returns: the photos whose place was stored.
    @discardableResult
    package func record(
        _ places: [LocatedPhoto], cacheKey: String, noting entry: inout HomeEntry?
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
                try PlaceRecord.store(located, names: &names, cacheKey: cacheKey, db)
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

    /// As `record(_:cacheKey:noting:)`, without a note of homes.
    @discardableResult
    package func record(
        _ places: [LocatedPhoto], cacheKey: String
    ) throws(CatalogError) -> [PhotoID] {
        var entry: HomeEntry?
        return try record(places, cacheKey: cacheKey, noting: &entry)
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
