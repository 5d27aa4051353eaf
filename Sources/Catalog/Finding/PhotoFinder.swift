import GRDB
import GalleryModel

/// Finds the photos of a query in a snapshot, each once.
///
/// A photo in the trash fits only where the query asks for the trash: a branch of it holds for the photo, and
/// would not hold if the photo lay outside.
struct PhotoFinder {
    /// The photos outside the trash.
    let outside: FoundFilter
    /// Those in the trash; nil for none.
    let inside: FoundFilter?
    /// What words are asked for, as an expression of the index of words; nil for none.
    let words: String?
    /// How many photos there are outside the trash.
    let total: Int

    let db: Database

    /// Looks up what a query names.
    ///
    /// - Parameter seconds: what the photos' dates must lie within; nil for any date.
    init(
        _ scopes: [PhotoScope], _ filter: PhotoFilter, within seconds: Range<Int64>? = nil,
        _ db: Database
    ) throws {
        let chosen = try FilterTree(filter, db)
        let scope = FilterTree.any(try scopes.map { try FilterTree($0, db) })
        let tree = FilterTree.all([scope, chosen])
        let lookup = try ConditionLookup(db)
        self.db = db
        total =
            try Int.fetchOne(db, sql: "SELECT ifnull(sum(photos), 0) FROM takenDay") ?? 0
        let dates = try seconds.map { FoundFilter.condition(try lookup.dates($0)) }
        func found(_ tree: FilterTree) throws -> FoundFilter {
            let found = try lookup.found(tree)
            return dates.map { .all([$0, found]) } ?? found
        }
        outside = try found(tree.folded(isTrashed: false))
        words = ConditionLookup.expression(of: chosen)
        // Photos that are named one by one are meant wherever they are.
        let named = FilterTree.any(
            filter.isEverything ? scopes.filter(\.isNamed).map(FilterTree.init(named:)) : [])
        if tree.mentionsTrash || !named.isNothing {
            let fits = FilterTree.any([named, tree.admitted]).folded(isTrashed: true)
            inside = fits.isNothing ? nil : try found(fits)
        } else {
            inside = nil
        }
    }

    /// How many photos fit.
    func count() throws -> Int {
        try countOutside() + countInside()
    }

    /// How many photos outside the trash fit.
    func countOutside() throws -> Int {
        if let kept = outside.kept(of: total) { return kept }
        let photos = self.photos
        return try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM \(photos.sql)"),
            arguments: photos.arguments) ?? 0
    }

    private func countInside() throws -> Int {
        guard let trashed else { return 0 }
        return try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM (\(trashed.sql))"),
            arguments: trashed.arguments) ?? 0
    }

    /// How many photos a page reaches from the first, what it skips included; nil for all.
    static func reach(_ limit: Int?, behind offset: Int) -> Int? {
        limit.map { limit in
            let (reach, isTooMany) = limit.addingReportingOverflow(offset)
            return isTooMany ? .max : reach
        }
    }

    /// How many photos are looked at one by one until so many were met that fit; nil for all.
    ///
    /// - Parameter number: how many there are to look at, with all that fit among them; nil for all photos.
    func walk(toMeet count: Int?, among number: Int? = nil) -> Int {
        let all = number ?? total
        guard let count else { return all }
        let expected = Double(max(outside.estimate(of: total), 1))
        return Int(min(Double(all), Double(count) * Double(all) / expected))
    }

    /// What follows FROM, with `s.photoID` of all photos outside the trash that fit, each once.
    var photos: SQLFragment {
        guard let source = outside.source(), source.estimate < total else {
            let test = outside.test(candidates: total)
            // Row after row: through an index that it needs nothing of, SQLite would jump about.
            return SQLFragment(sql: "photoSummary s NOT INDEXED WHERE s.isTrashed = 0")
                .and(test)
        }
        let test = source.rest.test(candidates: source.estimate)
        if source.rest.readsSummary {
            return SQLFragment(
                sql: """
                    (\(source.photos.sql)) c CROSS JOIN photoSummary s ON s.photoID = c.photoID
                    WHERE s.isTrashed = 0
                    """, arguments: source.photos.arguments
            ).and(test)
        }
        // The few in the trash are found by their index; the summaries are not looked at.
        return SQLFragment(
            sql: """
                (\(source.photos.sql)) s
                WHERE s.photoID NOT IN (SELECT photoID FROM photoSummary WHERE isTrashed = 1)
                """, arguments: source.photos.arguments
        ).and(test)
    }

    /// Gives `photoID` of all photos that fit, in the trash too, each once.
    var photoIDs: SQLFragment {
        let outside = self.photos
        var all = SQLFragment(
            sql: "SELECT s.photoID FROM \(outside.sql)", arguments: outside.arguments)
        if let trashed {
            all.sql += " UNION ALL \(trashed.sql)"
            all.arguments += trashed.arguments
        }
        return all
    }

    /// Gives `photoID` of the photos in the trash that fit; nil for none.
    var trashed: SQLFragment? {
        inside.map {
            SQLFragment(
                sql: "SELECT s.photoID FROM photoSummary s WHERE s.isTrashed = 1"
            ).and($0.test(candidates: 1))
        }
    }

    /// What finds the photos, in words, and how many rows it looks at.
    func explanation() throws -> (steps: [String], rowsRead: Int) {
        var steps: [String] = []
        var rowsRead = 0
        if outside.kept(of: total) != nil {
            steps.append("a kept count")
            rowsRead += 1
        } else if let source = outside.source(), source.estimate < total {
            steps += source.indexes
            if !source.rest.isEverything { steps.append("a look at each of these photos") }
            rowsRead +=
                try Int.fetchOne(
                    db.cachedStatement(sql: "SELECT count(*) FROM (\(source.photos.sql))"),
                    arguments: source.photos.arguments) ?? 0
        } else {
            steps.append("a walk through all photos")
            rowsRead += total
        }
        if inside != nil {
            steps.append("a walk through the trash")
            rowsRead +=
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM photoSummary WHERE isTrashed = 1") ?? 0
        }
        return (steps, rowsRead)
    }
}

extension PhotoScope {
    fileprivate var isNamed: Bool {
        if case .photos = self { return true }
        return false
    }
}

extension FilterTree {
    fileprivate init(named scope: PhotoScope) {
        if case .photos(let ids) = scope { self = .photos(ids) } else { self = .nothing }
    }
}
