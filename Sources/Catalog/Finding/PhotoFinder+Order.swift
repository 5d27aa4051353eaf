import GRDB
import GalleryModel

/// A photo at its place in an order.
struct RankedPhoto {
    /// Its catalog id.
    var id: Int64
    /// What it is ranked by.
    var rank: PhotoCursor.Rank
}

/// What a column of `photoSummary` says of the order of photos.
struct RankColumn {
    /// The column of `photoSummary AS s`.
    var name: String
    /// Whether it holds a text.
    var isText = false

    /// What photos are ranked by; nil for an order that no column tells.
    init?(_ key: PhotoOrder.Key) {
        switch key {
        case .taken: name = "s.taken"
        case .added: name = "s.dateAdded"
        case .date: name = "s.date"
        case .title: (name, isText) = ("s.titleKey", true)
        case .rating: name = "s.rating"
        case .size: name = "s.size"
        case .relevance: return nil
        }
    }

    /// A rank of a cursor as a value of the column; nil for one that is none.
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
    /// A cursor that an order does not have.
    package static var cursorOfAnotherOrder: CatalogError {
        CatalogError(
            .badCursor, "the cursor is of another order: take the one that the last page ended with"
        )
    }
}

// MARK: - Pages

extension PhotoFinder {
    private enum RankColumns: Int, StatementColumns {
        case photoID, rank
    }

    /// As many photos are looked at one after the other, in their order, in the hope of enough that fit.
    ///
    /// Source: measured, 10,000 rows in another order than that of the ids take 30 ms, a million 2.7 s; a
    /// million in the order of the ids take 0.13 s.
    private static let hopefulWalk = 10_000

    /// Some photos that fit, in an order.
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
        // Both in order: merged, what is skipped included.
        let wanted = Self.reach(limit, behind: offset)
        let merged = Self.merged(
            try photosOutside(column, isDescending, after: cursor, offset: 0, limit: wanted),
            try read(pageInside(column, isDescending, after: cursor, limit: wanted), column),
            isDescending)
        return Array(merged.dropFirst(offset).prefix(limit ?? .max))
    }

    private func read(_ page: SQLFragment?, _ column: RankColumn) throws -> [RankedPhoto] {
        guard let page else { return [] }
        var found: [RankedPhoto] = []
        try db.forEachRow(RankColumns.self, page.sql, page.arguments) { row in
            let rank: PhotoCursor.Rank =
                row.isNull(.rank)
                ? .none
                : column.isText ? .text(row.text(.rank)) : .number(row.integer(.rank))
            found.append(RankedPhoto(id: row.integer(.photoID), rank: rank))
            return true
        }
        return found
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
        // A range of the order itself is walked from its beginning.
        let range = outside.range(of: column.name)
        let expected = self.walk(
            toMeet: Self.reach(limit, behind: offset), among: range.map { min($0.estimate, total) })
        if let limit, expected <= Self.hopefulWalk, expected <= source?.estimate ?? .max {
            var page = try walked(
                column, isDescending, after: cursor, within: range?.range?.test,
                test: outside.test(candidates: expected))
            page.arguments += [limit, offset]
            let found = try read(page, column)
            if found.count == limit || total <= Self.hopefulWalk { return found }
        }
        var page = try sorted(source, column, isDescending, after: cursor)
        page.arguments += [limit ?? -1, offset]
        return try read(page, column)
    }

    /// Photos outside the trash, of which all fit: stretch by stretch, so that SQLite skips rows of one index.
    private func allPhotos(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?, offset: Int,
        limit: Int?
    ) throws -> [RankedPhoto] {
        let direction = isDescending ? " DESC" : ""
        var found: [RankedPhoto] = []
        var skipped = offset
        for stretch in try Self.stretches(behind: cursor, column, isDescending) {
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
                skipped -=
                    try Int.fetchOne(
                        db.cachedStatement(sql: "SELECT count(*) FROM \(photos.sql)"),
                        arguments: photos.arguments) ?? 0
            } else {
                skipped = 0
            }
            found += rows
        }
        return found
    }

    /// The statement that finds all photos outside the trash and sorts them; limit and offset are its last
    /// arguments.
    private func sorted(
        _ source: FoundFilter.Source?, _ column: RankColumn, _ isDescending: Bool,
        after cursor: PhotoCursor?
    ) throws -> SQLFragment {
        let direction = isDescending ? " DESC" : ""
        let behind = try Self.behind(cursor, column, isDescending)
        var page: SQLFragment
        if let source {
            page = SQLFragment(
                sql: """
                    SELECT s.photoID, \(column.name) AS rank FROM (\(source.photos.sql)) c
                    CROSS JOIN photoSummary s ON s.photoID = c.photoID WHERE s.isTrashed = 0
                    """, arguments: source.photos.arguments
            ).and(source.rest.test(candidates: source.estimate)).and(behind)
        } else {
            page = SQLFragment(
                sql: """
                    SELECT s.photoID, \(column.name) AS rank FROM photoSummary s NOT INDEXED
                    WHERE s.isTrashed = 0
                    """
            ).and(outside.test(candidates: total)).and(behind)
        }
        page.sql += """
             ORDER BY \(column.name) IS NULL, \(column.name)\(direction), s.photoID\(direction)
            LIMIT ? OFFSET ?
            """
        return page
    }

    /// The statement that tests the first photos outside the trash in their order; limit and offset are its
    /// last arguments.
    private func walked(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?,
        within range: SQLFragment?, test: SQLFragment
    ) throws -> SQLFragment {
        let direction = isDescending ? " DESC" : ""
        let stretches = try Self.stretches(behind: cursor, column, isDescending).map { stretch in
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
                + [Self.hopefulWalk] + test.arguments)
    }

    /// The statement for photos in the trash, of which there are few; nil for none.
    private func pageInside(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?, limit: Int?
    ) throws -> SQLFragment? {
        guard let inside else { return nil }
        let direction = isDescending ? " DESC" : ""
        var page = SQLFragment(
            sql: """
                SELECT s.photoID, \(column.name) AS rank FROM photoSummary s WHERE s.isTrashed = 1
                """
        ).and(inside.test(candidates: 1)).and(try Self.behind(cursor, column, isDescending))
        page.sql += """
             ORDER BY \(column.name) IS NULL, \(column.name)\(direction), s.photoID\(direction)
            LIMIT ?
            """
        page.arguments += [limit ?? -1]
        return page
    }

    /// Tests that a photo stands behind a cursor.
    private static func behind(
        _ cursor: PhotoCursor?, _ column: RankColumn, _ isDescending: Bool
    ) throws -> SQLFragment {
        guard cursor != nil else { return .always }
        return .joined(try stretches(behind: cursor, column, isDescending), by: "OR")
    }

    /// The stretches of an order behind a cursor, in their order; each is read from an index without a look
    /// at what comes before: many photos have the same rank.
    private static func stretches(
        behind cursor: PhotoCursor?, _ column: RankColumn, _ isDescending: Bool
    ) throws -> [SQLFragment] {
        let name = column.name
        let unranked = SQLFragment(sql: "\(name) IS NULL")
        guard let cursor else { return [SQLFragment(sql: "\(name) IS NOT NULL"), unranked] }
        let sign = isDescending ? "<" : ">"
        let id = cursor.photoID.rawValue
        guard let rank = try column.value(of: cursor.rank) else {
            return [SQLFragment(sql: "(\(name) IS NULL AND s.photoID \(sign) ?)", arguments: [id])]
        }
        return [
            SQLFragment(
                sql: "(\(name) = ? AND s.photoID \(sign) ?)", arguments: [rank, id]),
            SQLFragment(sql: "\(name) \(sign) ?", arguments: [rank]), unranked,
        ]
    }

    /// Two parts of an order as one.
    private static func merged(
        _ one: [RankedPhoto], _ other: [RankedPhoto], _ isDescending: Bool
    ) -> [RankedPhoto] {
        var all: [RankedPhoto] = []
        all.reserveCapacity(one.count + other.count)
        var (left, right) = (one[...], other[...])
        while let first = left.first, let second = right.first {
            if first.stands(before: second, isDescending) {
                all.append(left.removeFirst())
            } else {
                all.append(right.removeFirst())
            }
        }
        return all + left + right
    }
}

