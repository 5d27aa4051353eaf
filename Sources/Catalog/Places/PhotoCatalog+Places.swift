import GRDB
package import GalleryModel

/// The fallback for photos without a position.
///
/// A home is stored per photo and represents the user's home at that time: a new home does not
/// change it. Only photos of the camera have one.
package struct HomeChoice: Hashable, Sendable {
    /// The home of photos without a position; nil for none but the recorded ones.
    var home: Coordinate?
    /// True to replace recorded homes; without a home, to remove them.
    var replaces: Bool

    /// Creates a choice.
    package init(_ home: Coordinate? = nil, replaces: Bool = false) {
        (self.home, self.replaces) = (home, replaces)
    }
}

/// A photo whose place is to be looked up.
package struct PlaceWork: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The position to look up.
    package var coordinate: Coordinate
    /// The source of the position.
    package var source: PositionSource
    /// The accuracy of the position, as `PhotoDetails.positionAccuracy`; nil if unknown.
    package var accuracy: Int?
    /// True if it is a home that is not recorded for the photo yet.
    package var isNewHome = false
}

/// Photos by their state of lookup.
package struct PlaceWorkPage: Sendable {
    /// The photos to look up.
    package var works: [PlaceWork] = []
    /// The photos whose place is known.
    package var upToDate: [PhotoID] = []
    /// The photos without a position or a home.
    package var positionless: [PhotoID] = []
    /// Positionless photos that are not of the camera, so that they cannot have a home.
    package var foreign: [PhotoID] = []
    /// The photos whose home is to be removed, if homes are removed: see `removeHomes`.
    ///
    /// Those without a position are also positionless; the others are also in one of the other
    /// lists.
    package var clearing: [PhotoID] = []
}

/// The place of a photo's position, according to the place index.
package struct LocatedPhoto: Hashable, Sendable {
    /// The position that was looked up; a new home is to be recorded together with its place.
    package let work: PlaceWork
    /// The place, only as much of it as the accuracy of the position allows.
    package let place: Place

    /// Creates a result.
    package init(_ work: PlaceWork, place: Place) {
        self.work = work
        self.place = place.known(atAccuracy: work.accuracy)
    }
}

extension PhotoCatalog {
    /// The state of lookup of photos.
    ///
    /// - Parameters:
    ///   - cacheKey: identifies the index and its overrides; results of another key are outdated.
    ///   - home: the fallback for photos without a position.
    ///   - again: true to also look up photos that are up to date.
    package func placeWork(
        of ids: [PhotoID], cacheKey: String, home: HomeChoice, again: Bool
    ) throws(CatalogError) -> PlaceWorkPage {
        try read { try Self.placeWork(of: ids, knownBy: again ? nil : cacheKey, home: home, $0) }
    }

    /// The state of lookup of photos in a snapshot.
    ///
    /// - Parameter cacheKey: identifies the index, as above; nil to look up all photos.
    private static func placeWork(
        of ids: [PhotoID], knownBy cacheKey: String?, home: HomeChoice, _ db: Database
    ) throws -> PlaceWorkPage {
        var page = PlaceWorkPage()
        for id in ids {
            guard let state = try PositionState(id, db) else { continue }
            if home.replaces, home.home == nil, state.home != nil { page.clearing.append(id) }
            if let current = state.current(home) {
                if let cacheKey, state.knows(current, cacheKey: cacheKey) {
                    page.upToDate.append(id)
                } else {
                    page.works.append(current)
                }
            } else {
                page.positionless.append(id)
                if !state.isOfCamera { page.foreign.append(id) }
            }
        }
        return page
    }

    /// The number of photos queued for lookup.
    package func queuedPlaceCount() throws(CatalogError) -> Int {
        try read { try $0.count("SELECT count(*) FROM placeDue") }
    }

    /// The number of photos outside the trash that have a home.
    package func homeCount() throws(CatalogError) -> Int {
        try read { db in
            try db.count(
                """
                SELECT count(*) FROM homePosition h CROSS JOIN photo p ON p.id = h.photoID
                WHERE p.dateTrashed IS NULL
                """)
        }
    }

