import Basics
import Foundation
import GRDB
import GalleryModel

/// Looks up in a snapshot what conditions name, and counts what their indexes find.
struct ConditionLookup {
    /// More photos than this are not counted in advance: a walk through all photos soon meets one.
    private static let countable = 50_000

    let db: Database
    /// About how many photos there are.
    let total: Int

    init(_ db: Database) throws {
        self.db = db
        total = try Int.fetchOne(db, sql: "SELECT max(photoID) FROM photoSummary") ?? 0
    }

    /// A tree as SQL.
    func found(_ tree: FilterTree) throws -> FoundFilter {
        switch tree {
        case .all(let parts):
            // Words that no place is called by are found together.
            var words: [String] = []
            var others: [FoundFilter] = []
            for part in parts {
                if case .condition(.words(let text)) = part, try placesCalled(text).isEmpty {
                    words.append(text)
                } else {
                    others.append(try found(part))
                }
            }
            let all = words.isEmpty ? others : [.condition(try self.words(words))] + others
            return all.count == 1 ? all[0] : .all(all)
        case .any(let parts): return .any(try parts.map(found))
        case .not(let part): return .not(try found(part))
        case .condition(let condition): return .condition(try found(condition))
        case .section(let section): return .condition(members(of: section))
        case .photos(let ids): return .condition(named(ids))
        }
    }

    private func found(_ condition: PhotoCondition) throws -> FoundCondition {
        switch condition {
        case .words(let text): try words(text, at: placesCalled(text))
        case .tag(let name): try labels("tags", [("tag", name)])
        case .license(let name): try labels("licences", [("license", name)])
        case .type(let name): try labels("formats", [("type", name)])
        case .camera(let words): try labels("cameras", having: [("camera", words)])
        case .lens(let words): try labels("lenses", having: [("lens", words)])
        case .person(let words): try labels("people", having: [("person", words)])
        case .named(let name): try labels("people", [("person", name)])
        case .owner(let name): try labels("owners", [("owner", name)], having: [("creator", name)])
        case .city(let name): try places("n.cityKey = ?", [Place.key(name)])
        case .region(let name): try places("n.regionKey = ?", [Place.key(name)])
        case .country(let name):
            try places(
                "(n.countryCode = ? OR n.countryKey = ?)",
                [Place.key(name).uppercased(), Place.key(name)])
        case .near(let center, let kilometres):
            try positions(
                PositionRange.covering(center, kilometres: kilometres),
                and: SQLFragment(
                    sql: " AND distanceKm(latitude, longitude, ?, ?) <= ?",
                    arguments: [center.latitude, center.longitude, kilometres]))
        case .box(let box): try positions(PositionRange.covering(box), and: SQLFragment(sql: ""))
        case .home(let box): home(PositionRange.covering(box))
        case .faces(let range): try number("faceCount", "numbers of faces", range)
        case .rating(let range): try number("rating", "ratings", range)
        case .size(let range): try number("size", "sizes", range)
        case .taken(let span):
            try seconds("taken", "dates", span, today: PhotoCatalog.now() + Self.offsetFromUTC)
        case .added(let span):
            try seconds("dateAdded", "dates of adding", span, today: PhotoCatalog.now())
        case .state(let state): try self.state(state)
        case .has(let property): has(property)
        // Looked up before, as a part of the tree.
        case .section: .nothing
        }
    }

    private static var offsetFromUTC: Int64 { Int64(TimeZone.current.secondsFromGMT()) }

    /// How many photos a source gives; more than `countable` are some part of all.
    func found(by source: SQLFragment) throws -> Int {
        let found = try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT count(*) FROM (SELECT 1 FROM (\(source.sql)) LIMIT ?)"),
            arguments: source.arguments + [Self.countable + 1]
        )
        guard let found, found > Self.countable else { return found ?? 0 }
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

    private func seconds(
        _ column: String, _ name: String, _ span: DateSpan, today: Int64
    ) throws -> FoundCondition {
        try seconds(column, name, span.seconds(today: CivilDate(unixSeconds: today)))
    }

    /// The condition that a photo was taken, else added, within some seconds.
    func dates(_ seconds: Range<Int64>) throws -> FoundCondition {
        try self.seconds("date", "dates", seconds)
    }

    private func seconds(
        _ column: String, _ name: String, _ range: Range<Int64>
    ) throws -> FoundCondition {
        let test = "\(column) >= ? AND \(column) < ?"
        let arguments: StatementArguments = [range.lowerBound, range.upperBound]
        var condition = try summary(
            name,
            SQLFragment(
                sql: "ifnull(s.\(column) >= ? AND s.\(column) < ?, 0)", arguments: arguments),
            SQLFragment(
                sql: "SELECT photoID FROM photoSummary WHERE isTrashed = 0 AND \(test)",
                arguments: arguments))
        condition.range = (
            "s.\(column)",
            SQLFragment(sql: "s.\(column) >= ? AND s.\(column) < ?", arguments: arguments)
        )
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
        // SQLite takes the index of dates for cheaper, which has all photos.
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
        case .delisted: return try few("isDelisted", "summaryDelisted", "what sections lost")
        case .unpublished: return try unpublished()
        // Folded before.
        case .trashed: return FoundCondition(summary: SQLFragment(sql: "s.isTrashed"), of: total)
        }
    }

    private func unpublished() throws -> FoundCondition {
        let source = SQLFragment(
            sql: """
                SELECT p.id AS photoID FROM photo p WHERE \(SentPictureID.isSent)
                    AND NOT EXISTS (SELECT 1 FROM post WHERE photoID = p.id AND state = 'shown')
                """)
        return FoundCondition(
            index: "the pictures sent", test: SQLFragment(sql: "s.photoID IN (\(source.sql))"),
            source: source, estimate: try found(by: source))
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

    /// Tests that a fallback home is told of a photo as no position is known.
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
        let list = "[" + ids.map { String($0.rawValue) }.joined(separator: ",") + "]"
        let source = SQLFragment(
            sql: """
                SELECT photoID FROM photoSummary
                WHERE photoID IN (SELECT value FROM json_each(?))
                """, arguments: [list])
        return FoundCondition(
            index: "the photos named",
            test: SQLFragment(
                sql: "s.photoID IN (SELECT value FROM json_each(?))", arguments: [list]),
            source: source, estimate: ids.count)
    }
}
