import GRDB
import GalleryModel

/// A photo with its rank in an order.
struct RankedPhoto {
    /// The catalog id.
    var id: Int64
    /// The value that it is sorted by.
    var rank: PhotoCursor.Rank
}

/// A column of `photoSummary` as a sort key.
struct RankColumn {
    /// The column of `photoSummary AS s`.
    var name: String
    /// True if it contains text.
    var isText = false
    /// The value that marks photos without a rank, if the column is never NULL.
    var none: Int64?
    /// Tests that a photo has no rank.
    var isUnranked: String { none.map { "\(name) = \($0)" } ?? "\(name) IS NULL" }
    /// Tests that a photo has a rank.
    var isRanked: String { none.map { "\(name) > \($0)" } ?? "\(name) IS NOT NULL" }

    /// The sort key's column; nil for an order without a column.
    init?(_ key: PhotoOrder.Key) {
        switch key {
        case .taken: name = "s.taken"
        case .added: name = "s.dateAdded"
        case .date: (name, none) = ("s.date", TakenColumns.implausible)
        case .title: (name, isText) = ("s.titleKey", true)
        case .rating: name = "s.rating"
        case .size: name = "s.size"
        case .relevance: return nil
        }
    }

    /// The rank in a column of a row.
    func rank<Column>(in row: StatementRow<Column>, _ rank: Column) -> PhotoCursor.Rank {
        if row.isNull(rank) { return .none }
        if isText { return .text(row.text(rank)) }
        let number = row.integer(rank)
        return number == none ? .none : .number(number)
    }

    /// A cursor's rank as a value of the column; nil if it is `none`.
    ///
    /// - Throws: `badCursor` for a rank of another order.
    func value(of rank: PhotoCursor.Rank) throws(CatalogError) -> (any DatabaseValueConvertible)? {
        switch rank {
        case .number(let number) where !isText: return number
        case .text(let text) where isText: return text
        case .none: return nil
        default: throw CatalogError.cursorOfAnotherOrder
        }
    }
}

extension CatalogError {
    /// The error for a cursor of another order.
    package static var cursorOfAnotherOrder: CatalogError {
        CatalogError(
            .badCursor,
            "the cursor belongs to another sort order: use the order of the previous page"
        )
    }
}

// MARK: - Pages

extension PhotoFinder {
    private enum RankColumns: Int, StatementColumns { case photoID, rank }

    /// The number of photos that are tested in order, in the hope that enough of them match.
    ///
    /// Source: measured, 10,000 rows in an order other than that of the ids take 30 ms, a million
    /// 2.7 s; a million in the order of the ids take 0.13 s.
    private static let optimisticScanLimit = 10_000

    /// A page of matching photos, in order.
    func photos(
        in order: PhotoOrder, after cursor: PhotoCursor?, offset: Int, limit: Int?
    ) throws -> [RankedPhoto] {
        guard let column = RankColumn(order.key) else {
            return try photosByRelevance(
                order.isDescending, after: cursor, offset: offset, limit: limit)
        }
        let isDescending = order.isDescending
        guard inside != nil else {
            return try photosOutside(
                column, isDescending, after: cursor, offset: offset, limit: limit)
        }
        // Both lists are in order; merged, including the skipped photos.
        let wanted = Self.reach(limit, after: offset)
        let merged = Self.merged(
            try photosOutside(column, isDescending, after: cursor, offset: 0, limit: wanted),
            try read(pageInside(column, isDescending, after: cursor, limit: wanted), column),
            isDescending)
        return Array(merged.dropFirst(offset).prefix(limit ?? .max))
    }

    private func read(_ page: SQLFragment?, _ column: RankColumn) throws -> [RankedPhoto] {
        guard let page else { return [] }
        return try RankColumns.all(page.sql, page.arguments, db) { row in
            RankedPhoto(id: row.integer(.photoID), rank: column.rank(in: row, .rank))
        }
    }

    /// Photos outside the trash.
    private func photosOutside(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?, offset: Int,
        limit: Int?
    ) throws -> [RankedPhoto] {
        if outside.isEverything {
            return try allPhotos(
                column, isDescending, after: cursor, offset: offset, limit: limit)
        }
        let source = outside.source()
        // A range of the sort column is scanned from its beginning.
        let range = outside.range(of: column.name)
        let expected = self.walk(
            toMeet: Self.reach(limit, after: offset), among: range.map { min($0.estimate, total) })
        if let limit, expected <= Self.optimisticScanLimit, expected <= source?.estimate ?? .max {
            var page = try walked(
                column, isDescending, after: cursor, within: range?.range?.test,
                test: outside.test(candidates: expected))
            page.arguments += [limit, offset]
            let found = try read(page, column)
            if found.count == limit || total <= Self.optimisticScanLimit { return found }
        }
        var page = try sorted(source, column, isDescending, after: cursor)
        page.arguments += [limit ?? -1, offset]
        return try read(page, column)
    }

