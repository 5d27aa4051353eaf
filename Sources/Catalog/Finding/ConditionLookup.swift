import Basics
import Foundation
import GRDB
import GalleryModel

/// Translates conditions to SQL in a snapshot, and estimates how many photos their indexes find.
struct ConditionLookup {
    /// The largest count that is taken in advance; beyond it, a scan of all photos soon finds a
    /// match.
    private static let countable = 50_000

    let db: Database
    /// The approximate number of photos.
    let total: Int

    init(_ db: Database) throws {
        self.db = db
        total = try db.count("SELECT max(photoID) FROM photoSummary")
    }

    /// Translates a tree to SQL.
    func found(_ tree: FilterTree) throws -> FoundFilter {
        switch tree {
        case .all(let parts):
            // Words that match no place name are looked up together.
            var words: [String] = []
            var others: [FoundFilter] = []
            for part in parts {
                if case .condition(.photo(let condition)) = part,
                    let expression = condition.expression, try placesNamed(expression).isEmpty
                {
                    words.append(expression)
                } else {
                    others.append(try found(part))
                }
            }
            let all = words.isEmpty ? others : [.condition(try self.words(words))] + others
            return all.count == 1 ? all[0] : .all(all)
        case .any(let parts): return .any(try parts.map(found))
        case .not(let part): return .not(try found(part))
        case .condition(.photo(.taken(let span))): return try taken(span)
        case .condition(.photo(let condition)): return .condition(try found(condition))
        case .condition(.section(let section)): return .condition(members(of: section))
        case .condition(.photos(let ids)): return .condition(named(ids))
        }
    }

    private func found(_ condition: PhotoCondition) throws -> FoundCondition {
        switch condition {
        case .words, .prefix: try words(condition.expression ?? "")
        case .tag(let name): try labels("tags", [("tag", name)])
        case .license(let name):
            try labels("licences", (LicenseChoice(name)?.names ?? [name]).map { ("license", $0) })
        case .type(let name): try labels("formats", [("type", name)])
        case .camera(let words): try labels("cameras", having: [("camera", words)])
        case .lens(let words): try labels("lenses", having: [("lens", words)])
        case .person(let words): try labels("people", having: [("person", words)])
        case .named(let name): try labels("people", [("person", name)])
        case .owner(let name): try labels("owners", [("owner", name)], having: [("creator", name)])
        case .city(let name):
            try places(
                """
                (n.cityKey = \(value: Place.key(name)) OR n.districtKey = \(value: Place.key(name)))
                """)
        case .region(let name): try places("n.regionKey = \(value: Place.key(name))")
        case .country(let name):
            try places(
                """
                (n.countryCode = \(value: Place.key(name).uppercased())
                OR n.countryKey = \(value: Place.key(name)))
                """)
        case .near(let center, let kilometers):
            try positions(
                PositionRange.covering(center, kilometers: kilometers),
                and: """
                     AND distanceKm(latitude, longitude, \(center.latitude), \(center.longitude))
                    <= \(kilometers)
                    """)
        case .box(let box): try positions(PositionRange.covering(box))
        case .home(let box):
            summary(
                Self.home(
                    and: " AND \(.joined(PositionRange.covering(box).map(\.test), by: "OR"))"))
        case .faces(let range): try number("faceCount", "face counts", range)
        case .rating(let range): try number("rating", "ratings", range)
        case .size(let range): try number("size", "sizes", range)
        case .added(let span):
            try within(
                "dateAdded", "dates added",
                span.seconds(today: CivilDate(unixSeconds: PhotoCatalog.now())))
        case .state(let state): try self.state(state)
        case .has(let property): has(property)
        // Already resolved as parts of the tree.
        case .section, .taken: .nothing
        }
    }

    /// The number of photos that a source returns; estimated as a share of all if above
    /// `countable`.
    func found(by source: SQLFragment) throws -> Int {
        let found = try db.count(
            of: "SELECT count(*) FROM (SELECT 1 FROM (\(source)) LIMIT \(Self.countable + 1))")
        guard found > Self.countable else { return found }
        return max(total / 3, found)
    }
}

// MARK: - Summaries

extension ConditionLookup {
    private func number(
        _ column: String, _ name: String, _ range: ClosedRange<Int>
    ) throws -> FoundCondition {
        try summary(
            name, column: column,
            "s.\(sql: column) BETWEEN \(range.lowerBound) AND \(range.upperBound)")
    }