    /// The next queued photos, which were added or changed their position since their last lookup.
    ///
    /// Photos that have neither a position nor a home leave the queue. The returned ones stay in it
    /// until `record` stores their places, so that a killed process loses none, and unrecorded ones
    /// are returned again.
    ///
    /// - Parameters:
    ///   - ids: only these photos; nil for all.
    ///   - home: the home of photos that have neither a position nor a home; nil for none.
    /// - Returns: nil if the queue is empty.
    package func queuedPlaceWork(
        of ids: [PhotoID]? = nil, limit: Int, home: Coordinate?
    ) throws(CatalogError) -> [PlaceWork]? {
        let home = HomeChoice(home)
        let condition = ids == nil ? "" : "WHERE photoID IN (SELECT value FROM json_each(?2))"
        while true {
            let page = try read { db in
                let due = try db.photoIDs(
                    "SELECT photoID FROM placeDue \(condition) ORDER BY photoID LIMIT ?1",
                    [max(limit, 1)] + StatementArguments(ids.map { [$0.jsonList] } ?? []))
                return try Self.placeWork(of: due, knownBy: nil, home: home, db)
            }
            if !page.positionless.isEmpty {
                try write { db in
                    // A position can have been added meanwhile.
                    for id in page.positionless
                    where try PositionState(id, db)?.current(home) == nil {
                        try db.run("DELETE FROM placeDue WHERE photoID = ?", [id.rawValue])
                    }
                }
            }
            if !page.works.isEmpty { return page.works }
            if page.positionless.isEmpty { return nil }
        }
    }

    /// Stores places in one transaction and removes their photos from the queue.
    ///
    /// New homes are recorded with their places. A photo whose position or home was changed
    /// meanwhile is skipped: it is queued again.
    ///
    /// - Parameters:
    ///   - cacheKey: identifies the index and its overrides.
    ///   - entry: the journal entry that records new homes so that they can be undone; nil for
    ///     homes from the settings, which the user did not set for these photos.
    /// - Returns: the photos whose place was stored.
    @discardableResult
    package func record(
        _ places: [LocatedPhoto], cacheKey: String, noting entry: CommandEntry?
    ) throws(CatalogError) -> [PhotoID] {
        guard !places.isEmpty else { return [] }
        let stored = try write(noting: entry) { db in
            var names = PlaceNames()
            var stored: [PhotoID] = []
            for located in places {
                let work = located.work
                guard let state = try PositionState(work.photoID, db),
                    state.isAbout(work)
                else { continue }
                if work.isNewHome {
                    try Self.setHome(of: work.photoID, to: work.coordinate, noting: entry, db)
                }
                try PlaceRecord.store(located, names: &names, cacheKey: cacheKey, db)
                try db.run("DELETE FROM placeDue WHERE photoID = ?", [work.photoID.rawValue])
                stored.append(work.photoID)
            }
            return stored
        }
        if !stored.isEmpty { changes.send(.photosUpdated(stored)) }
        return stored
    }
}

extension PhotoCatalog {
    /// Removes the homes of photos, and their places.
    ///
    /// - Parameter entry: the journal entry that records it, so that it can be undone.
    /// - Returns: the photos that had a home.
    @discardableResult
    package func removeHomes(
        of ids: [PhotoID], noting entry: CommandEntry?
    ) throws(CatalogError) -> [PhotoID] {
        guard !ids.isEmpty else { return [] }
        let removed = try write(noting: entry) { db in
            try ids.filter { try Self.setHome(of: $0, to: nil, noting: entry, db) }
        }
        if !removed.isEmpty { changes.send(.photosUpdated(removed)) }
        return removed
    }

    /// Sets or removes the home of a photo of the camera; triggers update its place.
    ///
    /// - Returns: false if the home is unchanged.
    @discardableResult
    static func setHome(
        of photo: PhotoID, to home: Coordinate?, noting entry: CommandEntry?, _ db: Database
    ) throws -> Bool {
        enum Column: Int, StatementColumns { case latitude, longitude }
        let before = try Column.first(
            "SELECT \(Column.selection) FROM homePosition WHERE photoID = ?", [photo.rawValue], db
        ) { row in row.coordinate(.latitude, .longitude) }
        guard before != home else { return false }
        try entry?.noteHome(of: photo, before: before, after: home, db)
        if let home {
            try db.upsert(
                into: "homePosition", key: "photoID",
                [
                    "photoID": photo.rawValue, "latitude": home.latitude,
                    "longitude": home.longitude, "date": now(),
                ])
        } else {
            try db.run("DELETE FROM homePosition WHERE photoID = ?", [photo.rawValue])
        }
        return true
    }