extension RankedPhoto {
    /// Whether it comes first; what has no rank comes last.
    func stands(before other: RankedPhoto, _ isDescending: Bool) -> Bool {
        func ordered<Value: Comparable>(_ one: Value, _ two: Value) -> Bool {
            isDescending ? one > two : one < two
        }
        switch (rank, other.rank) {
        case (.none, .none): return ordered(id, other.id)
        case (.none, _): return false
        case (_, .none): return true
        case (.number(let one), .number(let two)) where one != two: return ordered(one, two)
        case (.text(let one), .text(let two)) where one != two:
            // As SQLite compares texts: by their bytes.
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
    }

    /// Photos that fit, the best first; those in which no word stands last.
    ///
    /// Scores shift while photos come and go: the page begins behind the cursor's photo, wherever that
    /// stands now.
    private func photosByRelevance(
        _ isDescending: Bool, after cursor: PhotoCursor?, offset: Int, limit: Int?
    ) throws -> [RankedPhoto] {
        var scores: [Int64: Double] = [:]
        if let words {
            try db.forEachRow(
                ScoreColumns.self,
                """
                SELECT rowid AS photoID, bm25(photoWords) AS score FROM photoWords
                WHERE photoWords MATCH ?
                """, [words]
            ) { row in
                scores[row.integer(.photoID)] = row.optionalDouble(.score)
                return true
            }
        }
        let fitting = photoIDs
        var found = try db.integers(fitting.sql, fitting.arguments).map { id in
            RankedPhoto(
                id: id, rank: scores[id].map { .score($0.bitPattern) } ?? PhotoCursor.Rank.none)
        }.sorted { $0.stands(before: $1, isDescending) }
        if let cursor {
            switch cursor.rank {
            case .score, .none: break
            default: throw CatalogError.cursorOfAnotherOrder
            }
            let last = RankedPhoto(id: cursor.photoID.rawValue, rank: cursor.rank)
            let place = found.firstIndex { $0.id == last.id }.map { $0 + 1 }
            found.removeFirst(
                place ?? found.prefix { $0.stands(before: last, isDescending) }.count)
        }
        return Array(found.dropFirst(offset).prefix(limit ?? .max))
    }
}
