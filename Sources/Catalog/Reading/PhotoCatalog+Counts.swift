import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Counts photos by when they were taken, on the camera's clock; the earliest first, those without a date
    /// last.
    ///
    /// - Parameters:
    ///   - scope: whose photos; each counts once.
    ///   - filter: which of them.
    ///   - unit: years, months or days.
    package func timeline(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = .everything,
        by unit: TimelineUnit
    ) throws(CatalogError) -> [TimelineCount] {
        try read { db in
            enum Column: Int, StatementColumns {
                case day, photos
            }
            var photosOf: [String: Int] = [:]
            if case .everything = scope, filter.isEverything {
                try db.forEachRow(
                    Column.self, "SELECT day, photos FROM takenDay WHERE photos > 0"
                ) { row in
                    let period = String(row.text(.day).prefix(unit.length))
                    photosOf[period, default: 0] += Int(row.integer(.photos))
                    return true
                }
            } else {
                let photos = try Self.countedPhotos(scope, filter, db)
                // By number: that of the text of a million moments would take seconds.
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT (s.taken + \(Self.yearOne)) / 86400 AS day, count(*) AS photos
                    FROM (\(photos.sql)) p
                        CROSS JOIN photoSummary s ON s.photoID = p.photoID
                    GROUP BY 1
                    """, photos.arguments
                ) { row in
                    let seconds = row.integer(.day) * 86_400 - Self.yearOne
                    let day = row.isNull(.day) ? "" : CivilDate(unixSeconds: seconds).text()
                    photosOf[String(day.prefix(unit.length)), default: 0] += Int(
                        row.integer(.photos))
                    return true
                }
            }
            let dated = photosOf.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
            return dated.map { TimelineCount(period: $0.key, photos: $0.value) }
                + (photosOf[""].map { [TimelineCount(period: nil, photos: $0)] } ?? [])
        }
    }

    /// Counts photos by tag, person or camera, the name with most photos first, equal numbers by name.
    ///
    /// - Parameters:
    ///   - kind: whose names; those of places have counts of their own.
    ///   - scope: whose photos; each counts once.
    ///   - filter: which of them.
    package func nameCounts(
        _ kind: NameKind, of scope: PhotoScope = .everything,
        where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> [NameCount] {
        try read { db in
            enum Column: Int, StatementColumns {
                case name, photos
            }
            var counts: [NameCount] = []
            func take(_ row: StatementRow<Column>) -> Bool {
                counts.append(NameCount(name: row.text(.name), photos: Int(row.integer(.photos))))
                return true
            }
            if case .everything = scope, filter.isEverything {
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT name, photos FROM label WHERE kind = ? AND photos > 0
                    ORDER BY photos DESC, key
                    """, [kind.label], body: take)
            } else {
                let photos = try Self.countedPhotos(scope, filter, db)
                try db.forEachRow(
                    Column.self,
                    """
                    SELECT l.name, n.photos FROM (
                        SELECT pl.labelID, count(*) AS photos FROM (\(photos.sql)) p
                            CROSS JOIN photoLabel pl ON pl.photoID = p.photoID GROUP BY pl.labelID) n
                        CROSS JOIN label l ON l.id = n.labelID
                    WHERE l.kind = ? ORDER BY n.photos DESC, l.key
                    """, photos.arguments + [kind.label], body: take)
            }
            return counts
        }
    }

    /// The names of a kind that begin with what was typed, without case and accents, those with most photos
    /// first.
    ///
    /// Of very many names the first by the alphabet are compared: somebody is typing.
    package func names(
        _ kind: NameKind, startingWith prefix: String, limit: Int
    ) throws(CatalogError) -> [NameCount] {
        enum Column: Int, StatementColumns {
            case name, photos
        }
        // A blank at the end was typed, too.
        let end = prefix.last?.isWhitespace == true ? " " : ""
        let first = Place.key(prefix) + end
        let range: StatementArguments = [first, first + "\u{10FFFF}"]
        let sql =
            if let column = kind.placeColumn {
                """
                SELECT \(column) AS name, sum(photos) AS photos FROM placeName
                WHERE \(column)Key BETWEEN ? AND ? AND photos > 0 AND \(column) <> ''
                GROUP BY \(column) ORDER BY sum(photos) DESC, \(column)Key LIMIT ?
                """
            } else {
                """
                SELECT name, photos FROM (
                    SELECT name, photos, key FROM label
                    WHERE kind = ? AND key BETWEEN ? AND ? AND photos > 0
                    ORDER BY key LIMIT \(Self.compared))
                ORDER BY photos DESC, key LIMIT ?
                """
            }
        let label: StatementArguments = kind.placeColumn == nil ? [kind.label] : []
        return try read { db in
            var found: [NameCount] = []
            try db.forEachRow(Column.self, sql, label + range + [limit]) { row in
                found.append(NameCount(name: row.text(.name), photos: Int(row.integer(.photos))))
                return true
            }
            return found
        }
    }

    /// The photos that counts are of: `photoID`, each once, also from the trash where the query asks for it.
    static func countedPhotos(
        _ scope: PhotoScope, _ filter: PhotoFilter, _ db: Database
    ) throws -> SQLFragment {
        try PhotoFinder([scope], filter, db).photoIDs
    }

    /// How many names are compared for a completion: some milliseconds.
    private static let compared = 10_000

    /// Seconds from the year 1 to 1970, which make all moments of photos positive.
    private static let yearOne: Int64 = 62_135_596_800
}

extension TimelineUnit {
    /// How many characters of `2024-05-17` tell two of them apart.
    fileprivate var length: Int {
        switch self {
        case .year: 4
        case .month: 7
        case .day: 10
        }
    }
}

extension NameKind {
    /// The kind of the rows of `label`.
    fileprivate var label: String { self == .owner ? "creator" : rawValue }

    /// The column of `placeName`; nil for what has labels.
    fileprivate var placeColumn: String? {
        switch self {
        case .country, .region, .city: rawValue
        default: nil
        }
    }
}
