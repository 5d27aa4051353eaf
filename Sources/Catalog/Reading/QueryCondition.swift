import Foundation
import GRDB
import GalleryModel

/// A piece of SQL with the arguments of its `?`, in their order.
struct SQLFragment {
    var sql: String
    var arguments = StatementArguments()
}

/// A photo filter as SQL.
struct QueryCondition {
    /// Up to this many photos of a section are tested one by one, rather than found by an index.
    private static let fewPhotos = 5_000
    /// An index is of use where it finds at most one in this many of a section's photos.
    ///
    /// Where it finds more, a walk through the section in its order is quicker: it ends as soon as enough
    /// photos are found, and needs no sorting. Source: measured, the first 20 of 500,000 photos of which
    /// half lie in the box: 0.07 s by the walk, 3.7 s by the index.
    private static let manyPhotos = 10

    /// The conditions whose photos an index finds, with a test for the others; those that hold for few
    /// photos first, as a rule.
    ///
    /// `source` gives `photoID`, each once, of all photos that the condition holds for; `test` tests the
    /// photo with the id `m.photoID` for all others.
    private let indexed: [(source: SQLFragment, test: SQLFragment)]
    /// Tests the photo with the id `m.photoID` for all conditions.
    private let fullTest: SQLFragment

    init(_ query: PhotoFilter) {
        let parts = query.conditions.map(ConditionSQL.init)
        indexed = parts.indices.sorted { parts[$0].rank < parts[$1].rank }.compactMap { index in
            parts[index].source.map { source in
                let others = parts.indices.filter { $0 != index }
                return (source, Self.all(others.map { parts[$0].test }))
            }
        }
        fullTest = Self.all(parts.map(\.test))
    }

    /// What follows FROM for the members of a section, as `m`, that the query holds for.
    func members(of section: PhotoSection, _ db: Database) throws -> SQLFragment {
        let listed = "m.sectionID = ? AND m.isTrashed = 0"
        if section.count > Self.fewPhotos {
            for (source, test) in indexed
            where try Self.finds(source, atMost: section.count / Self.manyPhotos, db) {
                return SQLFragment(
                    sql: """
                        (\(source.sql)) c CROSS JOIN membership m ON m.photoID = c.photoID
                        WHERE \(listed) AND \(test.sql)
                        """, arguments: source.arguments + [section.id] + test.arguments)
            }
        }
        return SQLFragment(
            sql: "membership m WHERE \(listed) AND \(fullTest.sql)",
            arguments: [section.id] + fullTest.arguments)
    }

    /// Whether an index finds no more than some photos; looks at no more than that.
    private static func finds(
        _ source: SQLFragment, atMost count: Int, _ db: Database
    ) throws -> Bool {
        let found = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM (SELECT 1 FROM (\(source.sql)) LIMIT ?)",
            arguments: source.arguments + [count + 1])
        return (found ?? 0) <= count
    }

    /// What follows FROM for the photos outside the trash, as `m`, that the query holds for.
    var photos: SQLFragment {
        // The few in the trash are found by their index: dates stand at the end of long rows.
        let listed = "m.photoID NOT IN (SELECT id FROM photo WHERE dateTrashed IS NOT NULL)"
        guard let (source, test) = indexed.first else {
            return SQLFragment(
                sql: "(SELECT id AS photoID FROM photo) m WHERE \(listed) AND \(fullTest.sql)",
                arguments: fullTest.arguments)
        }
        return SQLFragment(
            sql: "(\(source.sql)) m WHERE \(listed) AND \(test.sql)",
            arguments: source.arguments + test.arguments)
    }

    /// As `photos`, for some photos alone.
    func photos(among ids: [PhotoID]) -> SQLFragment {
        let list = "[" + Set(ids).map { String($0.rawValue) }.joined(separator: ",") + "]"
        return SQLFragment(
            sql: """
                (SELECT value AS photoID FROM json_each(?)) m WHERE EXISTS (
                    SELECT 1 FROM photo x WHERE x.id = m.photoID AND x.dateTrashed IS NULL)
                AND \(fullTest.sql)
                """, arguments: [list] + fullTest.arguments)
    }

    private static func all(_ tests: [SQLFragment]) -> SQLFragment {
        tests.reduce(into: SQLFragment(sql: "1")) { all, test in
            all.sql += " AND \(test.sql)"
            all.arguments += test.arguments
        }
    }
}

