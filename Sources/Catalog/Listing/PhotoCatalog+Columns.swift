import Basics
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The months of the photos' dates, the newest first, with the number of photos in each.
    ///
    /// - Parameters:
    ///   - scope: the photos' scope; each photo counts once.
    ///   - filter: the photos to count. Without scope and filter stored counts are used, else every
    ///     photo found is read.
    package func months(
        of scope: PhotoScope = .everything, where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> [MonthCount] {
        try read { db in
            if case .everything = scope, filter.isEverything {
                return try Self.keptMonths(nil, for: reader, db)
            }
            let photos = try scope.summaries(where: filter, for: reader, db)
            enum Column: Int, StatementColumns { case date }
            var countOf: [PartialDate: Int] = [:]
            // Usually consecutive dates are in the same month.
            var (month, seconds, count) = (PartialDate.implausible, 0..<Int64(0), 0)
            try Column.forEach("SELECT s.date FROM \(photos.sql)", photos.arguments, db) { row in
                let date = row.integer(.date)
                if !seconds.contains(date.flooredSeconds), let found = PartialDate(monthOf: date) {
                    countOf[month, default: 0] += count
                    (month, seconds, count) = (found, found.seconds, 0)
                }
                count += 1
            }
            countOf[month, default: 0] += count
            let version = try Self.lastChange(db)
            return countOf.filter { $0.value > 0 }.map { ($0.key.text, $0.value, version) }
                .sorted { $0.0 > $1.0 }
        }
    }

    /// The columns of a month's photos, the newest first; photos with the same date by descending
    /// id.
    ///
    /// - Parameters:
    ///   - scope: the photos' scope; each photo counts once.
    ///   - filter: the photos to include.
    ///   - part: the part, from 0; the one after the last has no photos.
    package func columns(
        ofMonth month: PartialDate, of scope: PhotoScope = .everything,
        where filter: PhotoFilter = .everything, part: Int
    ) throws(CatalogError) -> PhotoColumns {
        let seconds = month.seconds
        return try read { db in
            guard case .everything = scope, filter.isEverything else {
                // All are read, because the start of a part is unknown.
                let photos = try scope.summaries(where: filter, within: seconds, for: reader, db)
                var columns = PhotoColumns(photos: 0, version: try Self.lastChange(db))
                try columns.read("\(photos) ORDER BY s.date DESC, s.photoID DESC", db)
                columns.photos = columns.ids.count
                columns.cut(toPart: part)
                return columns
            }
            let kept = try Self.keptMonths(month.text, for: reader, db).first
            var columns = PhotoColumns(photos: kept?.photos ?? 0, version: kept?.version ?? "0")
            let offset = part * PhotoColumns.partLength
            guard offset < columns.photos else { return columns }
            try columns.read(
                """
                photoSummary s WHERE s.isTrashed = 0
                    AND s.date >= \(seconds.lowerBound * TakenDate.second)
                    AND s.date < \(seconds.upperBound * TakenDate.second)
                    AND \(sql: reader.sees("s.photoID"))
                ORDER BY s.date DESC, s.photoID DESC
                LIMIT \(PhotoColumns.partLength) OFFSET \(offset)
                """, countsCopies: reader == .ownerWithoutCopies, db)
            return columns
        }
    }

    /// The columns of a section's photos, in its order.
    ///
    /// - Parameters:
    ///   - filter: the photos to include.
    ///   - part: the part, from 0; the one after the last has no photos.
    package func columns(
        of section: PhotoSection, where filter: PhotoFilter = .everything, part: Int
    ) throws(CatalogError) -> PhotoColumns {
        try read { db in
            let photos =
                filter.isEverything
                ? section.count
                : try PhotoFinder([.section(section)], filter, for: reader, db).countOutside()
            var columns = PhotoColumns(photos: photos, version: try Self.lastChange(db))
            let offset = part * PhotoColumns.partLength
            guard offset < photos else { return columns }
            let members = try SectionListing(
                section, offset: offset, limit: PhotoColumns.partLength, where: filter,
                for: reader, db
            ).members
            try columns.read(
                "(\(members)) m CROSS JOIN photoSummary s ON s.photoID = m.photoID", db)
            return columns
        }
    }

    /// The stored counts of all months, the newest first, or of one month.
    static func keptMonths(
        _ month: String?, for reader: PhotoReader, _ db: Database
    ) throws -> [MonthCount] {
        enum Column: Int, StatementColumns { case month, photos, changes }
        let hidden = reader.hiddenCounts(
            by: "CAST(\(Schema.monthOfDate("s")) AS TEXT)", on: "dateMonth.month")
        return try Column.all(
            """
            SELECT month, dateMonth.photos - ifnull(hidden.photos, 0) AS photos, changes
            FROM dateMonth \(hidden)
            WHERE month >= ? AND month <= ? AND dateMonth.photos > ifnull(hidden.photos, 0)
            ORDER BY month DESC
            """, [month ?? "", month ?? "\u{10FFFF}"], db
        ) { row in
            (row.text(.month), row.count(.photos), String(row.integer(.changes)))
        }
    }

    /// The number of the last journal entry: sections and queries list other photos only after a
    /// later one.
    private static func lastChange(_ db: Database) throws -> String {
        String(try db.integer("SELECT max(id) FROM journal") ?? 0)
    }
}