    /// Counts photos by place, the largest count first, equal counts by name.
    ///
    /// Photos in the trash do not count.
    ///
    /// - Parameters:
    ///   - scope: the photos' scope; each photo counts once.
    ///   - filter: the photos to count.
    ///   - level: countries, regions or cities.
    package func placeCounts(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = PhotoFilter.everything,
        by level: PlaceLevel
    ) throws(CatalogError) -> PlaceCounts {
        try read { db in
            enum Column: Int, StatementColumns {
                case countryCode, country, region, city, photos, due
            }
            let sql: String
            var arguments: StatementArguments = []
            if case .everything = scope, filter.isEverything {
                // Stored counts; the photos without a place are the remainder of all photos.
                sql = """
                    SELECT id AS placeNameID, \(Self.shownPlaces) AS photos, 0 AS due
                    FROM placeName \(hiddenPlaces) WHERE \(Self.shownPlaces) > 0
                    UNION ALL
                    SELECT NULL, (SELECT ifnull(sum(photos), 0) FROM takenDay)
                            - (\(ConditionLookup.hiddenCount(reader)))
                            - (SELECT ifnull(sum(\(Self.shownPlaces)), 0) FROM placeName \(hiddenPlaces)),
                        (SELECT count(*) FROM placeDue d CROSS JOIN photo p ON p.id = d.photoID
                            \(PlaceRecord.join)
                            WHERE p.dateTrashed IS NULL AND pp.placeNameID IS NULL
                            AND \(reader.sees("p.id")) AND \(Self.isDue))
                    """
            } else {
                let photos = try PhotoFinder([scope], filter, for: reader, db).photoIDs
                arguments = photos.arguments
                sql = """
                    SELECT pp.placeNameID, count(*) AS photos,
                        sum(CASE WHEN pp.placeNameID IS NULL THEN \(Self.isDue) END) AS due
                    FROM (SELECT photoID AS id FROM (\(photos.sql))) p
                    \(PlaceRecord.join) GROUP BY pp.placeNameID
                    """
            }
            let depth = level.depth
            // By name, and by code last, which distinguishes places of the same name. The sea comes
            // after all countries.
            let keys = ["n.countryKey", "n.regionKey", "n.cityKey"].prefix(depth)
            var counts = PlaceCounts(counts: [], positionless: 0, due: 0)
            try Column.forEach(
                """
                WITH found AS (\(sql)) SELECT n.countryCode, n.country,
                    \(depth > 1 ? "n.region" : "NULL") AS region,
                    \(depth > 2 ? "n.city" : "NULL") AS city,
                    sum(found.photos) AS photos, sum(found.due) AS due
                FROM found LEFT JOIN placeName n ON n.id = found.placeNameID GROUP BY 1, 2, 3, 4
                ORDER BY sum(found.photos) DESC, n.country = '',
                    \(keys.joined(separator: ", ")), n.countryCode
                """, arguments, db
            ) { row in
                if row.isNull(.countryCode) {
                    counts.due = row.count(.due)
                    counts.positionless = row.count(.photos) - counts.due
                    return
                }
                let names = [Column.countryCode, .country, .region, .city].map { column in
                    row.optionalText(column).flatMap { $0.isEmpty ? nil : $0 }
                }
                counts.counts.append(
                    PlaceCount(
                        countryCode: names[0], country: names[1], region: names[2], city: names[3],
                        photos: row.count(.photos)))
            }
            return counts
        }
    }

    /// Tests that the photo `p` without a place has a position or home to look up.
    ///
    /// Every photo that can be looked up and was not is in the queue, which is usually short.
    private static let isDue = """
        (EXISTS (SELECT 1 FROM placeDue q WHERE q.photoID = p.id)
        AND (EXISTS (SELECT 1 FROM photoPosition x WHERE x.photoID = p.id)
            OR EXISTS (SELECT 1 FROM homePosition h WHERE h.photoID = p.id)))
        """
}

extension PlaceLevel {
    /// The number of names among country, region and city that identify a place of the level.
    fileprivate var depth: Int {
        switch self {
        case .country: 1
        case .region: 2
        case .city: 3
        }
    }
}