    /// Photos outside the trash, if all of them match: range by range, so that SQLite skips rows
    /// within one index.
    private func allPhotos(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?, offset: Int,
        limit: Int?
    ) throws -> [RankedPhoto] {
        let direction = isDescending ? " DESC" : ""
        var found: [RankedPhoto] = []
        var skipped = offset
        for stretch in try Self.stretches(after: cursor, column, isDescending) {
            let left = limit.map { $0 - found.count }
            if let left, left <= 0 { break }
            let photos = SQLFragment(sql: "photoSummary s WHERE s.isTrashed = 0").and(stretch)
            let rows = try read(
                SQLFragment(
                    sql: """
                        SELECT s.photoID, \(column.name) AS rank FROM \(photos.sql)
                        ORDER BY \(column.name)\(direction), s.photoID\(direction) LIMIT ? OFFSET ?
                        """, arguments: photos.arguments + [left ?? -1, skipped]), column)
            if rows.isEmpty, skipped > 0 {
                skipped -= try db.count("SELECT count(*) FROM \(photos.sql)", photos.arguments)
            } else {
                skipped = 0
            }
            found += rows
        }
        return found
    }

    /// The statement that finds all photos outside the trash and sorts them; limit and offset are
    /// its last arguments.
    private func sorted(
        _ source: FoundFilter.Source?, _ column: RankColumn, _ isDescending: Bool,
        after cursor: PhotoCursor?
    ) throws -> SQLFragment {
        let direction = isDescending ? " DESC" : ""
        var page = tested(
            "s.photoID, \(column.name) AS rank", from: source, walked: total,
            and: try Self.afterCursor(cursor, column, isDescending))
        page.sql += """
             ORDER BY \(column.isUnranked), \(column.name)\(direction), s.photoID\(direction)
            LIMIT ? OFFSET ?
            """
        return page
    }

    /// Selects columns of the matching photos outside the trash that also meet another condition.
    ///
    /// - Parameters:
    ///   - source: the index to use; nil for a scan.
    ///   - walked: the number of photos that a scan tests.
    func tested(
        _ columns: String, from source: FoundFilter.Source?, walked: Int, and more: SQLFragment
    ) -> SQLFragment {
        guard let source else {
            return SQLFragment(
                sql: "SELECT \(columns) FROM photoSummary s NOT INDEXED WHERE s.isTrashed = 0"
            ).and(more).and(outside.test(candidates: walked))
        }
        return SQLFragment(
            sql: """
                SELECT \(columns) FROM (\(source.photos.sql)) c
                CROSS JOIN photoSummary s ON s.photoID = c.photoID WHERE s.isTrashed = 0
                """, arguments: source.photos.arguments
        ).and(more).and(source.rest.test(candidates: source.estimate))
    }

    /// The statement that tests the first photos outside the trash in order; limit and offset are
    /// its last arguments.
    private func walked(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?,
        within range: SQLFragment?, test: SQLFragment
    ) throws -> SQLFragment {
        let direction = isDescending ? " DESC" : ""
        let stretches = try Self.stretches(after: cursor, column, isDescending).map { stretch in
            var part = SQLFragment(
                sql: """
                    SELECT \(outside.readsSummary ? "s.*" : "s.photoID"), \(column.name) AS rank
                    FROM photoSummary s WHERE s.isTrashed = 0
                    """
            ).and(stretch).and(range ?? .always)
            part.sql += " ORDER BY \(column.name)\(direction), s.photoID\(direction) LIMIT -1"
            return part
        }
        return SQLFragment(
            sql: "SELECT s.photoID, s.rank FROM ("
                + stretches.map { "SELECT * FROM (\($0.sql))" }.joined(separator: " UNION ALL ")
                + " LIMIT ?) s WHERE \(test.sql) LIMIT ? OFFSET ?",
            arguments: stretches.reduce(into: StatementArguments()) { $0 += $1.arguments }
                + [Self.optimisticScanLimit] + test.arguments)
    }

    /// The statement for the photos in the trash, which are few; nil if none can match.
    private func pageInside(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?, limit: Int?
    ) throws -> SQLFragment? {
        guard let inside else { return nil }
        let direction = isDescending ? " DESC" : ""
        var page = SQLFragment(
            sql: """
                SELECT s.photoID, \(column.name) AS rank FROM photoSummary s WHERE s.isTrashed = 1
                """
        ).and(inside.test(candidates: 1)).and(try Self.afterCursor(cursor, column, isDescending))
        page.sql += """
             ORDER BY \(column.isUnranked), \(column.name)\(direction), s.photoID\(direction)
            LIMIT ?
            """
        page.arguments += [limit ?? -1]
        return page
    }

