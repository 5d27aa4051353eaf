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
    static func joined(_ parts: [SQLFragment], by word: String) -> SQLFragment {
        SQLFragment(
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
