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
            return try read(
                pageOutside(column, isDescending, after: cursor, offset: offset, limit: limit),
                column)
        }
        // Both in order: merged, what is skipped included.
        let wanted = limit.map { $0 + offset }
        let merged = Self.merged(
            try read(
                pageOutside(column, isDescending, after: cursor, offset: 0, limit: wanted), column),
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

    /// The statement for photos outside the trash.
    private func pageOutside(
        _ column: RankColumn, _ isDescending: Bool, after cursor: PhotoCursor?, offset: Int,
        limit: Int?
    ) throws -> SQLFragment {
        let direction = isDescending ? " DESC" : ""
        let rows = limit ?? -1
        let walked = walk(toMeet: limit.map { $0 + offset })
        if let source = outside.source(), source.estimate < walked {
            let test = source.rest.test(candidates: source.estimate)
            var page = SQLFragment(
                sql: """
                    SELECT s.photoID, \(column.name) AS rank FROM (\(source.photos.sql)) c
                    CROSS JOIN photoSummary s ON s.photoID = c.photoID WHERE s.isTrashed = 0
                    """, arguments: source.photos.arguments
            ).and(test).and(try Self.behind(cursor, column, isDescending))
            page.sql += """
                 ORDER BY \(column.name) IS NULL, \(column.name)\(direction), s.photoID\(direction)
                LIMIT ? OFFSET ?
                """
            page.arguments += [rows, offset]
            return page
        }
        let test = outside.test(candidates: walked)
        let stretches = try Self.stretches(behind: cursor, column, isDescending).map { stretch in
            var part = SQLFragment(
                sql: """
                    SELECT s.photoID, \(column.name) AS rank FROM photoSummary s
                    WHERE s.isTrashed = 0
                    """
            ).and(stretch).and(test)
            part.sql += " ORDER BY \(column.name)\(direction), s.photoID\(direction) LIMIT -1"
            return part
        }
        return SQLFragment(
            sql: stretches.map { "SELECT photoID, rank FROM (\($0.sql))" }
                .joined(separator: " UNION ALL ") + " LIMIT ? OFFSET ?",
            arguments: stretches.reduce(into: StatementArguments()) { $0 += $1.arguments }
                + [rows, offset])
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
