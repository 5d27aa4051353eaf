import GRDB
import GalleryModel

/// Finds the photos of a query in a snapshot, each once.
///
/// A photo in the trash matches only if the query mentions the trash: a branch of it holds for the
/// photo, and would not hold outside of the trash.
struct PhotoFinder {
    /// The filter for photos outside the trash.
    let outside: FoundFilter
    /// The filter for photos in the trash; nil if none can match.
    let inside: FoundFilter?
    /// The query's words as an expression for the full-text index; nil if it has none.
    let words: String?
    /// The number of photos outside the trash.
    let total: Int

    let db: Database

    /// Looks up the names in a query.
    ///
    /// - Parameters:
    ///   - seconds: the range of the photos' dates; nil for any date.
    ///   - reader: the user for whom photos are listed.
    init(
        _ scopes: [PhotoScope], _ filter: PhotoFilter, within seconds: Range<Int64>? = nil,
        for reader: PhotoReader, _ db: Database
    ) throws {
        let chosen = try FilterTree(filter, db)
        let scope = FilterTree.any(try scopes.map { try FilterTree($0, db) })
        let tree = FilterTree.all([scope, chosen])
        let lookup = try ConditionLookup(db)
        self.db = db
        total = try db.count("SELECT ifnull(sum(photos), 0) FROM takenDay")
        let dates = try seconds.map { FoundFilter.condition(try lookup.dates($0)) }
        let seen =
            try reader.isNarrowed(db, for: filter)
            ? FoundFilter.not(.condition(try lookup.hidden(from: reader))) : nil
        func found(_ tree: FilterTree, _ seen: FoundFilter?) throws -> FoundFilter {
            let found = try lookup.found(tree)
            if found.isNothing { return found }
            let parts = [dates, seen, found.isEverything ? nil : found].compactMap(\.self)
            return parts.count == 1 ? parts[0] : .all(parts)
        }
        outside = try found(tree.folded(isTrashed: false), seen)
        words = chosen.words.isEmpty ? nil : chosen.words.joined(separator: " OR ")
        // Photos named individually match even if they are in the trash.
        let named = FilterTree.any(
            scopes.compactMap { scope -> FilterTree? in
                guard case .photos(let ids) = scope, filter.isEverything else { return nil }
                return .condition(.photos(ids))
            })
        if tree.mentionsTrash || !named.isNothing {
            let fits = FilterTree.any([named, tree.admitted]).folded(isTrashed: true)
            // Owners see the whole trash.
            inside = fits.isNothing ? nil : try found(fits, reader == .owner ? nil : seen)
        } else {
            inside = nil
        }
    }

    /// The number of matching photos.
    func count() throws -> Int {
        let inside = try trashed.map { try db.count(of: "SELECT count(*) FROM (\($0))") }
        return try countOutside() + (inside ?? 0)
    }

    /// The number of matching photos outside the trash.
    func countOutside() throws -> Int {
        if let kept = outside.kept(of: total) { return kept }
        return try db.count(of: "SELECT count(*) FROM \(photos)")
    }

    /// The number of photos up to the end of a page, including those skipped; nil for all.
    static func reach(_ limit: Int?, after offset: Int) -> Int? {
        limit.map { limit in
            let (reach, isTooMany) = limit.addingReportingOverflow(offset)
            return isTooMany ? .max : reach
        }
    }

    /// The expected number of photos to test until a page is complete.
    ///
    /// - Parameters:
    ///   - limit: the length of the page; nil for all matches.
    ///   - offset: the number of matches to skip.
    ///   - number: the number of photos to test, which include all matches; nil for all photos.
    func walk(toMeet limit: Int?, after offset: Int, among number: Int? = nil) -> Int {
        let all = number ?? total
        guard let count = Self.reach(limit, after: offset) else { return all }
        let expected = Double(max(outside.estimate(of: total), 1))
        return Int(min(Double(all), Double(count) * Double(all) / expected))
    }

    /// The FROM clause that returns `s.photoID` of all matches outside the trash, each once.
    var photos: SQLFragment {
        guard let source = outside.source(below: total) else {
            // A table scan: through an index of no use to it, SQLite would jump between pages.
            let all: SQLFragment = "photoSummary s NOT INDEXED WHERE s.isTrashed = 0"
            return all.and(outside.test(candidates: total))
        }
        let photos: SQLFragment =
            source.rest.readsSummary
            ? """
            (\(source.photos)) c CROSS JOIN photoSummary s ON s.photoID = c.photoID
            WHERE s.isTrashed = 0
            """
            // The few photos in the trash are found by their index, without reading the summaries.
            : """
            (\(source.photos)) s
            WHERE s.photoID NOT IN (SELECT photoID FROM photoSummary WHERE isTrashed = 1)
            """
        return photos.and(source.rest.test(candidates: source.estimate))
    }

    /// Selects the distinct `photoID` of all matches, including the trash.
    var photoIDs: SQLFragment {
        .list(["SELECT s.photoID FROM \(photos)", trashed].compactMap(\.self), by: " UNION ALL ")
    }