    /// Tests that a photo is after a cursor.
    private static func afterCursor(
        _ cursor: PhotoCursor?, _ column: RankColumn, _ isDescending: Bool
    ) throws -> SQLFragment {
        guard cursor != nil else { return .always }
        return .joined(try stretches(after: cursor, column, isDescending), by: "OR")
    }

    /// The ranges of an order after a cursor, in order; an index finds the start of each without
    /// reading earlier rows, because many photos share a rank.
    private static func stretches(
        after cursor: PhotoCursor?, _ column: RankColumn, _ isDescending: Bool
    ) throws -> [SQLFragment] {
        let name = column.name
        let unranked = SQLFragment(sql: column.isUnranked)
        guard let cursor else { return [SQLFragment(sql: column.isRanked), unranked] }
        let sign = isDescending ? "<" : ">"
        let id = cursor.photoID.rawValue
        guard let rank = try column.value(of: cursor.rank) else {
            return [
                SQLFragment(
                    sql: "(\(column.isUnranked) AND s.photoID \(sign) ?)", arguments: [id])
            ]
        }
        return [
            SQLFragment(
                sql: "(\(name) = ? AND s.photoID \(sign) ?)", arguments: [rank, id]),
            SQLFragment(
                sql: "\(name) \(sign) ?" + (column.none == nil ? "" : " AND \(column.isRanked)"),
                arguments: [rank]),
            unranked,
        ]
    }

    /// Merges two sorted lists.
    private static func merged(
        _ one: [RankedPhoto], _ other: [RankedPhoto], _ isDescending: Bool
    ) -> [RankedPhoto] {
        var all: [RankedPhoto] = []
        all.reserveCapacity(one.count + other.count)
        var (left, right) = (one[...], other[...])
        while let first = left.first, let second = right.first {
            if first.precedes(second, isDescending) {
                all.append(left.removeFirst())
            } else {
                all.append(right.removeFirst())
            }
        }
        return all + left + right
    }
}

extension RankedPhoto {
    /// True if it comes first; photos without a rank come last.
    func precedes(_ other: RankedPhoto, _ isDescending: Bool) -> Bool {
        func ordered<Value: Comparable>(_ one: Value, _ two: Value) -> Bool {
            isDescending ? one > two : one < two
        }
        switch (rank, other.rank) {
        case (.none, .none): return ordered(id, other.id)
        case (.none, _): return false
        case (_, .none): return true
        case (.number(let one), .number(let two)) where one != two: return ordered(one, two)
        case (.text(let one), .text(let two)) where one != two:
            // By their bytes, as SQLite compares text.
            return isDescending
                ? two.utf8.lexicographicallyPrecedes(one.utf8)
                : one.utf8.lexicographicallyPrecedes(two.utf8)
        case (.score(let one), .score(let two)) where one != two:
            return ordered(Double(bitPattern: one), Double(bitPattern: two))
        default: return ordered(id, other.id)
        }
    }
}

// MARK: - Relevance

extension PhotoFinder {
    private enum ScoreColumns: Int, StatementColumns {
        case photoID, score
        static let expressions: [Self: String] = [
            .photoID: "rowid", .score: "bm25(photoWords)",
        ]
    }

    /// Matching photos, the best first; photos that contain none of the words come last.
    ///
    /// Scores change as photos come and go: the page starts after the cursor's photo, at its
    /// current position.
    private func photosByRelevance(
        _ isDescending: Bool, after cursor: PhotoCursor?, offset: Int, limit: Int?
    ) throws -> [RankedPhoto] {
        var scores: [Int64: Double] = [:]
        if let words {
            try ScoreColumns.forEach(
                "SELECT \(ScoreColumns.selection) FROM photoWords WHERE photoWords MATCH ?",
                [words], db
            ) { row in scores[row.integer(.photoID)] = row.optionalDouble(.score) }
        }
        let fitting = photoIDs
        var found = try db.integers(fitting.sql, fitting.arguments).map { id in
            RankedPhoto(
                id: id, rank: scores[id].map { .score($0.bitPattern) } ?? PhotoCursor.Rank.none)
        }.sorted { $0.precedes($1, isDescending) }
        if let cursor {
            switch cursor.rank {
            case .score, .none: break
            default: throw CatalogError.cursorOfAnotherOrder
            }
            let last = RankedPhoto(id: cursor.photoID.rawValue, rank: cursor.rank)
            let position = found.firstIndex { $0.id == last.id }.map { $0 + 1 }
            found.removeFirst(
                position ?? found.prefix { $0.precedes(last, isDescending) }.count)
        }
        return Array(found.dropFirst(offset).prefix(limit ?? .max))
    }
}
