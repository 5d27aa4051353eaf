import GRDB
import GalleryModel

/// Conditions of one kind combined with and, or, not: the forms of a filter on the way to SQL.
indirect enum ConditionTree<Condition> {
    /// Photos that match every part; all photos if there are no parts.
    case all([ConditionTree])
    /// Photos that match at least one part; no photo if there are no parts.
    case any([ConditionTree])
    /// Photos that do not match.
    case not(ConditionTree)
    /// Photos that meet the condition.
    case condition(Condition)

    static var everything: ConditionTree { .all([]) }
    static var nothing: ConditionTree { .any([]) }

    /// True if its form matches every photo.
    var isEverything: Bool { if case .all(let parts) = self { parts.isEmpty } else { false } }

    /// True if its form matches no photo.
    var isNothing: Bool { if case .any(let parts) = self { parts.isEmpty } else { false } }

    /// The parts of a conjunction.
    var conjuncts: [ConditionTree] { if case .all(let parts) = self { parts } else { [self] } }

    /// All conditions, including negated ones.
    var conditions: [Condition] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.conditions)
        case .not(let part): part.conditions
        case .condition(let condition): [condition]
        }
    }
}

/// A filter with its sections looked up and its albums expanded.
typealias FilterTree = ConditionTree<FilterCondition>

/// A condition of a filter with its sections looked up.
enum FilterCondition {
    /// A condition other than a section.
    case photo(PhotoCondition)
    /// Photos of a section with members of its own.
    case section(PhotoSection)
    /// These photos.
    case photos([PhotoID])

    fileprivate var isTrash: Bool {
        if case .photo(.state(.trashed)) = self { true } else { false }
    }
}

extension FilterTree {
    /// True if it mentions the trash; photos in the trash match no other filter.
    var mentionsTrash: Bool { conditions.contains(where: \.isTrash) }

    /// The words that photos can match, as expressions for the full-text index, without negated
    /// ones.
    var words: [String] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.words)
        case .condition(.photo(let condition)): condition.expression.map { [$0] } ?? []
        case .not, .condition: []
        }
    }

    /// The filter for photos in the trash: true there and false outside of it, for each branch
    /// separately.
    var admitted: FilterTree {
        guard mentionsTrash else { return .nothing }
        switch self {
        case .any(let parts): return .any(parts.map(\.admitted))
        case .all(let parts):
            // One part admits the photo, and the others hold.
            return .any(
                parts.indices.map { index in
                    .all(
                        parts.indices.map { other in
                            other == index
                                ? parts[other].admitted : parts[other].folded(isTrashed: true)
                        })
                })
        case .not, .condition:
            return .all([folded(isTrashed: true), .not(folded(isTrashed: false))])
        }
    }

    /// The filter for photos inside or outside the trash, with that condition resolved.
    func folded(isTrashed: Bool) -> FilterTree {
        switch self {
        case .all(let parts):
            let kept = parts.flatMap { $0.folded(isTrashed: isTrashed).conjuncts }
            if kept.contains(where: \.isNothing) { return .nothing }
            return kept.count == 1 ? kept[0] : .all(kept)
        case .any(let parts):
            let kept = parts.flatMap { part -> [FilterTree] in
                let part = part.folded(isTrashed: isTrashed)
                return if case .any(let inner) = part { inner } else { [part] }
            }
            if kept.contains(where: \.isEverything) { return .everything }
            return kept.count == 1 ? kept[0] : .any(kept)
        case .not(let part):
            let part = part.folded(isTrashed: isTrashed)
            if part.isEverything { return .nothing }
            return part.isNothing ? .everything : .not(part)
        case .condition(let condition):
            guard condition.isTrash else { return self }
            return isTrashed ? .everything : .nothing
        }
    }
}

extension FilterTree {
    /// The maximum nesting of albums.
    static var maximumDepth: Int { 8 }

    /// Looks up the photos of a scope.
    init(_ scope: PhotoScope, _ db: Database) throws {
        switch scope {
        case .everything: self = .everything
        case .section(let section): try self.init(section, within: [], db)
        case .photos(let ids): self = .condition(.photos(ids))
        }
    }

    /// Looks up the sections of a filter.
    ///
    /// - Parameter albums: the albums that contain it.
    init(_ filter: PhotoFilter, within albums: [Int64] = [], _ db: Database) throws {
        switch filter {
        case .all(let parts): self = .all(try parts.map { try Self($0, within: albums, db) })
        case .any(let parts): self = .any(try parts.map { try Self($0, within: albums, db) })
        case .not(let part): self = .not(try Self(part, within: albums, db))
        case .condition(.section(let reference)):
            self = .any(
                try PhotoCatalog.sections(reference, for: .owner, db).map {
                    try Self($0, within: albums, db)
                })
        case .condition(let condition): self = .condition(.photo(condition))
        }
    }

    /// An album that contains itself, or is nested too deeply, matches nothing.
    private init(_ section: PhotoSection, within albums: [Int64], _ db: Database) throws {
        guard let filter = section.filter else {
            self = .condition(.section(section))
            return
        }
        guard albums.count < Self.maximumDepth, !albums.contains(section.id) else {
            self = .nothing
            return
        }
        // Albums list only photos outside the trash.
        self = try Self(filter, within: albums + [section.id], db).folded(isTrashed: false)
    }
}

/// A filter as SQL, with its names looked up.
typealias FoundFilter = ConditionTree<FoundCondition>

