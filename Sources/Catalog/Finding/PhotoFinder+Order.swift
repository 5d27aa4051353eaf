import GRDB
import GalleryModel

/// A column of `photoSummary` as a sort key, with a direction.
struct RankColumn {
    /// The column of `photoSummary AS s`.
    var name: String
    /// True if the largest is first.
    let isDescending: Bool
    /// True if it contains text.
    var isText = false
    /// The value that marks photos without a rank, if the column is never NULL.
    var none: Int64?
    /// Tests that a photo has no rank.
    private var isUnranked: SQLFragment {
        none.map { "\(sql: name) = \(sql: "\($0)")" } ?? "\(sql: name) IS NULL"
    }
    /// Tests that a photo has a rank.
    private var isRanked: SQLFragment {
        none.map { "\(sql: name) > \(sql: "\($0)")" } ?? "\(sql: name) IS NOT NULL"
    }
    /// The terms that sort photos which all have a rank, or all none.
    var terms: SQLFragment {
        let direction = isDescending ? " DESC" : ""
        return "\(sql: name)\(sql: direction), s.photoID\(sql: direction)"
    }
    /// The terms that sort photos; those without a rank come last.
    var allTerms: SQLFragment { "\(isUnranked), \(terms)" }

    /// The sort key's column; nil for an order without a column.
    init?(_ order: PhotoOrder) {
        isDescending = order.isDescending
        switch order.key {
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
    private func value(
        of rank: PhotoCursor.Rank
    ) throws(CatalogError) -> (any DatabaseValueConvertible)? {
        switch rank {
        case .number(let number) where !isText: return number
        case .text(let text) where isText: return text
        case .none: return nil
        default: throw CatalogError.cursorOfAnotherOrder
        }
    }

    /// Tests that a photo is after a cursor.
    func isAfter(_ cursor: PhotoCursor?) throws -> SQLFragment {
        cursor == nil ? .always : .joined(try stretches(after: cursor), by: "OR")
    }

    /// The ranges of an order after a cursor, in order; an index finds the start of each without
    /// reading earlier rows, because many photos share a rank.
    func stretches(after cursor: PhotoCursor?) throws -> [SQLFragment] {
        guard let cursor else { return [isRanked, isUnranked] }
        let sign = isDescending ? "<" : ">"
        let isNext: SQLFragment = "s.photoID \(sql: sign) \(cursor.photoID.rawValue)"
        guard let rank = try value(of: cursor.rank) else {
            return ["(\(isUnranked) AND \(isNext))"]
        }
        let isFarther: SQLFragment = "\(sql: name) \(sql: sign) \(value: rank)"
        return [
            "(\(sql: name) = \(value: rank) AND \(isNext))",
            none == nil ? isFarther : isFarther.and(isRanked), isUnranked,
        ]
    }
}

extension CatalogError {
    /// The error for a cursor of another order.
    package static var cursorOfAnotherOrder: CatalogError {
        CatalogError(
            .badCursor,
            "the cursor belongs to another sort order: use the order of the previous page")
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
    ) throws -> [PhotoCursor] {
        guard let column = RankColumn(order) else {
            return try photosByRelevance(
                order.isDescending, after: cursor, offset: offset, limit: limit)
        }
        guard let inside else {
            return try photosOutside(column, after: cursor, offset: offset, limit: limit)
        }
        // Both lists are in order; merged, including the skipped photos. Those in the trash are few.
        let wanted = Self.reach(limit, after: offset)
        let trashed: SQLFragment = """
            SELECT s.photoID, \(sql: column.name) AS rank FROM photoSummary s
            WHERE s.isTrashed = 1 AND \(inside.test(candidates: 1))
                AND \(try column.isAfter(cursor))
            ORDER BY \(column.allTerms) LIMIT \(wanted ?? -1)
            """
        let merged =
            try photosOutside(column, after: cursor, offset: 0, limit: wanted)
            + read(trashed, column)
        return Array(
            merged.sorted { $0.precedes($1, order.isDescending) }
                .dropFirst(offset).prefix(limit ?? .max))
    }

    private func read(_ page: SQLFragment, _ column: RankColumn) throws -> [PhotoCursor] {
        try RankColumns.all(page.sql, page.arguments, db) { row in
            PhotoCursor(photoID: row.photoID(.photoID), rank: column.rank(in: row, .rank))
        }
    }

    /// Photos outside the trash.
    private func photosOutside(
        _ column: RankColumn, after cursor: PhotoCursor?, offset: Int, limit: Int?
    ) throws -> [PhotoCursor] {
        if outside.isEverything {
            return try allPhotos(column, after: cursor, offset: offset, limit: limit)
        }
        let source = outside.source()
        // A range of the sort column is scanned from its beginning.
        let range = outside.range(of: column.name)
        let expected = walk(
            toMeet: limit, after: offset, among: range.map { min($0.estimate, total) })
        if let limit, expected <= Self.optimisticScanLimit, expected <= source?.estimate ?? .max {
            let walked = try walked(
                column, after: cursor, within: range?.range?.test ?? .always)
            let found = try read(
                """
                SELECT s.photoID, s.rank FROM (\(walked)) s
                WHERE \(outside.test(candidates: expected)) LIMIT \(limit) OFFSET \(offset)
                """, column)
            if found.count == limit || total <= Self.optimisticScanLimit { return found }
            // The walk can also have met all photos, as for the photo before the first one.
            let met = try db.count(of: "SELECT count(*) FROM (\(walked))")
            if met < Self.optimisticScanLimit { return found }
        }
        let matches = tested(
            "s.photoID, \(sql: column.name) AS rank", from: source, walked: total,
            where: ("s.isTrashed = 0" as SQLFragment).and(try column.isAfter(cursor)))
        return try read(
            "\(matches) ORDER BY \(column.allTerms) LIMIT \(limit ?? -1) OFFSET \(offset)", column)
    }

    /// Photos outside the trash, if all of them match: range by range, so that SQLite skips rows
    /// within one index.
    private func allPhotos(
        _ column: RankColumn, after cursor: PhotoCursor?, offset: Int, limit: Int?
    ) throws -> [PhotoCursor] {
        var found: [PhotoCursor] = []
        var skipped = offset
        for stretch in try column.stretches(after: cursor) {
            let left = limit.map { $0 - found.count }
            if let left, left <= 0 { break }
            let photos: SQLFragment = "photoSummary s WHERE s.isTrashed = 0 AND \(stretch)"
            let rows = try read(
                """
                SELECT s.photoID, \(sql: column.name) AS rank FROM \(photos)
                ORDER BY \(column.terms) LIMIT \(left ?? -1) OFFSET \(skipped)
                """, column)
            skipped =
                rows.isEmpty && skipped > 0
                ? skipped - (try db.count(of: "SELECT count(*) FROM \(photos)")) : 0
            found += rows
        }
        return found
    }

    /// Selects columns of the matching photos that meet another condition, which excludes the trash.
    ///
    /// - Parameters:
    ///   - source: the index to use; nil for a scan.
    ///   - join: joins further tables to the index.
    ///   - scanned: the tables to scan, with `photoSummary AS s`.
    ///   - walked: the number of photos that a scan tests.
    func tested(
        _ columns: SQLFragment, from source: CandidateSource?, joining join: SQLFragment = "",
        orScanning scanned: SQLFragment = "photoSummary s NOT INDEXED", walked: Int,
        where condition: SQLFragment
    ) -> SQLFragment {
        let photos: SQLFragment =
            source.map {
                "(\($0.photos)) c CROSS JOIN photoSummary s ON s.photoID = c.photoID \(join)"
            } ?? scanned
        let test =
            source.map { $0.rest.test(candidates: $0.estimate) } ?? outside.test(candidates: walked)
        return ("SELECT \(columns) FROM \(photos) WHERE \(condition)" as SQLFragment).and(test)
    }

    /// Selects the first photos outside the trash in order, with their ranks.
    private func walked(
        _ column: RankColumn, after cursor: PhotoCursor?, within range: SQLFragment
    ) throws -> SQLFragment {
        let columns = outside.readsSummary ? "s.*" : "s.photoID"
        let stretches: [SQLFragment] = try column.stretches(after: cursor).map { stretch in
            """
            SELECT * FROM (
                SELECT \(sql: columns), \(sql: column.name) AS rank FROM photoSummary s
                WHERE s.isTrashed = 0 AND \(stretch.and(range))
                ORDER BY \(column.terms) LIMIT -1)
            """
        }
        return "\(.list(stretches, by: " UNION ALL ")) LIMIT \(Self.optimisticScanLimit)"
    }
}

extension PhotoCursor {
    /// True if it comes first; photos without a rank come last.
    func precedes(_ other: PhotoCursor, _ isDescending: Bool) -> Bool {
        func ordered<Value: Comparable>(_ one: Value, _ two: Value) -> Bool {
            isDescending ? one > two : one < two
        }
        switch (rank, other.rank) {
        case (.none, .none): return ordered(photoID.rawValue, other.photoID.rawValue)
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
        default: return ordered(photoID.rawValue, other.photoID.rawValue)
        }
    }
}

// MARK: - Relevance

extension PhotoFinder {
    /// Matching photos, the best first; photos that contain none of the words come last.
    ///
    /// Scores change as photos come and go: the page starts after the cursor's photo, at its
    /// current position.
    private func photosByRelevance(
        _ isDescending: Bool, after cursor: PhotoCursor?, offset: Int, limit: Int?
    ) throws -> [PhotoCursor] {
        enum Column: Int, StatementColumns { case photoID, score }
        var scores: [PhotoID: Double] = [:]
        if let words {
            try Column.forEach(
                """
                SELECT rowid AS photoID, bm25(photoWords) AS score FROM photoWords
                WHERE photoWords MATCH ?
                """, [words], db
            ) { row in scores[row.photoID(.photoID)] = row.optionalDouble(.score) }
        }
        var found = try db.photoIDs(of: photoIDs).map { id in
            let rank = scores[id].map { PhotoCursor.Rank.score($0.bitPattern) }
            return PhotoCursor(photoID: id, rank: rank ?? PhotoCursor.Rank.none)
        }.sorted { $0.precedes($1, isDescending) }
        if let cursor {
            switch cursor.rank {
            case .score, .none: break
            default: throw CatalogError.cursorOfAnotherOrder
            }
            let position = found.firstIndex { $0.photoID == cursor.photoID }.map { $0 + 1 }
            found.removeFirst(
                position ?? found.prefix { $0.precedes(cursor, isDescending) }.count)
        }
        return Array(found.dropFirst(offset).prefix(limit ?? .max))
    }
}
