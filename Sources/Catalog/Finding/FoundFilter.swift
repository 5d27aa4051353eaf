import GRDB

/// A filter as SQL, its names looked up.
indirect enum FoundFilter {
    case all([FoundFilter])
    case any([FoundFilter])
    case not(FoundFilter)
    case condition(FoundCondition)

    static var everything: FoundFilter { .all([]) }

    /// So many indexes are asked for one list at most: SQLite joins no more than 500 statements.
    ///
    /// Source: https://sqlite.org/limits.html, "Maximum Number Of Terms In A Compound SELECT Statement"
    private static let mostSources = 250

    /// What finds the photos of a filter, and what is left to test.
    struct Source {
        /// Gives `photoID`, each once.
        var photos: SQLFragment
        /// What does, in words.
        var indexes: [String]
        /// How many it gives.
        var estimate: Int
        /// What else must hold.
        var rest: FoundFilter
    }

    /// Whether nothing is to be tested.
    var isEverything: Bool {
        if case .all(let parts) = self { return parts.isEmpty }
        return false
    }

    /// How many photos outside the trash fit, where a count is kept.
    func kept(of total: Int) -> Int? {
        switch self {
        case .all(let parts): parts.isEmpty ? total : nil
        case .any(let parts): parts.isEmpty ? 0 : nil
        case .not(let part): part.kept(of: total).map { total - $0 }
        case .condition(let condition): condition.kept
        }
    }

    /// Whether a test reads more of a row than its `s.photoID`.
    var readsSummary: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.readsSummary)
        case .not(let part): part.readsSummary
        case .condition(let condition): condition.readsSummary
        }
    }

    /// Tests the row `photoSummary AS s`.
    func test(candidates: Int) -> SQLFragment {
        switch self {
        case .all(let parts):
            parts.isEmpty
                ? .always : .joined(parts.map { $0.test(candidates: candidates) }, by: "AND")
        case .any(let parts):
            parts.isEmpty
                ? .never : .joined(parts.map { $0.test(candidates: candidates) }, by: "OR")
        case .not(let part): .joined([part.test(candidates: candidates)], by: "").negated
        case .condition(let condition): condition.test(candidates: candidates)
        }
    }

    /// How many photos of so many fit, if one condition says nothing about another.
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

    /// The condition that is a range of a column and holds of all photos that fit; nil for none.
    func range(of column: String) -> FoundCondition? {
        switch self {
        case .all(let parts): parts.lazy.compactMap { $0.range(of: column) }.first
        case .condition(let condition): condition.range?.column == column ? condition : nil
        case .any, .not: nil
        }
    }

    /// What finds the photos with the fewest rows; nil where no index does.
    func source() -> Source? {
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
            guard !parts.isEmpty, sources.count == parts.count, sources.count <= Self.mostSources
            else { return nil }
            let pieces = sources.map(\.tested)
            return Source(
                photos: SQLFragment(
                    sql: pieces.map { "SELECT photoID FROM (\($0.sql))" }
                        .joined(separator: " UNION "),
                    arguments: pieces.reduce(into: StatementArguments()) { $0 += $1.arguments }),
                indexes: sources.flatMap(\.indexes),
                estimate: sources.reduce(0) { $0 + $1.estimate }, rest: .everything)
        case .not: return nil
        case .condition(let condition):
            return condition.source.map {
                Source(
                    photos: $0, indexes: [condition.index], estimate: condition.estimate,
                    rest: .everything)
            }
        }
    }

    private var conjuncts: [FoundFilter] {
        if case .all(let parts) = self { return parts }
        return [self]
    }
}

extension FoundFilter.Source {
    /// Gives `photoID` of those that the rest holds for, too.
    var tested: SQLFragment {
        if rest.isEverything { return photos }
        let test = rest.test(candidates: estimate)
        return SQLFragment(
            sql: """
                SELECT s.photoID FROM (\(photos.sql)) c
                CROSS JOIN photoSummary s ON s.photoID = c.photoID WHERE \(test.sql)
                """, arguments: photos.arguments + test.arguments)
    }
}

extension SQLFragment {
    /// What does not hold.
    fileprivate var negated: SQLFragment {
        SQLFragment(sql: "NOT \(sql)", arguments: arguments)
    }
}
