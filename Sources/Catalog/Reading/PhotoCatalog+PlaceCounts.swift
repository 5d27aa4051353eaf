import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Counts photos by place, most photos first, equal numbers by name.
    ///
    /// Photos in the trash do not count.
    ///
    /// - Parameters:
    ///   - scope: whose photos; each counts once.
    ///   - filter: which of them.
    ///   - level: countries, regions or cities.
    package func placeCounts(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = PhotoFilter.everything,
        by level: PlaceLevel
    ) throws(CatalogError) -> PlaceCounts {
        try read { db in
            enum Column: Int, StatementColumns {
                case placeNameID, photos, due
            }
            var photosOf: [Int64: Int] = [:]
            var unplaced = 0
            var due = 0
            func take(_ row: StatementRow<Column>) -> Bool {
                if row.isNull(.placeNameID) {
                    unplaced += Int(row.integer(.photos))
                    due += Int(row.integer(.due))
                } else {
                    photosOf[row.integer(.placeNameID), default: 0] += Int(row.integer(.photos))
                }
                return true
            }
            if case .everything = scope, filter.isEverything {
                // Kept counts; what is without a place is what is left of all photos.
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT id AS placeNameID, photos, 0 AS due FROM placeName WHERE photos > 0
                    UNION ALL
                    SELECT NULL, (SELECT ifnull(sum(photos), 0) FROM takenDay)
                            - (SELECT ifnull(sum(photos), 0) FROM placeName),
                        (SELECT count(*) FROM placeDue d CROSS JOIN photo p ON p.id = d.photoID
                            \(PlaceRecord.join)
                            WHERE p.dateTrashed IS NULL AND pp.placeNameID IS NULL
                            AND \(Self.isDue))
                    """, body: take)
            } else {
                let photos = try Self.countedPhotos(scope, filter, db)
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT pp.placeNameID, count(*) AS photos,
                        sum(CASE WHEN pp.placeNameID IS NULL THEN \(Self.isDue) END)
                            AS due
                    FROM (SELECT photoID AS id FROM (\(photos.sql))) p
                    \(PlaceRecord.join) GROUP BY pp.placeNameID
                    """, photos.arguments, body: take)
            }
            return PlaceCounts(
                counts: try Self.counts(photosOf, by: level, db), positionless: unplaced - due,
                due: due)
        }
    }

    /// Whether the photo `p` without a place has what one can be looked up for.
    ///
    /// Whatever can be looked up and was not is in the queue, which is short as a rule.
    private static let isDue = """
        (EXISTS (SELECT 1 FROM placeDue q WHERE q.photoID = p.id)
        AND (EXISTS (SELECT 1 FROM photoPosition x WHERE x.photoID = p.id)
            OR EXISTS (SELECT 1 FROM homePosition h WHERE h.photoID = p.id)))
        """

    /// Adds up the photos of rows of `placeName`.
    private static func counts(
        _ photosOf: [Int64: Int], by level: PlaceLevel, _ db: Database
    ) throws -> [PlaceCount] {
        enum Column: Int, StatementColumns {
            case id, countryCode, country, region, city, countryKey, regionKey, cityKey
        }
        var counts: [[String]: (photos: Int, keys: [String])] = [:]
        let depth = level.depth
        try db.forEachRow(
            Column.self,
            """
            SELECT id, countryCode, country, region, city, countryKey, regionKey, cityKey
            FROM placeName
            """
        ) { row in
            guard let photos = photosOf[row.integer(.id)], photos > 0 else { return true }
            let names = [Column.countryCode, .country, .region, .city].prefix(depth).map {
                row.text($0)
            }
            // By the names, the code last: it tells apart what has the same name. The sea stands behind
            // all that have one.
            let last = names[1].isEmpty ? "1" : "0"
            let columns = [Column.countryKey, .regionKey, .cityKey].prefix(depth - 1)
            let keys = [last] + columns.map { row.text($0) } + names.prefix(1)
            counts[names, default: (0, keys)].photos += photos
            return true
        }
        return counts.sorted { one, other in
            one.value.photos != other.value.photos
                ? one.value.photos > other.value.photos
                : one.value.keys.lexicographicallyPrecedes(other.value.keys)
        }.map { PlaceCount(names: $0.key, photos: $0.value.photos) }
    }
}

extension PlaceLevel {
    /// How many of code, country, region and city tell two places of the level apart.
    fileprivate var depth: Int {
        switch self {
        case .country: 2
        case .region: 3
        case .city: 4
        }
    }
}

extension PlaceCount {
    /// Makes a count of the names that a level has: code, country, region, city; empty for none.
    fileprivate init(names: [String], photos: Int) {
        let known = names.map { $0.isEmpty ? nil : $0 } + [nil, nil]
        self.init(
            countryCode: known[0], country: known[1], region: known[2], city: known[3],
            photos: photos)
    }
}
