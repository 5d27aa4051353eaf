import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Counts photos by the date taken on the camera's clock, the earliest first; photos without a
    /// date come last.
    ///
    /// A doubtful date counts as none. If only a month or year is known, it is the period.
    ///
    /// - Parameters:
    ///   - scope: the photos' scope; each photo counts once.
    ///   - filter: the photos to count.
    ///   - unit: years, months or days.
    package func timeline(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = .everything,
        by unit: TimelineUnit
    ) throws(CatalogError) -> [TimelineCount] {
        try read { db in
            enum Column: Int, StatementColumns { case day, length, photos }
            var photosOf: [String: Int] = [:]
            if case .everything = scope, filter.isEverything {
                let hidden = reader.hiddenCounts(
                    by: "CAST(\(Schema.period("s")) AS TEXT)", on: "takenDay.day")
                try Column.forEach(
                    """
                    SELECT day, NULL AS length, takenDay.photos - ifnull(hidden.photos, 0) AS photos
                    FROM takenDay \(hidden) WHERE takenDay.photos > ifnull(hidden.photos, 0)
                    """, [], db
                ) { row in
                    let period = String(row.text(.day).prefix(unit.length))
                    photosOf[period, default: 0] += row.count(.photos)
                }
            } else {
                let photos = try scope.summaries(where: filter, for: reader, db)
                // Grouped by number: grouping by the text of a million dates would take seconds.
                try Column.forEach(
                    """
                    SELECT (s.taken + \(Self.yearOne)) / 86400000000 AS day,
                        s.takenEnd - s.taken AS length, count(*) AS photos
                    FROM \(photos.sql) GROUP BY 1, 2
                    """, photos.arguments, db
                ) { row in
                    let seconds = row.integer(.day) * 86_400 - Self.yearOne / TakenDate.second
                    let day = row.isNull(.day) ? "" : CivilDate(unixSeconds: seconds).text()
                    let days = row.optionalInteger(.length).map { $0 / 86_400_000_000 }
                    // The known precision: a day, a month, or a year, which is longer than any
                    // month.
                    let known = days.map { $0 > 31 ? 4 : 7 } ?? 10
                    let period = String(day.prefix(min(unit.length, known)))
                    photosOf[period, default: 0] += row.count(.photos)
                }
            }
            let dated = photosOf.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
            return dated.map { TimelineCount(period: $0.key, photos: $0.value) }
                + (photosOf[""].map { [TimelineCount(period: nil, photos: $0)] } ?? [])
        }
    }

    /// Counts photos by tag, person or camera, the largest count first, equal counts by name.
    ///
    /// - Parameters:
    ///   - key: the kind of names; places have their own counts.
    ///   - scope: the photos' scope; each photo counts once.
    ///   - filter: the photos to count.
    package func nameCounts(
        _ key: QueryKey, of scope: PhotoScope = .everything,
        where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> [NameCount] {
        try read { db in
            if case .everything = scope, filter.isEverything {
                return try Self.nameCounts(
                    """
                    SELECT name, \(Self.shownPhotos) AS photos FROM label \(hiddenLabels)
                    WHERE kind = ? AND \(Self.shownPhotos) > 0 ORDER BY photos DESC, label.key
                    """, [key.label], db)
            }
            let photos = try PhotoFinder([scope], filter, for: reader, db).photoIDs
            return try Self.nameCounts(
                """
                SELECT l.name, n.photos FROM (
                    SELECT pl.labelID, count(*) AS photos FROM (\(photos.sql)) p
                        CROSS JOIN photoLabel pl ON pl.photoID = p.photoID GROUP BY pl.labelID) n
                    CROSS JOIN label l ON l.id = n.labelID
                WHERE l.kind = ? ORDER BY n.photos DESC, l.key
                """, photos.arguments + [key.label], db)
        }
    }

    /// The counts of a statement that returns `name` and `photos`.
    private static func nameCounts(
        _ sql: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [NameCount] {
        enum Column: Int, StatementColumns { case name, photos }
        return try Column.all(sql, arguments, db) { row in
            NameCount(name: row.text(.name), photos: row.count(.photos))
        }
    }

    /// The space that the parts of the catalog take; reads the summaries of all photos.
    package func storageUse() throws(CatalogError) -> StorageUse {
        try read { db in
            func part(_ size: String, _ table: String) throws -> StoragePart {
                try db.size(
                    "SELECT count(*) AS count, ifnull(sum(\(size)), 0) AS bytes FROM \(table)")
            }
            return (
                // Without an index, which would look up each row.
                photos: try part("size", "photoSummary NOT INDEXED WHERE isTrashed = 0"),
                trash: try part("size", "photoSummary WHERE isTrashed = 1"),
                thumbnails: try Self.thumbnailUsage(db),
                shares: try part("byteCount", "sharedFile WHERE fileName IS NOT NULL")
            )
        }
    }

    /// The names of a key that start with a prefix, without case and accents, the largest count
    /// first.
    ///
    /// Of very many names only the alphabetically first are compared, to respond while the user
    /// types.
    package func names(
        _ key: QueryKey, startingWith prefix: String, limit: Int
    ) throws(CatalogError) -> [NameCount] {
        // A trailing space was typed and counts.
        let end = prefix.last?.isWhitespace == true ? " " : ""
        let first = Place.key(prefix) + end
        let range: StatementArguments = [first, first + "\u{10FFFF}"]
        let columns = key.placeColumns
        let places = columns.map { column in
            """
            SELECT \(column) AS name, \(column)Key AS key, \(Self.shownPlaces) AS photos
            FROM placeName \(hiddenPlaces)
            WHERE \(column)Key BETWEEN ? AND ? AND \(Self.shownPlaces) > 0 AND \(column) <> ''
            """
        }
        let sql =
            if !columns.isEmpty {
                """
                SELECT name, sum(photos) AS photos FROM (\(places.joined(separator: " UNION ALL ")))
                GROUP BY name ORDER BY sum(photos) DESC, key LIMIT ?
                """
            } else {
                """
                SELECT name, photos FROM (
                    SELECT name, \(Self.shownPhotos) AS photos, label.key FROM label \(hiddenLabels)
                    WHERE kind = ? AND label.key BETWEEN ? AND ? AND \(Self.shownPhotos) > 0
                    ORDER BY label.key LIMIT \(Self.compared))
                ORDER BY photos DESC, key LIMIT ?
                """
            }
        var arguments: StatementArguments = columns.isEmpty ? [key.label] + range : []
        for _ in columns { arguments += range }
        return try read { try Self.nameCounts(sql, arguments + [limit], $0) }
    }

    /// The kinds of names that phrases are: people, cameras and lenses by whole words of their
    /// names, regions and cities by the full name.
    ///
    /// - Parameter phrases: the phrases, as keys of `Place.key`.
    package func kinds(
        ofNames phrases: Set<String>
    ) throws(CatalogError) -> [String: Set<QueryKey>] {
        enum Column: Int, StatementColumns { case value, kind }
        let places = [("region", "region"), ("city", "city"), ("city", "district")].map {
            """
            UNION SELECT p.value, '\($0)' FROM phrase p
            CROSS JOIN placeName ON placeName.\($1)Key = p.value \(hiddenPlaces)
            WHERE \(Self.shownPlaces) > 0
            """
        }
        var kinds: [String: Set<QueryKey>] = [:]
        try read { db in
            try Column.forEach(
                """
                WITH phrase AS (SELECT value FROM json_each(?))
                SELECT \(Column.selection([.value: "p.value", .kind: "label.kind"]))
                FROM label CROSS JOIN phrase p
                    ON instr(' ' || label.key || ' ', ' ' || p.value || ' ') > 0 \(hiddenLabels)
                WHERE label.kind IN ('person', 'camera', 'lens') AND \(Self.shownPhotos) > 0
                \(places.joined(separator: "\n"))
                """, [try JSONText.encode(phrases.sorted())], db
            ) { row in
                guard let kind = QueryKey(rawValue: row.text(.kind)) else { return }
                kinds[row.text(.value), default: []].insert(kind)
            }
        }
        return kinds
    }

    /// Joins `hidden` to `label`; `shownPhotos` is the number visible to the reader.
    private var hiddenLabels: String {
        reader.hiddenCounts(
            by: "pl.labelID", "CROSS JOIN photoLabel pl ON pl.photoID = s.photoID", on: "label.id")
    }

    private static let shownPhotos = "(label.photos - ifnull(hidden.photos, 0))"

    /// Joins `hidden` to `placeName`; `shownPlaces` is the number visible to the reader.
    var hiddenPlaces: String {
        reader.hiddenCounts(
            by: "pp.placeNameID", "CROSS JOIN photoPlace pp ON pp.photoID = s.photoID",
            on: "placeName.id")
    }

    static let shownPlaces = "(placeName.photos - ifnull(hidden.photos, 0))"

    /// The number of names compared for a completion: some milliseconds.
    private static let compared = 10_000

    /// Microseconds from the year 1 to 1970, which make the dates of all photos positive.
    private static let yearOne: Int64 = 62_135_596_800 * TakenDate.second
}

extension Database {
    /// The number and the total size in the columns `count` and `bytes` of a statement's row.
    func size(_ sql: String, _ arguments: StatementArguments = []) throws -> StoragePart {
        enum Column: Int, StatementColumns { case count, bytes }
        return try Column.first(sql, arguments, self) {
            ($0.count(.count), $0.integer(.bytes))
        } ?? (0, 0)
    }
}

extension TimelineUnit {
    /// The length of the prefix of `2024-05-17` that identifies a period.
    fileprivate var length: Int {
        switch self {
        case .year: 4
        case .month: 7
        case .day: 10
        }
    }
}

extension QueryKey {
    /// The `kind` of rows of `label`.
    fileprivate var label: String { self == .owner ? "creator" : rawValue }

    /// The columns of `placeName`; empty for names stored as labels.
    fileprivate var placeColumns: [String] {
        switch self {
        case .country, .region: [rawValue]
        case .city: [rawValue, "district"]
        default: []
        }
    }
}