/// One condition of a query as SQL.
private struct ConditionSQL {
    /// Tests the photo with the id `m.photoID`.
    var test: SQLFragment
    /// Gives `photoID` of all photos it holds for, each once; nil where no index finds them.
    var source: SQLFragment?
    /// The lower, the fewer photos it holds for, as a rule.
    var rank = 0
}

extension ConditionSQL {
    /// The file whose faces a photo shows: its largest stored picture that was examined.
    private static let examinedFile = """
        SELECT fs.fileID FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID
        WHERE q.photoID = m.photoID AND q.state = 'stored' ORDER BY q.size DESC LIMIT 1
        """

    init(_ condition: PhotoCondition) {
        switch condition {
        case .faces(let range):
            self.init(
                test: SQLFragment(
                    sql: """
                        (SELECT \(FaceRecord.shownCount) FROM faceSet fs
                        WHERE fs.fileID = (\(Self.examinedFile))) BETWEEN ? AND ?
                        """, arguments: [range.lowerBound, range.upperBound]))
        case .person(let name):
            self.init(
                test: SQLFragment(
                    sql: """
                        EXISTS (SELECT 1 FROM face WHERE nameKey IS NOT NULL
                        AND instr(' ' || nameKey || ' ', ?) > 0
                        AND fileID = (\(Self.examinedFile)))
                        """, arguments: [" \(SectionReference.key(name)) "]))
        case .city(let name):
            self.init(rank: 1, names: "n.cityKey = ?", [Place.key(name)])
        case .region(let name):
            self.init(rank: 2, names: "n.regionKey = ?", [Place.key(name)])
        case .country(let name):
            let key = Place.key(name)
            self.init(
                rank: 3, names: "(n.countryCode = ? OR n.countryKey = ?)", [key.uppercased(), key])
        case .near(let center, let kilometres):
            let distance = SQLFragment(
                sql: " AND distanceKm(latitude, longitude, ?, ?) <= ?",
                arguments: [center.latitude, center.longitude, kilometres])
            self.init(
                PositionRange.covering(center, kilometres: kilometres), and: distance)
        case .box(let box):
            self.init(PositionRange.covering(box), and: SQLFragment(sql: ""))
        default:
            self.init(test: SQLFragment(sql: "1"))
        }
    }

    /// Makes the condition that a photo's place has names.
    private init(rank: Int, names: String, _ arguments: StatementArguments) {
        let test = SQLFragment(
            sql: """
                EXISTS (SELECT 1 FROM photoPlace pp JOIN placeName n ON n.id = pp.placeNameID
                WHERE pp.photoID = m.photoID AND \(names))
                """, arguments: arguments)
        let source = SQLFragment(
            sql: """
                SELECT pp.photoID FROM placeName n CROSS JOIN photoPlace pp ON pp.placeNameID = n.id
                WHERE \(names)
                """, arguments: arguments)
        self.init(test: test, source: source, rank: rank)
    }

    /// Makes the condition that a photo's position lies in one of some ranges, and that more holds.
    private init(_ ranges: [PositionRange], and more: SQLFragment) {
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
                    WHERE rowid = m.photoID)
                WHERE (\(tests.joined(separator: " OR ")))\(more.sql))
                """, arguments: testArguments + more.arguments)
        let source = SQLFragment(
            sql: sources.joined(separator: " UNION ALL "), arguments: sourceArguments)
        self.init(test: test, source: source)
    }
}

extension QueryCondition {
    /// `distanceKm(latitude, longitude, latitude, longitude)` for statements; NULL for what is no
    /// position.
    static let distance = DatabaseFunction("distanceKm", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap { Double.fromDatabaseValue($0) }
        guard numbers.count == 4,
            let one = Coordinate(latitude: numbers[0], longitude: numbers[1]),
            let other = Coordinate(latitude: numbers[2], longitude: numbers[3])
        else { return nil }
        return one.distanceKm(to: other)
    }
}
