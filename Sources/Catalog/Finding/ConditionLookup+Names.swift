import GRDB
import GalleryModel

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
    /// Makes the condition that a photo has one of some labels: of a kind, with a name or with whole words
    /// of it.
    func labels(
        _ index: String, _ names: [(kind: String, name: String)] = [],
        having words: [(kind: String, words: String)] = []
    ) throws -> FoundCondition {
        var found: [(id: Int64, photos: Int)] = []
        func look(_ sql: String, _ arguments: StatementArguments) throws {
            enum Column: Int, StatementColumns {
                case id, photos
            }
            try db.forEachRow(Column.self, sql, arguments) { row in
                found.append((row.integer(.id), Int(row.integer(.photos))))
                return true
            }
        }
        for (kind, name) in names {
            try look(
                "SELECT id, photos FROM label WHERE kind = ? AND key = ?",
                [kind, LabelKey.key(name)])
        }
        for (kind, words) in words {
            let key = LabelKey.key(words)
            guard !key.isEmpty else { continue }
            try look(
                """
                SELECT id, photos FROM label WHERE kind = ?
                AND instr(' ' || key || ' ', ?) > 0
                """, [kind, " \(key) "])
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
        let list = "[" + found.map { String($0.id) }.joined(separator: ",") + "]"
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
    /// A text as the indexes of words are asked for it: its words next to each other.
    private static func phrase(_ text: String) -> String {
        "\"" + text.replacing("\"", with: " ") + "\""
    }

    /// The places that a text stands in the names of.
    func placesCalled(_ text: String) throws -> [Int64] {
        try db.integers(
            "SELECT rowid FROM placeWords WHERE placeWords MATCH ?", [Self.phrase(text)])
    }

    /// The words that a filter asks for, as an expression of the index of words; nil for none.
    static func expression(of tree: FilterTree) -> String? {
        let words = tree.words.map(phrase)
        return words.isEmpty ? nil : words.joined(separator: " OR ")
    }

    /// Makes the condition that a text stands in what a photo itself says, or in the names of its place.
    func words(_ text: String, at places: [Int64]) throws -> FoundCondition {
        let own = try words([text])
        if places.isEmpty { return own }
        let list = "[" + places.map(String.init).joined(separator: ",") + "]"
        let there = SQLFragment(
            sql: """
                ifnull((SELECT pp.placeNameID FROM photoPlace pp WHERE pp.photoID = s.photoID)
                IN (SELECT value FROM json_each(?)), 0)
                """, arguments: [list])
        let photos =
            try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT sum(n.photos) FROM json_each(?) i
                        CROSS JOIN placeName n ON n.id = i.value
                        """), arguments: [list]) ?? 0
        var condition = own
        condition.index = "the indexes of words and of places"
        condition.test = .joined([there, own.test], by: "OR")
        condition.bulkTest = own.bulkTest.map { .joined([there, $0], by: "OR") }
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

    /// Makes the condition that texts stand in what a photo itself says, each somewhere.
    func words(_ texts: [String]) throws -> FoundCondition {
        guard texts.allSatisfy(WordTokenizer.hasWords) else { return .nothing }
        let expression: StatementArguments = [texts.map(Self.phrase).joined(separator: " AND ")]
        let source = SQLFragment(
            sql: "SELECT rowid AS photoID FROM photoWords WHERE photoWords MATCH ?",
            arguments: expression)
        var condition = FoundCondition(
            index: "the index of words",
            // Text by text: measured, an expression of two takes five times as long for one photo.
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
    /// Makes the condition that a photo's place has names; `n` is a row of `placeName`.
    func places(_ names: String, _ arguments: StatementArguments) throws -> FoundCondition {
        let photos =
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT sum(n.photos) FROM placeName n WHERE \(names)"),
                arguments: arguments) ?? 0
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

    /// Makes the condition that a photo's position lies in one of some ranges, and that more holds.
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
            // The tree's own columns first: they are rounded outwards.
            sources.append(
                """
                SELECT photoID FROM photoPosition WHERE maxLatitude >= ? AND minLatitude <= ?
                AND maxLongitude >= ? AND minLongitude <= ? AND \(exact)\(more.sql)
                """)
            sourceArguments += [south, north, west, east, south, north, west, east]
            sourceArguments += more.arguments
        }
        // The tree's table of exact positions: asked itself, the tree prepares a statement each time.
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