    /// The condition that a photo was taken within days; if only its month or year is known, all of
    /// that period must be within.
    ///
    /// Doubtful dates also match.
    private func taken(_ span: DateSpan) throws -> FoundFilter {
        let now = PhotoCatalog.now() + Int64(TimeZone.current.secondsFromGMT())
        let range = TakenColumns.bounds(span.seconds(today: CivilDate(unixSeconds: now)))
        let believed = FoundFilter.condition(try within("taken", "dates", range, end: "takenEnd"))
        let areDoubtful = try db.holds(
            """
            SELECT EXISTS (SELECT 1 FROM photoSummary
                WHERE doubtfulTaken >= ? AND doubtfulTaken < ?)
            """, [range.lowerBound, range.upperBound])
        guard areDoubtful else { return believed }
        return .any([
            believed,
            .condition(try within("doubtfulTaken", "doubtful dates", range, end: "takenEnd")),
        ])
    }

    /// The condition that a photo was taken, or else added, within a range of seconds.
    func dates(_ seconds: Range<Int64>) throws -> FoundCondition {
        try within("date", "dates", TakenColumns.bounds(seconds))
    }

    /// Builds the condition that a column is within a range.
    ///
    /// - Parameter end: the column with the end of the photo's own range, which must not be after
    ///   the upper bound; NULL for a single point.
    private func within(
        _ column: String, _ name: String, _ range: Range<Int64>, end: String? = nil
    ) throws -> FoundCondition {
        var test: SQLFragment = """
            s.\(sql: column) >= \(range.lowerBound) AND s.\(sql: column) < \(range.upperBound)
            """
        if let end { test += " AND ifnull(s.\(sql: end) <= \(range.upperBound), 1)" }
        return try summary(name, column: column, test)
    }

    /// Builds a condition on a column with an index that also sorts by it.
    private func summary(
        _ name: String, column: String, _ test: SQLFragment
    ) throws -> FoundCondition {
        let source: SQLFragment =
            "SELECT photoID FROM photoSummary s WHERE s.isTrashed = 0 AND \(test)"
        return FoundCondition(
            index: "the index of \(name)", test: "ifnull(\(test), 0)", source: source,
            estimate: try found(by: source), range: ("s.\(column)", test), readsSummary: true)
    }

    /// Builds a condition on the row of `photoSummary` without an index.
    private func summary(_ test: SQLFragment) -> FoundCondition {
        FoundCondition(test: test, estimate: total / 2, readsSummary: true)
    }

    private func state(_ state: PhotoCondition.State) throws -> FoundCondition {
        // SQLite prefers the index of dates, which contains all photos.
        func few(_ column: String, _ index: String, _ name: String) throws -> FoundCondition {
            let source: SQLFragment = """
                SELECT photoID FROM photoSummary INDEXED BY \(sql: index)
                WHERE isTrashed = 0 AND \(sql: column) = 1
                """
            return FoundCondition(
                index: "the index of \(name)", test: "s.\(sql: column) = 1", source: source,
                estimate: try found(by: source), readsSummary: true)
        }
        switch state {
        case .public: return summary("s.isPublic")
        case .edited: return try few("isEdited", "summaryEdited", "edits")
        case .favorite: return try few("isFavorite", "summaryFavorite", "favorites")
        case .damaged: return try few("isDamaged", "summaryDamaged", "damaged pictures")
        case .delisted: return try few("isDelisted", "summaryDelisted", "delisted photos")
        case .missing:
            return try member(
                of: """
                    SELECT DISTINCT pic.photoID FROM sourceFile m INDEXED BY sourceFileMissing
                    CROSS JOIN file f ON f.id = m.fileID
                    CROSS JOIN picture pic ON pic.fileID = f.id
                    WHERE m.dateMissing IS NOT NULL AND f.isStored = 0 AND NOT EXISTS (
                        SELECT 1 FROM sourceFile WHERE fileID = f.id AND isReference = 1
                            AND dateMissing IS NULL)
                    """, "the files found deleted")
        case .unpublished: return try hidden(from: .anyone)
        // Resolved when the tree was folded.
        case .trashed: return summary("s.isTrashed")
        }
    }

    /// Builds the condition that a statement returns the photo.
    private func member(of source: SQLFragment, _ index: String) throws -> FoundCondition {
        FoundCondition(
            index: index, test: "s.photoID IN (\(source))", source: source,
            estimate: try found(by: source))
    }

    /// The condition that a photo is hidden from a reader.
    func hidden(from reader: PhotoReader) throws -> FoundCondition {
        var condition = try member(of: "\(sql: reader.hiddenPhotos)", "the submitted pictures")
        condition.kept = try db.count(Self.hiddenCount(reader))
        return condition
    }

