import Foundation
import GRDB
import Synchronization

@testable import Catalog

/// Records every statement that a catalog runs.
///
/// Used from one thread and without nested calls, a catalog reads with one connection.
final class StatementTrace: Sendable {
    private let seen = Mutex<Set<String>>([])

    init(_ catalog: PhotoCatalog) throws {
        try catalog.database.writable().inDatabase { db in install(in: db) }
        try catalog.database.read { db in install(in: db) }
    }

    private func install(in db: Database) {
        db.trace(options: .statement) { [self] event in
            guard case .statement(let statement) = event else { return }
            seen.withLock { _ = $0.insert(statement.sql) }
        }
    }

    /// The distinct statements that read or write rows.
    var statements: [String] {
        // Normalized once, not each time that they run.
        let normalized = Set(seen.withLock { $0 }.map(Self.normalized))
        return normalized.filter { Self.verbs.contains(where: $0.hasPrefix) }.sorted()
    }

    /// The first words of recorded statements.
    static let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "]

    /// A statement with single blanks as white space.
    static func normalized(_ sql: String) -> String {
        sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Database {
    /// SQLite's query plan of a statement, line by line.
    func plan(of sql: String) throws -> [String] {
        let statement = try makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { $0["detail"] }
    }
}
