import Foundation
import GRDB
import Synchronization

@testable import Catalog

/// Notes every statement that a catalog runs.
///
/// Readers are opened when they are needed: used from one thread, and without one call within another,
/// a catalog has one.
final class StatementTrace: Sendable {
    private let seen = Mutex<Set<String>>([])

    init(_ catalog: PhotoCatalog) throws {
        try catalog.database.writable().inDatabase { db in install(in: db) }
        try catalog.pool.read { db in install(in: db) }
    }

    private func install(in db: Database) {
        db.trace(options: .statement) { [self] event in
            guard case .statement(let statement) = event else { return }
            let sql = Self.normalized(statement.sql)
            guard Self.verbs.contains(where: sql.hasPrefix) else { return }
            seen.withLock { _ = $0.insert(sql) }
        }
    }

    /// The statements that read or write rows, each once.
    var statements: [String] { seen.withLock { $0.sorted() } }

    /// What begins them.
    static let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "]

    /// A statement with one blank wherever there are some.
    static func normalized(_ sql: String) -> String {
        sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Database {
    /// How SQLite would run a statement: the lines of its plan.
    func plan(of sql: String) throws -> [String] {
        let statement = try makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { $0["detail"] }
    }
}