    /// Counts the photos outside the trash that are hidden from a reader.
    static func hiddenCount(_ reader: PhotoReader) -> String {
        """
        SELECT count(*) FROM (\(reader.hiddenPhotos)) u
        CROSS JOIN photoSummary s ON s.photoID = u.photoID WHERE s.isTrashed = 0
        """
    }

    private func has(_ property: PhotoCondition.Property) -> FoundCondition {
        let test: SQLFragment =
            switch property {
            case .position: "s.hasPosition"
            case .faces: "ifnull(s.faceCount > 0, 0)"
            case .title: "s.titleKey IS NOT NULL"
            case .tags: "s.hasTags"
            case .picture: "s.size IS NOT NULL"
            case .date: "s.taken IS NOT NULL"
            case .home: Self.home()
            }
        return summary(test)
    }

    /// Tests that a photo without a position has a home.
    private static func home(and more: SQLFragment = "") -> SQLFragment {
        """
        (s.hasPosition = 0 AND EXISTS
        (SELECT 1 FROM homePosition h WHERE h.photoID = s.photoID\(more)))
        """
    }
}

// MARK: - Members and names of photos

extension ConditionLookup {
    private func members(of section: PhotoSection) -> FoundCondition {
        FoundCondition(
            index: "the members of '\(section.reference.text)'",
            test: """
                EXISTS (SELECT 1 FROM membership m
                WHERE m.sectionID = \(section.id) AND m.photoID = s.photoID)
                """,
            source: """
                SELECT photoID FROM membership WHERE sectionID = \(section.id) AND isTrashed = 0
                """, estimate: section.count)
    }

    private func named(_ ids: [PhotoID]) -> FoundCondition {
        let ids = Set(ids)
        let list: SQLFragment = "(SELECT value FROM json_each(\(value: ids.jsonList)))"
        return FoundCondition(
            index: "the named photos", test: "s.photoID IN \(list)",
            source: "SELECT photoID FROM photoSummary WHERE photoID IN \(list)",
            estimate: ids.count)
    }
}

extension FoundCondition {
    /// A condition on a name that no photo has.
    static var nothing: FoundCondition {
        FoundCondition(
            index: "a name that no photo has", test: .never,
            source: "SELECT NULL AS photoID WHERE 0", estimate: 0, kept: 0)
    }
}

// MARK: - Labels

extension ConditionLookup {
    /// Builds the condition that a photo has one of some labels, given by kind and full name or by
    /// whole words of the name.
    func labels(
        _ index: String, _ names: [(kind: String, name: String)] = [],
        having words: [(kind: String, words: String)] = []
    ) throws -> FoundCondition {
        var found: [(id: Int64, photos: Int)] = []
        func look(_ condition: String, _ arguments: StatementArguments) throws {
            enum Column: Int, StatementColumns { case id, photos }
            found += try Column.all(
                "SELECT \(Column.selection) FROM label WHERE kind = ? AND \(condition)", arguments,
                db
            ) { row in (row.integer(.id), row.count(.photos)) }
        }
        for (kind, name) in names { try look("key = ?", [kind, LabelKey.key(name)]) }
        for (kind, words) in words {
            let key = LabelKey.key(words)
            if key.isEmpty { continue }
            try look("instr(' ' || key || ' ', ?) > 0", [kind, " \(key) "])
        }
        guard let first = found.first else { return .nothing }
        let photos = found.reduce(0) { $0 + $1.photos }
        let isOne = found.count == 1
        let labels: SQLFragment =
            isOne
            ? "= \(first.id)"
            : "IN (SELECT value FROM json_each(\(value: found.map(\.id).jsonList)))"
        return FoundCondition(
            index: "the index of \(index)",
            test: """
                EXISTS (SELECT 1 FROM photoLabel pl
                WHERE pl.photoID = s.photoID AND pl.labelID \(labels))
                """,
            source: """
                SELECT \(sql: isOne ? "" : "DISTINCT") photoID FROM photoLabel
                WHERE labelID \(labels)
                """, estimate: photos, kept: isOne ? photos : nil)
    }
}

// MARK: - Words

extension ConditionLookup {
    /// The places whose names match an expression.
    private func placesNamed(_ expression: String) throws -> [Int64] {
        try db.integers("SELECT rowid FROM placeWords WHERE placeWords MATCH ?", [expression])
    }