extension PhotoColumns {
    private enum Column: Int, StatementColumns {
        case photoID, aspect, date, takenEnd
        /// The color of a photo; -2 if it has no stored picture, which is checked only if no color
        /// is known.
        case color
        /// The number of photos with the picture, if it is counted.
        case copies
    }

    /// Appends the photos of a FROM clause with `photoSummary AS s`.
    fileprivate mutating func read(
        _ photos: SQLFragment, countsCopies: Bool = false, _ db: Database
    ) throws {
        let copyCount =
            countsCopies
            ? """
            (SELECT count(DISTINCT q.photoID) + 1 FROM picture p
                CROSS JOIN picture q ON q.fileID = p.fileID
                CROSS JOIN photoCopy c ON c.photoID = q.photoID
                    WHERE p.photoID = s.photoID AND s.isEdited = 0)
            """ : "NULL"
        try Column.forEach(
            """
            SELECT s.photoID, s.aspect, s.date, s.takenEnd,
                CASE WHEN s.colour IS NULL AND NOT EXISTS (SELECT 1 FROM picture p
                    WHERE p.photoID = s.photoID AND p.fileID IS NOT NULL)
                THEN -2 ELSE s.colour END AS color, \(copyCount) AS copies FROM \(photos.sql)
            """, photos.arguments, db
        ) { row in
            ids.append(row.photoID(.photoID))
            aspects.append(row.count(.aspect))
            let date = row.integer(.date)
            dates.append(date.flooredSeconds)
            if let end = row.optionalInteger(.takenEnd) {
                // A year is longer than any month.
                let days = (Int64(end) - date) / (86_400 * TakenDate.second)
                undatedDays[row.photoID(.photoID)] = days > 31 ? -100 : 0
            }
            colors.append(row.optionalInteger(.color) ?? -1)
            if countsCopies { copies.append(row.count(.copies)) }
        }
    }

    /// Keeps one part of the photos.
    fileprivate mutating func cut(toPart part: Int) {
        let first = min(part * Self.partLength, ids.count)
        let rows = first..<min(first + Self.partLength, ids.count)
        ids = Array(ids[rows])
        aspects = Array(aspects[rows])
        dates = Array(dates[rows])
        colors = Array(colors[rows])
    }
}

