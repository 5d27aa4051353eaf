import GRDB
import GalleryModel

/// A piece of SQL with the arguments of its `?` placeholders, in order.
///
/// In an interpolation, numbers and `value:` become arguments, a fragment is inserted with its
/// arguments, and `sql:` is inserted as SQL.
struct SQLFragment {
    /// The text.
    var sql: String
    /// The values of its placeholders.
    var arguments = StatementArguments()

    /// True for every row.
    static var always: SQLFragment { "1" }
    /// True for no row.
    static var never: SQLFragment { "0" }

    static func += (left: inout SQLFragment, right: SQLFragment) {
        left.sql += right.sql
        left.arguments += right.arguments
    }

    /// Writes pieces one after the other, with a separator between them.
    static func list(_ parts: [SQLFragment], by separator: String) -> SQLFragment {
        SQLFragment(
            sql: parts.map(\.sql).joined(separator: separator),
            arguments: parts.reduce(into: []) { $0 += $1.arguments })
    }

    /// Joins pieces with AND or OR; none are always true with AND, never with OR.
    ///
    /// Long lists are joined in halves: SQLite limits the depth of expressions to 1,000, and a list
    /// is as deep as it is long.
    static func joined(_ parts: [SQLFragment], by word: String) -> SQLFragment {
        if parts.isEmpty { return word == "AND" ? always : never }
        guard parts.count > 50 else { return "(\(list(parts, by: " \(word) ")))" }
        let middle = parts.count / 2
        let halves = [Array(parts[..<middle]), Array(parts[middle...])]
        return joined(halves.map { joined($0, by: word) }, by: word)
    }

    /// Appends AND and another test, unless that test is always true.
    func and(_ more: SQLFragment) -> SQLFragment {
        more.sql == Self.always.sql ? self : "\(self) AND \(more)"
    }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self.init(sql: text) }

    init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment(sql: "")

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) { fragment.sql += text }

        mutating func appendInterpolation(sql: String) { fragment.sql += sql }

        mutating func appendInterpolation(_ part: SQLFragment) { fragment += part }

        mutating func appendInterpolation(_ number: some Numeric & DatabaseValueConvertible) {
            appendInterpolation(value: number)
        }

        mutating func appendInterpolation(value: (any DatabaseValueConvertible)?) {
            fragment += SQLFragment(sql: "?", arguments: [value])
        }
    }
}

/// Labeled, because a string literal would be a `String` without the fragments' arguments.
extension Database {
    /// The ids in the first column.
    func photoIDs(of statement: SQLFragment) throws -> [PhotoID] {
        try photoIDs(statement.sql, statement.arguments)
    }

    /// The count in the first row; 0 without one.
    func count(of statement: SQLFragment) throws -> Int {
        try count(statement.sql, statement.arguments)
    }
}
