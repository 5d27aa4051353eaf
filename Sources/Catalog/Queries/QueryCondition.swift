import Foundation
import GRDB
import GalleryModel

/// A piece of SQL with the arguments of its `?`, in their order.
struct SQLFragment {
    var sql: String
    var arguments = StatementArguments()
}

/// A photo query as SQL.
struct QueryCondition {
    /// Up to this many photos of a section are tested one by one, rather than found by an index.
    private static let fewPhotos = 5_000

    /// Gives `photoID`, each once, of all photos that one of the conditions holds for; nil where no
    /// index finds them.
    private let source: SQLFragment?
    /// Tests the photo with the id `m.photoID` for the conditions that `source` does not answer.
    private let test: SQLFragment
    /// Tests it for all conditions.
    private let fullTest: SQLFragment

    init(_ query: PhotoQuery) {
        let parts = query.conditions.map(ConditionSQL.init)
        let first = parts.indices.filter { parts[$0].source != nil }
            .min { parts[$0].rank < parts[$1].rank }
        source = first.flatMap { parts[$0].source }
        test = Self.all(parts.indices.filter { $0 != first }.map { parts[$0].test })
        fullTest = Self.all(parts.map(\.test))
    }

    /// What follows FROM for the members of a section, as `m`, that the query holds for.
    func members(of section: PhotoSection) -> SQLFragment {
        let listed = "m.sectionID = ? AND m.isTrashed = 0"
        guard let source, section.count > Self.fewPhotos else {
            return SQLFragment(
                sql: "membership m WHERE \(listed) AND \(fullTest.sql)",
                arguments: [section.id] + fullTest.arguments)
        }
        return SQLFragment(
            sql: """
                (\(source.sql)) c CROSS JOIN membership m ON m.photoID = c.photoID
                WHERE \(listed) AND \(test.sql)
                """, arguments: source.arguments + [section.id] + test.arguments)
    }

    /// What follows FROM for the photos outside the trash, as `m`, that the query holds for.
    var photos: SQLFragment {
        // The few in the trash are found by their index: dates stand at the end of long rows.
        let listed = "m.photoID NOT IN (SELECT id FROM photo WHERE dateTrashed IS NOT NULL)"
        guard let source else {
            return SQLFragment(
                sql: "(SELECT id AS photoID FROM photo) m WHERE \(listed) AND \(test.sql)",
                arguments: test.arguments)
        }
        return SQLFragment(
            sql: "(\(source.sql)) m WHERE \(listed) AND \(test.sql)",
            arguments: source.arguments + test.arguments)
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

    init(_ condition: PhotoQuery.Condition) {
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
        let test = SQLFragment(
            sql: """
                EXISTS (SELECT 1 FROM photoPosition WHERE photoID = m.photoID
                AND (\(tests.joined(separator: " OR ")))\(more.sql))
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