/// A statement that finds candidates, and the conditions left to test.
struct CandidateSource {
    /// The maximum number of indexes for one list: SQLite joins at most 500 statements.
    ///
    /// Source: https://sqlite.org/limits.html, "Maximum Number Of Terms In A Compound SELECT
    /// Statement"
    fileprivate static let maximum = 250

    /// Selects distinct `photoID`.
    var photos: SQLFragment
    /// The indexes used, in words.
    var indexes: [String]
    /// The estimated number of candidates.
    var estimate: Int
    /// The remaining conditions.
    var rest = FoundFilter.everything

    /// Selects the `photoID` for which the rest also holds.
    fileprivate var tested: SQLFragment {
        if rest.isEverything { return photos }
        return """
            SELECT s.photoID FROM (\(photos)) c
            CROSS JOIN photoSummary s ON s.photoID = c.photoID
            WHERE \(rest.test(candidates: estimate))
            """
    }
}

extension FoundFilter {
    /// The number of matching photos outside the trash, if a stored count exists.
    func kept(of total: Int) -> Int? {
        switch self {
        case .all(let parts): parts.isEmpty ? total : nil
        case .any(let parts): parts.isEmpty ? 0 : nil
        case .not(let part): part.kept(of: total).map { total - $0 }
        case .condition(let condition): condition.kept
        }
    }

    /// True if a test reads more of a row than `s.photoID`.
    var readsSummary: Bool { conditions.contains(where: \.readsSummary) }

    /// Tests the row `photoSummary AS s`.
    func test(candidates: Int) -> SQLFragment {
        switch self {
        case .all(let parts):
            .joined(parts.map { $0.test(candidates: candidates) }, by: "AND")
        case .any(let parts):
            .joined(parts.map { $0.test(candidates: candidates) }, by: "OR")
        case .not(let part): "NOT (\(part.test(candidates: candidates)))"
        case .condition(let condition): condition.test(candidates: candidates)
        }
    }

    /// The estimated number of matches among `total` photos, if conditions are independent.
    func estimate(of total: Int) -> Int {
        func clamped(_ count: Int) -> Int { min(max(count, 0), total) }
        switch self {
        case .all(let parts):
            return parts.reduce(total) { left, part in
                total == 0
                    ? 0 : Int(Double(left) * Double(part.estimate(of: total)) / Double(total))
            }
        case .any(let parts):
            return clamped(parts.reduce(0) { $0 + $1.estimate(of: total) })
        case .not(let part): return total - part.estimate(of: total)
        case .condition(let condition): return clamped(condition.estimate)
        }
    }

    /// The condition that is a range of a column and holds for all matches; nil if there is none.
    func range(of column: String) -> FoundCondition? {
        switch self {
        case .all(let parts): parts.lazy.compactMap { $0.range(of: column) }.first
        case .condition(let condition): condition.range?.column == column ? condition : nil
        case .any, .not: nil
        }
    }

    /// The source with the fewest rows; nil if no index applies.
    func source() -> CandidateSource? {
        switch self {
        case .all(let parts):
            let sources = parts.map { $0.source() }
            let best = sources.indices.min {
                (sources[$0]?.estimate ?? .max) < (sources[$1]?.estimate ?? .max)
            }
            guard let best, var source = sources[best] else { return nil }
            var others = parts
            others.remove(at: best)
            source.rest = others.isEmpty ? source.rest : .all(others + source.rest.conjuncts)
            return source
        case .any(let parts):
            let sources = parts.compactMap { $0.source() }
            guard !parts.isEmpty, sources.count == parts.count,
                sources.count <= CandidateSource.maximum
            else { return nil }
            return CandidateSource(
                photos: .list(
                    sources.map { "SELECT photoID FROM (\($0.tested))" }, by: " UNION "),
                indexes: sources.flatMap(\.indexes),
                estimate: sources.reduce(0) { $0 + $1.estimate })
        case .not: return nil
        case .condition(let condition):
            return condition.source.map {
                CandidateSource(
                    photos: $0, indexes: [condition.index], estimate: condition.estimate)
            }
        }
    }

    /// The index that finds fewer photos than a scan tests; nil if there is none.
    func source(below walked: Int) -> CandidateSource? {
        source().flatMap { $0.estimate < walked ? $0 : nil }
    }
}

/// A condition as SQL, with its names looked up.
struct FoundCondition {
    /// The index that finds its photos, in words.
    var index = "the summaries"
    /// Tests the row `photoSummary AS s`: true or false, never NULL.
    var test: SQLFragment
    /// The same test for very many rows: it finds all photos of the condition first.
    var bulkTest: SQLFragment?
    /// Selects the distinct `photoID` of all matches outside the trash, possibly with some inside;
    /// nil if no index finds them.
    var source: SQLFragment?
    /// The number of matches; a guess if no index provides it.
    var estimate: Int
    /// The number of matches outside the trash, if a stored count exists.
    var kept: Int?
    /// The equivalent range of a column of `photoSummary AS s`, in a form that uses its index; nil
    /// for other conditions.
    var range: (column: String, test: SQLFragment)?
    /// True if the test reads more of the row than `s.photoID`.
    var readsSummary = false

    /// The test for a number of candidates.
    func test(candidates: Int) -> SQLFragment {
        // Source: measured with a million photos, one look-up of a photo in the full-text index
        // takes as long as reading about 60 of its results.
        guard let bulkTest, candidates > estimate / 60 else { return test }
        return bulkTest
    }
}