    /// Selects the `photoID` of the matches in the trash; nil if none can match.
    var trashed: SQLFragment? {
        inside.map {
            """
            SELECT s.photoID FROM photoSummary s
            WHERE s.isTrashed = 1 AND \($0.test(candidates: 1))
            """
        }
    }

    /// The query plan in words, and the number of rows that it reads.
    func explanation() throws -> (steps: [String], rowsRead: Int) {
        var steps: [String] = []
        var rowsRead = 0
        if outside.kept(of: total) != nil {
            steps.append("a stored count")
            rowsRead += 1
        } else if let source = outside.source(below: total) {
            steps += source.indexes
            if !source.rest.isEverything { steps.append("a test of each of these photos") }
            rowsRead += try db.count(of: "SELECT count(*) FROM (\(source.photos))")
        } else {
            steps.append("a scan of all photos")
            rowsRead += total
        }
        if inside != nil {
            steps.append("a scan of the trash")
            rowsRead += try db.count("SELECT count(*) FROM photoSummary WHERE isTrashed = 1")
        }
        return (steps, rowsRead)
    }
}

extension PhotoScope {
    /// The FROM clause of the photos that match a filter, each once, with their rows of
    /// `photoSummary AS s`; photos in the trash only if the query mentions it.
    ///
    /// - Parameters:
    ///   - seconds: the range of the dates; nil for any date.
    ///   - reader: the user for whom photos are listed.
    func summaries(
        where filter: PhotoFilter, within seconds: Range<Int64>? = nil, for reader: PhotoReader,
        _ db: Database
    ) throws -> SQLFragment {
        switch self {
        case .everything where filter.isEverything && seconds == nil:
            return """
                photoSummary s NOT INDEXED
                WHERE s.isTrashed = 0 AND \(sql: reader.sees("s.photoID"))
                """
        case .section(let section)
        where section.filter == nil && filter.isEverything && seconds == nil:
            return """
                membership m CROSS JOIN photoSummary s ON s.photoID = m.photoID
                WHERE m.sectionID = \(section.id) AND m.isTrashed = 0
                    AND \(sql: reader.sees("m.photoID"))
                """
        default:
            let found = try PhotoFinder([self], filter, within: seconds, for: reader, db).photoIDs
            return "(\(found)) p CROSS JOIN photoSummary s ON s.photoID = p.photoID"
        }
    }
}

/// The photos that are hidden from a reader: few, in a table that triggers maintain.
extension PhotoReader {
    /// Selects the `photoID` of the photos hidden from the reader, including the trash.
    var hiddenPhotos: String { hiddenLists.joined(separator: " UNION ALL ") }

    private var hiddenLists: [String] {
        ["SELECT photoID FROM receivedPicture WHERE state >= \(lowestHidden)"]
            + (self == .ownerWithoutCopies ? ["SELECT photoID FROM photoCopy"] : [])
    }

    /// The lowest state of received pictures that is hidden from the reader.
    var lowestHidden: Int64 {
        let isOwner = self == .owner || self == .ownerWithoutCopies
        return (isOwner ? ReceivedPicture.State.form : .unpublished).rawValue
    }

    /// Tests that a column of photo ids is visible to the reader.
    func sees(_ column: String) -> String {
        // A union would be copied to a temporary table.
        hiddenLists.map { "\(column) NOT IN (\($0))" }.joined(separator: " AND ")
    }

    /// Counts the hidden photos outside the trash by a key, as `photos` of the table `hidden`;
    /// joined to a table of stored counts.
    ///
    /// - Parameters:
    ///   - key: an expression of the photo's row `s` of `photoSummary` and the tables in `join`;
    ///     with the affinity of `column`, so that SQLite uses an index.
    ///   - join: joins further tables to `s`.
    ///   - column: the column of the stored counts that the key is compared with.
    func hiddenCounts(by key: String, _ join: String = "", on column: String) -> String {
        """
        LEFT JOIN (SELECT \(key) AS key, count(*) AS photos FROM (\(hiddenPhotos)) u
            CROSS JOIN photoSummary s ON s.photoID = u.photoID \(join)
            WHERE s.isTrashed = 0 GROUP BY 1) hidden ON hidden.key = \(column)
        """
    }

    /// True if photos are hidden from the reader.
    ///
    /// - Parameter filter: the listing's filter; for an owner who queries unpublished photos,
    ///   drafts are included.
    func isNarrowed(_ db: Database, for filter: PhotoFilter = .everything) throws -> Bool {
        if self == .owner, filter.conditions.contains(.state(.unpublished)) { return false }
        return try db.holds("SELECT EXISTS (\(hiddenPhotos))")
    }
}

extension PhotoCatalog {
    /// True if photos are hidden from the reader.
    package func hidesPhotos() throws(CatalogError) -> Bool {
        try read { try reader.isNarrowed($0) }
    }
}
