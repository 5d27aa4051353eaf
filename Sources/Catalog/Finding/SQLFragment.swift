import GRDB

/// A piece of SQL with the arguments of its `?`, in their order.
struct SQLFragment {
    /// The text.
    var sql: String
    /// What its `?` stand for.
    var arguments = StatementArguments()

    /// Holds for every row.
    static var always: SQLFragment { SQLFragment(sql: "1") }
    /// Holds for no row.
    static var never: SQLFragment { SQLFragment(sql: "0") }

    /// Joins pieces with AND or OR.
    ///
    /// Many are joined in halves: SQLite takes expressions of 1,000 levels, and a list is as deep as it is long.
    static func joined(_ parts: [SQLFragment], by word: String) -> SQLFragment {
        if parts.count > 50 {
            let middle = parts.count / 2
            return joined(
                [
                    joined(Array(parts[..<middle]), by: word),
                    joined(Array(parts[middle...]), by: word),
                ], by: word)
        }
        return SQLFragment(
            sql: "(" + parts.map(\.sql).joined(separator: " \(word) ") + ")",
            arguments: parts.reduce(into: StatementArguments()) { $0 += $1.arguments })
    }

    /// What is tested, followed by AND; nothing for what always holds.
    func and(_ more: SQLFragment) -> SQLFragment {
        if more.sql == Self.always.sql { return self }
        return SQLFragment(
            sql: "\(sql) AND \(more.sql)", arguments: arguments + more.arguments)
    }
}
