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
                if case .condition(.words(let text)) = part, try placesNamed(text).isEmpty {
                    words.append(text)
                } else {
                    others.append(try found(part))
                }
            }
            let all = words.isEmpty ? others : [.condition(try self.words(words))] + others
            return all.count == 1 ? all[0] : .all(all)
        case .any(let parts): return .any(try parts.map(found))
        case .not(let part): return .not(try found(part))
        case .condition(.taken(let span)): return try taken(span)
        case .condition(let condition): return .condition(try found(condition))
        case .section(let section): return .condition(members(of: section))
        case .photos(let ids): return .condition(named(ids))
        }
    }

    private func found(_ condition: PhotoCondition) throws -> FoundCondition {
        switch condition {
        case .words(let text): try words(text, at: placesNamed(text))
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
                "(n.cityKey = ? OR n.districtKey = ?)", [Place.key(name), Place.key(name)])
        case .region(let name): try places("n.regionKey = ?", [Place.key(name)])
        case .country(let name):
            try places(
                "(n.countryCode = ? OR n.countryKey = ?)",
                [Place.key(name).uppercased(), Place.key(name)])
        case .near(let center, let kilometers):
            try positions(
                PositionRange.covering(center, kilometers: kilometers),
                and: SQLFragment(
                    sql: " AND distanceKm(latitude, longitude, ?, ?) <= ?",
                    arguments: [center.latitude, center.longitude, kilometers]))
        case .box(let box): try positions(PositionRange.covering(box), and: SQLFragment(sql: ""))
        case .home(let box): home(PositionRange.covering(box))
        case .faces(let range): try number("faceCount", "face counts", range)
        case .rating(let range): try number("rating", "ratings", range)
        case .size(let range): try number("size", "sizes", range)
        case .added(let span):
            try within(
                "dateAdded", "dates added", Self.seconds(of: span, today: PhotoCatalog.now()))
        case .state(let state): try self.state(state)
        case .has(let property): has(property)
        // Already resolved as parts of the tree.
        case .section, .taken: .nothing
        }
    }

    private static var offsetFromUTC: Int64 { Int64(TimeZone.current.secondsFromGMT()) }

    /// The number of photos that a source returns; estimated as a share of all if above
    /// `countable`.
    func found(by source: SQLFragment) throws -> Int {
        let found = try db.count(
            "SELECT count(*) FROM (SELECT 1 FROM (\(source.sql)) LIMIT ?)",
            source.arguments + [Self.countable + 1])
        guard found > Self.countable else { return found }
        return max(total / 3, found)
    }
}

// MARK: - Summaries

extension ConditionLookup {
    private func number(
        _ column: String, _ name: String, _ range: ClosedRange<Int>
    ) throws -> FoundCondition {
        let test = "\(column) BETWEEN ? AND ?"
        let arguments: StatementArguments = [range.lowerBound, range.upperBound]
        let source = SQLFragment(
            sql: "SELECT photoID FROM photoSummary WHERE isTrashed = 0 AND \(test)",
            arguments: arguments)
        var condition = try summary(
            name, SQLFragment(sql: "ifnull(s.\(test), 0)", arguments: arguments), source)
        condition.range = ("s.\(column)", SQLFragment(sql: "s.\(test)", arguments: arguments))
        return condition
    }

    private static func seconds(of span: DateSpan, today: Int64) -> Range<Int64> {
        span.seconds(today: CivilDate(unixSeconds: today))
    }

