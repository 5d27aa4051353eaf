import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The months that photos have their dates in, the newest first, each with how many there are.
    ///
    /// - Parameters:
    ///   - scope: whose photos; each counts once.
    ///   - filter: which of them. Without scope and filter kept counts answer, else a look at each photo found.
    package func months(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> [MonthCount] {
        try read { db in
            if case .everything = scope, filter.isEverything { return try Self.keptMonths(nil, db) }
            enum Column: Int, StatementColumns {
                case date
            }
            let photos = try DatedPhotos(scope, filter, db).photos
            var tally = MonthTally()
            try db.forEachRow(
                Column.self, "SELECT s.date FROM \(photos.sql)", photos.arguments
            ) { row in
                tally.count(row.integer(.date))
                return true
            }
            let version = try Self.lastChange(db)
            return tally.months.map { month, photos in
                MonthCount(month: month, photos: photos, version: version)
            }
        }
    }

    /// The columns of a month's photos, the newest first, those of one second by id, the latest first.
    ///
    /// - Parameters:
    ///   - scope: whose photos; each counts once.
    ///   - filter: which of them.
    ///   - part: which part, from 0; one behind the last has no photos.
    package func columns(
        ofMonth month: PartialDate, of scope: PhotoScope = .everything,
        where filter: PhotoFilter = .everything, part: Int
    ) throws(CatalogError) -> PhotoColumns {
        let seconds = month.seconds
        return try read { db in
            guard case .everything = scope, filter.isEverything else {
                return try Self.foundColumns(seconds, scope, filter, part, db)
            }
            let kept = try Self.keptMonths(month.text, db).first
            var columns = PhotoColumns(photos: kept?.photos ?? 0, version: kept?.version ?? "0")
            let offset = part * PhotoColumns.partLength
            guard offset < columns.photos else { return columns }
            try columns.read(
                """
                SELECT s.photoID, s.aspect, s.date, \(PhotoColumns.shownColour) FROM photoSummary s
                WHERE s.isTrashed = 0 AND s.date >= ? AND s.date < ?
                ORDER BY s.date DESC, s.photoID DESC LIMIT ? OFFSET ?
                """,
                [seconds.lowerBound, seconds.upperBound, PhotoColumns.partLength, offset], db)
            return columns
        }
    }

    /// The columns of a section's photos, in its order.
    ///
    /// - Parameters:
    ///   - filter: which of them.
    ///   - part: which part, from 0; one behind the last has no photos.
    package func columns(
        of section: PhotoSection, where filter: PhotoFilter = .everything, part: Int
    ) throws(CatalogError) -> PhotoColumns {
        try read { db in
            let photos =
                filter.isEverything
                ? section.count
                : try PhotoFinder([.section(section)], filter, db).countOutside()
            var columns = PhotoColumns(photos: photos, version: try Self.lastChange(db))
            let offset = part * PhotoColumns.partLength
            guard offset < photos else { return columns }
            let members = try SectionListing(
                section, offset: offset, limit: PhotoColumns.partLength, where: filter, db
            ).members
            try columns.read(
                """
                SELECT s.photoID, s.aspect, s.date, \(PhotoColumns.shownColour) FROM (\(members.sql)) m
                CROSS JOIN photoSummary s ON s.photoID = m.photoID
                """, members.arguments, db)
            return columns
        }
    }

    /// A month's photos of a scope that fit a filter: all are found, as nothing tells where a part begins.
    private static func foundColumns(
        _ seconds: Range<Int64>, _ scope: PhotoScope, _ filter: PhotoFilter, _ part: Int,
        _ db: Database
    ) throws -> PhotoColumns {
        let photos = try DatedPhotos(scope, filter, within: seconds, db).photos
        var columns = PhotoColumns(photos: 0, version: try lastChange(db))
        try columns.read(
            """
            SELECT s.photoID, s.aspect, s.date, \(PhotoColumns.shownColour) FROM \(photos.sql)
            ORDER BY s.date DESC, s.photoID DESC
            """, photos.arguments, db)
        columns.photos = columns.ids.count
        columns.cut(toPart: part)
        return columns
    }

    /// The kept counts: of all months, the newest first, or of one.
    static func keptMonths(
        _ month: String?, _ db: Database
    ) throws -> [MonthCount] {
        enum Column: Int, StatementColumns {
            case month, photos, changes
        }
        var months: [MonthCount] = []
        try db.forEachRow(
            Column.self,
            """
            SELECT month, photos, changes FROM dateMonth
            WHERE month >= ? AND month <= ? AND photos > 0 ORDER BY month DESC
            """, [month ?? "", month ?? "\u{10FFFF}"]
        ) { row in
            months.append(
                MonthCount(
                    month: row.text(.month), photos: Int(row.integer(.photos)),
                    version: String(row.integer(.changes))))
            return true
        }
        return months
    }

    /// The number of the last change that the journal has: sections and queries list other photos with a later
    /// one at the earliest.
    private static func lastChange(_ db: Database) throws -> String {
        String(try Int64.fetchOne(db, sql: "SELECT max(id) FROM journal") ?? 0)
    }
}

extension PhotoColumns {
    private enum Column: Int, StatementColumns {
        case photoID, aspect, date, colour
    }

    /// The colour of a photo; -2 where no picture of it is stored, which is looked for only where none is known.
    fileprivate static let shownColour = """
        CASE WHEN s.colour IS NULL AND NOT EXISTS
            (SELECT 1 FROM picture p WHERE p.photoID = s.photoID AND p.fileID IS NOT NULL)
        THEN -2 ELSE s.colour END AS colour
        """

    /// Takes the photos that a statement gives.
    fileprivate mutating func read(
        _ sql: String, _ arguments: StatementArguments, _ db: Database
    ) throws {
        try db.forEachRow(Column.self, sql, arguments) { row in
            ids.append(PhotoID(rawValue: row.integer(.photoID)))
            aspects.append(Int(row.integer(.aspect)))
            dates.append(row.integer(.date))
            colours.append(row.optionalInteger(.colour) ?? -1)
            return true
        }
    }

    /// Leaves one part of all photos.
    fileprivate mutating func cut(toPart part: Int) {
        let first = min(part * Self.partLength, ids.count)
        let rows = first..<min(first + Self.partLength, ids.count)
        ids = Array(ids[rows])
        aspects = Array(aspects[rows])
        dates = Array(dates[rows])
        colours = Array(colours[rows])
    }
}

/// Counts dates by month; most follow one of the same month.
private struct MonthTally {
    private var photosOf: [String: Int] = [:]
    private var month = ""
    private var seconds: Range<Int64> = 0..<0
    private var photos = 0

    /// Counts a date.
    mutating func count(_ date: Int64) {
        if !seconds.contains(date) {
            photosOf[month, default: 0] += photos
            let civil = CivilDate(unixSeconds: date)
            month = String(civil.text().prefix(7))
            let first = CivilDate.unixSeconds(year: civil.year, month: civil.month, day: 1)
            let days = CivilDate.dayCount(year: civil.year, month: civil.month)
            seconds = first..<first + Int64(days) * 86_400
            photos = 0
        }
        photos += 1
    }

    /// What was counted, the newest month first.
    var months: [(month: String, photos: Int)] {
        photosOf.merging([month: photos], uniquingKeysWith: +).filter { $0.value > 0 }
            .sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    }
}