    /// Builds the condition that an expression matches a photo's own texts or the names of its
    /// place.
    private func words(_ expression: String) throws -> FoundCondition {
        let own = try words([expression])
        let places = try placesNamed(expression)
        if places.isEmpty { return own }
        let list: SQLFragment = "json_each(\(value: places.jsonList))"
        let atPlaces: SQLFragment = """
            ifnull((SELECT pp.placeNameID FROM photoPlace pp WHERE pp.photoID = s.photoID)
            IN (SELECT value FROM \(list)), 0)
            """
        let photos = try db.count(
            of: "SELECT sum(n.photos) FROM \(list) i CROSS JOIN placeName n ON n.id = i.value")
        var condition = own
        condition.index = "the indexes of words and of places"
        condition.test = .joined([atPlaces, own.test], by: "OR")
        condition.bulkTest = own.bulkTest.map { .joined([atPlaces, $0], by: "OR") }
        condition.source = own.source.map {
            """
            \($0) UNION SELECT pp.photoID FROM \(list) i
            CROSS JOIN photoPlace pp ON pp.placeNameID = i.value
            """
        }
        condition.estimate += photos
        return condition
    }

    /// Builds the condition that each expression matches a photo's own texts.
    private func words(_ expressions: [String]) throws -> FoundCondition {
        guard expressions.allSatisfy(WordTokenizer.hasWords) else { return .nothing }
        let matches: SQLFragment = """
            FROM photoWords WHERE photoWords MATCH \(value: expressions.joined(separator: " AND "))
            """
        let source: SQLFragment = "SELECT rowid AS photoID \(matches)"
        let bulkTest: SQLFragment = "s.photoID IN (SELECT rowid \(matches))"
        // One test per text: measured, an expression of two texts takes five times as long for one
        // photo. The beginning of a word takes as long for one photo as for all.
        let tests: [SQLFragment] = expressions.map {
            """
            EXISTS (SELECT 1 FROM photoWords WHERE photoWords MATCH \(value: $0)
            AND rowid = s.photoID)
            """
        }
        let hasPrefix = expressions.contains { $0.last == "*" }
        return FoundCondition(
            index: "the index of words", test: hasPrefix ? bulkTest : .joined(tests, by: "AND"),
            bulkTest: bulkTest, source: source, estimate: try found(by: source))
    }
}

extension PhotoCondition {
    /// Words as an expression for the full-text indexes: in sequence, the last one by its beginning
    /// if it is a prefix; nil for other conditions.
    var expression: String? {
        func phrase(_ text: String) -> String { "\"" + text.replacing("\"", with: " ") + "\"" }
        return switch self {
        case .words(let text): phrase(text)
        case .prefix(let text): phrase(text) + " *"
        default: nil
        }
    }
}

// MARK: - Places and positions

extension ConditionLookup {
    /// Builds the condition that a photo's place has certain names; `n` is a row of `placeName`.
    func places(_ names: SQLFragment) throws -> FoundCondition {
        let photos = try db.count(of: "SELECT sum(n.photos) FROM placeName n WHERE \(names)")
        return FoundCondition(
            index: "the index of places",
            test: """
                ifnull((SELECT pp.placeNameID FROM photoPlace pp WHERE pp.photoID = s.photoID)
                IN (SELECT n.id FROM placeName n WHERE \(names)), 0)
                """,
            source: """
                SELECT pp.photoID FROM placeName n
                CROSS JOIN photoPlace pp ON pp.placeNameID = n.id WHERE \(names)
                """, estimate: photos, kept: photos)
    }

    /// Builds the condition that a photo's position is within one of several ranges and that `more`
    /// holds.
    func positions(_ ranges: [PositionRange], and more: SQLFragment = "") throws -> FoundCondition {
        let sources: [SQLFragment] = ranges.map { range in
            let (latitudes, longitudes) = (range.latitudes, range.longitudes)
            // The tree's own columns first: they are rounded outward.
            return """
                SELECT photoID FROM photoPosition
                WHERE maxLatitude >= \(latitudes.lowerBound)
                AND minLatitude <= \(latitudes.upperBound)
                AND maxLongitude >= \(longitudes.lowerBound)
                AND minLongitude <= \(longitudes.upperBound) AND \(range.test)\(more)
                """
        }
        let source = SQLFragment.list(sources, by: " UNION ALL ")
        // Reads the R-tree's table of exact positions: a query on the R-tree itself prepares a
        // statement each time.
        //
        // Source: https://sqlite.org/rtree.html, "Auxiliary Columns" and "Shadow Tables".
        return FoundCondition(
            index: "the tree of positions",
            test: """
                EXISTS (SELECT 1 FROM (
                    SELECT a0 AS latitude, a1 AS longitude FROM photoPosition_rowid
                    WHERE rowid = s.photoID)
                WHERE \(.joined(ranges.map(\.test), by: "OR"))\(more))
                """, source: source, estimate: try found(by: source))
    }
}