    /// The condition that a photo was taken within days; if only its month or year is known, all of
    /// that period must be within.
    ///
    /// Doubtful dates also match.
    private func taken(_ span: DateSpan) throws -> FoundFilter {
        let range = TakenColumns.bounds(
            Self.seconds(of: span, today: PhotoCatalog.now() + Self.offsetFromUTC))
        let believed = FoundFilter.condition(
            try within("taken", "dates", range, end: "takenEnd"))
        let areDoubtful = try db.holds(
            """
            SELECT EXISTS (SELECT 1 FROM photoSummary
                WHERE doubtfulTaken >= ? AND doubtfulTaken < ?)
            """, [range.lowerBound, range.upperBound])
        guard areDoubtful else { return believed }
        return .any([
            believed,
            .condition(
                try within("doubtfulTaken", "doubtful dates", range, end: "takenEnd")),
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
        func test(_ row: String) -> String {
            "\(row)\(column) >= ? AND \(row)\(column) < ?"
                + (end.map { " AND ifnull(\(row)\($0) <= ?, 1)" } ?? "")
        }
        var arguments: StatementArguments = [range.lowerBound, range.upperBound]
        if end != nil { arguments += [range.upperBound] }
        var condition = try summary(
            name,
            SQLFragment(sql: "ifnull(\(test("s.")), 0)", arguments: arguments),
            SQLFragment(
                sql: "SELECT photoID FROM photoSummary WHERE isTrashed = 0 AND \(test(""))",
                arguments: arguments))
        condition.range = ("s.\(column)", SQLFragment(sql: test("s."), arguments: arguments))
        return condition
    }

    private func summary(
        _ name: String, _ test: SQLFragment, _ source: SQLFragment
    ) throws -> FoundCondition {
        var condition = FoundCondition(
            index: "the index of \(name)", test: test, source: source,
            estimate: try found(by: source))
        condition.readsSummary = true
        return condition
    }

    private func state(_ state: PhotoCondition.State) throws -> FoundCondition {
        // SQLite prefers the index of dates, which contains all photos.
        func few(_ column: String, _ index: String, _ name: String) throws -> FoundCondition {
            try summary(
                name, SQLFragment(sql: "s.\(column) = 1"),
                SQLFragment(
                    sql: """
                        SELECT photoID FROM photoSummary INDEXED BY \(index)
                        WHERE isTrashed = 0 AND \(column) = 1
                        """))
        }
        switch state {
        case .public: return FoundCondition(summary: SQLFragment(sql: "s.isPublic"), of: total)
        case .edited: return try few("isEdited", "summaryEdited", "edits")
        case .damaged: return try few("isDamaged", "summaryDamaged", "damaged pictures")
        case .delisted: return try few("isDelisted", "summaryDelisted", "delisted photos")
        case .missing: return try missing()
        case .unpublished: return try hidden(from: .anyone)
        // Resolved when the tree was folded.
        case .trashed: return FoundCondition(summary: SQLFragment(sql: "s.isTrashed"), of: total)
        }
    }

    private func missing() throws -> FoundCondition {
        let source = SQLFragment(
            sql: """
                SELECT DISTINCT pic.photoID FROM sourceFile m INDEXED BY sourceFileMissing
                CROSS JOIN file f ON f.id = m.fileID CROSS JOIN picture pic ON pic.fileID = f.id
                WHERE m.dateMissing IS NOT NULL AND f.isStored = 0 AND NOT EXISTS (
                    SELECT 1 FROM sourceFile WHERE fileID = f.id AND isReference = 1
                        AND dateMissing IS NULL)
                """)
        return try member(of: source, "the files found deleted")
    }

    /// Builds the condition that a statement without placeholders returns the photo.
    private func member(of source: SQLFragment, _ index: String) throws -> FoundCondition {
        FoundCondition(
            index: index, test: SQLFragment(sql: "s.photoID IN (\(source.sql))"), source: source,
            estimate: try found(by: source))
    }

    /// The condition that a photo is hidden from a reader.
    func hidden(from reader: PhotoReader) throws -> FoundCondition {
        var condition = try member(
            of: SQLFragment(sql: reader.hiddenPhotos), "the submitted pictures")
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
        let test =
            switch property {
            case .position: "s.hasPosition"
            case .faces: "ifnull(s.faceCount > 0, 0)"
            case .title: "s.titleKey IS NOT NULL"
            case .tags: "s.hasTags"
            case .picture: "s.size IS NOT NULL"
            case .date: "s.taken IS NOT NULL"
            case .home: Self.home("")
            }
        return FoundCondition(summary: SQLFragment(sql: test), of: total)
    }

    private func home(_ ranges: [PositionRange]) -> FoundCondition {
        let within = ranges.map { _ in
            "h.latitude BETWEEN ? AND ? AND h.longitude BETWEEN ? AND ?"
        }
        let test = SQLFragment(
            sql: Self.home(" AND (\(within.joined(separator: " OR ")))"),
            arguments: StatementArguments(
                ranges.flatMap { range in
                    [
                        range.latitudes.lowerBound, range.latitudes.upperBound,
                        range.longitudes.lowerBound, range.longitudes.upperBound,
                    ]
                }))
        return FoundCondition(summary: test, of: total)
    }

    /// Tests that a photo without a position has a home.
    private static func home(_ condition: String) -> String {
        "(s.hasPosition = 0 AND EXISTS "
            + "(SELECT 1 FROM homePosition h WHERE h.photoID = s.photoID\(condition)))"
    }
}

// MARK: - Members and names of photos

extension ConditionLookup {
    private func members(of section: PhotoSection) -> FoundCondition {
        FoundCondition(
            index: "the members of '\(section.reference.text)'",
            test: SQLFragment(
                sql: """
                    EXISTS (SELECT 1 FROM membership m
                    WHERE m.sectionID = ? AND m.photoID = s.photoID)
                    """, arguments: [section.id]),
            source: SQLFragment(
                sql: "SELECT photoID FROM membership WHERE sectionID = ? AND isTrashed = 0",
                arguments: [section.id]), estimate: section.count)
    }

    private func named(_ ids: [PhotoID]) -> FoundCondition {
        let ids = Set(ids)
        let list = ids.jsonList
        let source = SQLFragment(
            sql: """
                SELECT photoID FROM photoSummary
                WHERE photoID IN (SELECT value FROM json_each(?))
                """, arguments: [list])
        return FoundCondition(
            index: "the named photos",
            test: SQLFragment(
                sql: "s.photoID IN (SELECT value FROM json_each(?))", arguments: [list]),
            source: source, estimate: ids.count)
    }
}

extension FoundCondition {
    /// A condition on a name that no photo has.
    static var nothing: FoundCondition {
        var condition = FoundCondition(
            index: "a name that no photo has", test: .never,
            source: SQLFragment(sql: "SELECT NULL AS photoID WHERE 0"), estimate: 0)
        condition.kept = 0
        return condition
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
        let name = "the index of \(index)"
        if found.count == 1 {
            var condition = FoundCondition(
                index: name,
                test: SQLFragment(
                    sql: """
                        EXISTS (SELECT 1 FROM photoLabel pl
                        WHERE pl.labelID = ? AND pl.photoID = s.photoID)
                        """, arguments: [first.id]),
                source: SQLFragment(
                    sql: "SELECT photoID FROM photoLabel WHERE labelID = ?", arguments: [first.id]),
                estimate: first.photos)
            condition.kept = first.photos
            return condition
        }
        let list = found.map(\.id).jsonList
        return FoundCondition(
            index: name,
            test: SQLFragment(
                sql: """
                    EXISTS (SELECT 1 FROM photoLabel pl WHERE pl.photoID = s.photoID
                    AND pl.labelID IN (SELECT value FROM json_each(?)))
                    """, arguments: [list]),
            source: SQLFragment(
                sql: """
                    SELECT DISTINCT pl.photoID FROM json_each(?) i
                    CROSS JOIN photoLabel pl ON pl.labelID = i.value
                    """, arguments: [list]), estimate: found.reduce(0) { $0 + $1.photos })
    }
}

// MARK: - Words

extension ConditionLookup {
    /// A text as a phrase for the full-text indexes: its words in sequence.
    private static func phrase(_ text: String) -> String {
        "\"" + text.replacing("\"", with: " ") + "\""
    }

    /// The places whose names contain a text.
    func placesNamed(_ text: String) throws -> [Int64] {
        try db.integers(
            "SELECT rowid FROM placeWords WHERE placeWords MATCH ?", [Self.phrase(text)])
    }

    /// A filter's words as an expression for the full-text index; nil if it has none.
    static func expression(of tree: FilterTree) -> String? {
        let words = tree.words.map(phrase)
        return words.isEmpty ? nil : words.joined(separator: " OR ")
    }

    /// Builds the condition that a text appears in a photo's own texts or in the names of its
    /// place.
    func words(_ text: String, at places: [Int64]) throws -> FoundCondition {
        let own = try words([text])
        if places.isEmpty { return own }
        let list = places.jsonList
        let atPlaces = SQLFragment(
            sql: """
                ifnull((SELECT pp.placeNameID FROM photoPlace pp WHERE pp.photoID = s.photoID)
                IN (SELECT value FROM json_each(?)), 0)
                """, arguments: [list])
        let photos = try db.count(
            "SELECT sum(n.photos) FROM json_each(?) i CROSS JOIN placeName n ON n.id = i.value",
            [list])
        var condition = own
        condition.index = "the indexes of words and of places"
        condition.test = .joined([atPlaces, own.test], by: "OR")
        condition.bulkTest = own.bulkTest.map { .joined([atPlaces, $0], by: "OR") }
        condition.source = own.source.map {
            SQLFragment(
                sql: """
                    \($0.sql) UNION SELECT pp.photoID FROM json_each(?) i
                    CROSS JOIN photoPlace pp ON pp.placeNameID = i.value
                    """, arguments: $0.arguments + [list])
        }
        condition.estimate += photos
        return condition
    }

    /// Builds the condition that each text appears somewhere in a photo's own texts.
    func words(_ texts: [String]) throws -> FoundCondition {
        guard texts.allSatisfy(WordTokenizer.hasWords) else { return .nothing }
        let expression: StatementArguments = [texts.map(Self.phrase).joined(separator: " AND ")]
        let source = SQLFragment(
            sql: "SELECT rowid AS photoID FROM photoWords WHERE photoWords MATCH ?",
            arguments: expression)
        var condition = FoundCondition(
            index: "the index of words",
            // One test per text: measured, an expression of two texts takes five times as long for
            // one photo.
            test: .joined(
                texts.map {
                    SQLFragment(
                        sql: """
                            EXISTS (SELECT 1 FROM photoWords WHERE photoWords MATCH ?
                            AND rowid = s.photoID)
                            """, arguments: [Self.phrase($0)])
                }, by: "AND"), source: source,
            estimate: try found(by: source))
        condition.bulkTest = SQLFragment(
            sql: "s.photoID IN (SELECT rowid FROM photoWords WHERE photoWords MATCH ?)",
            arguments: expression)
        return condition
    }
}

// MARK: - Places and positions

extension ConditionLookup {
    /// Builds the condition that a photo's place has certain names; `n` is a row of `placeName`.
    func places(_ names: String, _ arguments: StatementArguments) throws -> FoundCondition {
        let photos = try db.count("SELECT sum(n.photos) FROM placeName n WHERE \(names)", arguments)
        var condition = FoundCondition(
            index: "the index of places",
            test: SQLFragment(
                sql: """
                    ifnull((SELECT pp.placeNameID FROM photoPlace pp WHERE pp.photoID = s.photoID)
                    IN (SELECT n.id FROM placeName n WHERE \(names)), 0)
                    """, arguments: arguments),
            source: SQLFragment(
                sql: """
                    SELECT pp.photoID FROM placeName n
                    CROSS JOIN photoPlace pp ON pp.placeNameID = n.id WHERE \(names)
                    """, arguments: arguments), estimate: photos)
        condition.kept = photos
        return condition
    }

    /// Builds the condition that a photo's position is within one of several ranges and that `more`
    /// holds.
    func positions(
        _ ranges: [PositionRange], and more: SQLFragment
    ) throws -> FoundCondition {
        var tests: [String] = []
        var sources: [String] = []
        var testArguments = StatementArguments()
        var sourceArguments = StatementArguments()
        for range in ranges {
            let (south, north) = (range.latitudes.lowerBound, range.latitudes.upperBound)
            let (west, east) = (range.longitudes.lowerBound, range.longitudes.upperBound)
            let exact = "latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ?"
            tests.append("(\(exact))")
            testArguments += [south, north, west, east]
            // The tree's own columns first: they are rounded outward.
            sources.append(
                """
                SELECT photoID FROM photoPosition WHERE maxLatitude >= ? AND minLatitude <= ?
                AND maxLongitude >= ? AND minLongitude <= ? AND \(exact)\(more.sql)
                """)
            sourceArguments += [south, north, west, east, south, north, west, east]
            sourceArguments += more.arguments
        }
        // Reads the R-tree's table of exact positions: a query on the R-tree itself prepares a
        // statement each time.
        //
        // Source: https://sqlite.org/rtree.html, "Auxiliary Columns" and "Shadow Tables".
        let test = SQLFragment(
            sql: """
                EXISTS (SELECT 1 FROM (
                    SELECT a0 AS latitude, a1 AS longitude FROM photoPosition_rowid
                    WHERE rowid = s.photoID)
                WHERE (\(tests.joined(separator: " OR ")))\(more.sql))
                """, arguments: testArguments + more.arguments)
        let source = SQLFragment(
            sql: sources.joined(separator: " UNION ALL "), arguments: sourceArguments)
        return FoundCondition(
            index: "the tree of positions", test: test, source: source,
            estimate: try found(by: source))
    }
}