extension Int64 {
    /// Microseconds in whole seconds, rounded toward the past.
    var flooredSeconds: Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: TakenDate.second)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension PhotoCatalog {
    /// The position of a photo in a scope by date, the newest first, in the order of `months` and
    /// `columns(ofMonth:)`; nil if the scope does not contain it.
    ///
    /// - Parameters:
    ///   - scope: the photos' scope; each photo counts once.
    ///   - filter: the photos to include. Without scope and filter only the photos of its month are
    ///     counted, else all that are found.
    package func listPosition(
        of id: PhotoID, byDateIn scope: PhotoScope = .everything,
        where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> ListPosition? {
        enum Column: Int, StatementColumns { case photos, newer, newerInMonth, isPresent }
        return try read { db in
            guard
                let date = try db.integer(
                    "SELECT date FROM photoSummary WHERE photoID = ?", [id.rawValue]),
                let month = PartialDate(monthOf: date)
            else { return nil }
            let end = month.seconds.upperBound * TakenDate.second
            guard case .everything = scope, filter.isEverything else {
                let photos = try scope.summaries(where: filter, for: reader, db)
                // Newer, or with the same date and added later.
                return try Column.first(
                    """
                    SELECT count(*) AS photos,
                        ifnull(sum((s.date, s.photoID) > (?, ?)), 0) AS newer,
                        ifnull(sum((s.date, s.photoID) > (?, ?) AND s.date < ?), 0) AS newerInMonth,
                        ifnull(max(s.photoID = ?), 0) AS isPresent FROM \(photos.sql)
                    """,
                    [date, id.rawValue, date, id.rawValue, end, id.rawValue] + photos.arguments, db
                ) { row in
                    row.boolean(.isPresent)
                        ? ListPosition(
                            month: month.text, index: row.count(.newerInMonth),
                            position: row.count(.newer) + 1, count: row.count(.photos)) : nil
                }
            }
            let seen = reader.sees("s.photoID")
            let found = try db.integer(
                """
                SELECT (SELECT count(*) FROM photoSummary s
                        WHERE s.isTrashed = 0 AND s.date > ?2 AND s.date < ?3 AND \(seen))
                    + (SELECT count(*) FROM photoSummary s
                        WHERE s.isTrashed = 0 AND s.date = ?2 AND s.photoID > ?1 AND \(seen))
                WHERE EXISTS (SELECT 1 FROM photoSummary s
                    WHERE s.photoID = ?1 AND s.isTrashed = 0 AND \(seen))
                """, [id.rawValue, date, end])
            guard let index = found.map(Int.init) else { return nil }
            let months = try Self.keptMonths(nil, for: reader, db)
            let newer = months.prefix { $0.month > month.text }.reduce(0) { $0 + $1.photos }
            return ListPosition(
                month: month.text, index: index, position: newer + index + 1,
                count: months.reduce(0) { $0 + $1.photos })
        }
    }

    /// The position of a photo in a scope in an order, which has no column layout; nil if the scope
    /// does not contain it, and for `relevance`.
    ///
    /// Without scope and filter, indexes count the photos after it, else all that are found.
    package func listPosition(
        of id: PhotoID, in order: PhotoOrder, of scope: PhotoScope,
        where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> ListPosition? {
        guard let rank = RankColumn(order), let cursor = try cursor(at: id, in: order) else {
            return nil
        }
        enum Column: Int, StatementColumns { case photos, later, isPresent }
        return try read { db in
            let finder = try PhotoFinder([scope], filter, for: reader, db)
            var (count, later, isPresent) = (0, 0, false)
            if finder.inside == nil, finder.outside.isEverything {
                isPresent = try db.holds(
                    "SELECT 1 FROM photoSummary WHERE photoID = ? AND isTrashed = 0",
                    [id.rawValue])
                count = try finder.countOutside()
                for stretch in try rank.stretches(after: cursor) {
                    later += try db.count(
                        of: """
                            SELECT count(*) FROM photoSummary s
                            WHERE s.isTrashed = 0 AND \(stretch)
                            """)
                }
            } else {
                let photos = try scope.summaries(where: filter, for: reader, db)
                let counts: SQLFragment = """
                    SELECT count(*) AS photos, ifnull(sum(\(try rank.isAfter(cursor))), 0) AS later,
                        ifnull(max(s.photoID = \(id.rawValue)), 0) AS isPresent FROM \(photos)
                    """
                try Column.forEach(counts.sql, counts.arguments, db) { row in
                    (count, later) = (row.count(.photos), row.count(.later))
                    isPresent = row.boolean(.isPresent)
                }
            }
            let position = count - later
            return isPresent
                ? ListPosition(index: position - 1, position: position, count: count) : nil
        }
    }

    /// The position of a photo in a section, in the order of `columns(of:)`; nil if the section
    /// does not list it.
    ///
    /// - Parameter filter: the section's photos to include. Without one, only unlisted members are
    ///   counted, else all that are found.
    package func listPosition(
        of id: PhotoID, in section: PhotoSection, where filter: PhotoFilter = .everything
    ) throws(CatalogError) -> ListPosition? {
        try read { db in
            if section.filter == nil, filter.isEverything {
                guard let ordinal = try listedOrdinal(of: id, in: section, db) else { return nil }
                var positions = ListedPositions(sectionID: section.id, for: reader)
                let position = try positions.position(ofOrdinal: ordinal, db)
                return ListPosition(index: position - 1, position: position, count: section.count)
            }
            let ids = try SectionListing(section, where: filter, for: reader, db).photoIDs(db)
            guard let index = ids.firstIndex(of: id) else { return nil }
            return ListPosition(index: index, position: index + 1, count: ids.count)
        }
    }
}

extension PartialDate {
    /// The month of a `photoSummary.date` in microseconds.
    fileprivate init?(monthOf date: Int64) {
        let civil = CivilDate(unixSeconds: date.flooredSeconds)
        if civil.year == 0 {
            self = .implausible
        } else {
            self.init(year: civil.year, month: civil.month)
        }
    }
}
