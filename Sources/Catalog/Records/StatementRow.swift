import Basics
import Foundation
import GRDB
import GRDBSQLite
import GalleryModel

/// The columns that a statement gives, in their order: a case for each, called as the column is.
///
/// The names are compared when a statement is run for the first time, so that a row is read by place, as
/// quickly as by a number.
protocol StatementColumns: CaseIterable, CodingKey, RawRepresentable<Int> {}

extension StatementColumns {
    fileprivate static var names: [String] { allCases.map(\.stringValue) }
}

/// Reads the columns of the row a statement stands on.
///
/// Straight from SQLite, because a listing of a million rows spends its time here. Valid until the
/// statement steps on.
struct StatementRow<Column: StatementColumns> {
    private let statement: OpaquePointer
    /// The place of the first of the columns.
    private let first: Int32

    fileprivate init(_ statement: OpaquePointer, first: Int32 = 0) {
        self.statement = statement
        self.first = first
    }

    /// The columns of another kind, which come after these ones.
    func next<Next: StatementColumns>(_: Next.Type) -> StatementRow<Next> {
        StatementRow<Next>(statement, first: first + Int32(Column.allCases.count))
    }

    private func place(_ column: Column) -> Int32 {
        first + Int32(truncatingIfNeeded: column.rawValue)
    }

    func isNull(_ column: Column) -> Bool {
        sqlite3_column_type(statement, place(column)) == SQLITE_NULL
    }

    func boolean(_ column: Column) -> Bool { integer(column) != 0 }

    func integer(_ column: Column) -> Int64 { sqlite3_column_int64(statement, place(column)) }

    func optionalInteger(_ column: Column) -> Int? { isNull(column) ? nil : Int(integer(column)) }

    /// The instant in a column of seconds since 1970-01-01 UTC.
    func date(_ column: Column) -> Date { Date(unixSeconds: integer(column)) }

    func optionalDate(_ column: Column) -> Date? { isNull(column) ? nil : date(column) }

    func optionalBoolean(_ column: Column) -> Bool? { isNull(column) ? nil : boolean(column) }

    func optionalDouble(_ column: Column) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(statement, place(column))
    }

    /// The position in some columns; nil where there is none.
    func coordinate(
        _ latitude: Column, _ longitude: Column, _ altitude: Column? = nil
    ) -> Coordinate? {
        guard let latitude = optionalDouble(latitude), let longitude = optionalDouble(longitude)
        else { return nil }
        return Coordinate(
            latitude: latitude, longitude: longitude,
            altitude: altitude.flatMap { optionalDouble($0) })
    }

    func text(_ column: Column) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    func optionalText(_ column: Column) -> String? {
        let place = place(column)
        guard let start = sqlite3_column_text(statement, place) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, place))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func path(_ column: Column) -> BytePath? {
        guard !isNull(column) else { return nil }
        return withBytes(column) { BytePath(bytes: $0) }
    }

    func withBytes<Result>(
        _ column: Column, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let place = place(column)
        let start = sqlite3_column_blob(statement, place)
        let count = Int(sqlite3_column_bytes(statement, place))
        let bytes = UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
        return body(bytes)
    }
}

extension Database {
    /// Steps through a statement's rows.
    ///
    /// - Parameters:
    ///   - columns: what the statement gives.
    ///   - more: what it gives after these columns, for `StatementRow.next`.
    ///   - body: gets each row; false stops.
    /// - Throws: `DatabaseError`, also for a statement that gives other columns; what `body` throws.
    func forEachRow<Column: StatementColumns>(
        _ columns: Column.Type, then more: [any StatementColumns.Type] = [], _ sql: String,
        _ arguments: StatementArguments = [], body: (StatementRow<Column>) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql)
        try statement.setArguments(arguments)
        let handle = statement.sqliteStatement
        if sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_RUN, 0) == 0 {
            try check(statement, more.reduce(columns.names) { $0 + $1.names })
        }
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else {
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
            }
            if try !body(StatementRow(handle)) { return }
        }
    }

    /// The numbers that a statement gives in its only column.
    func integers(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Int64] {
        try Int64.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    private func check(_ statement: Statement, _ names: [String]) throws {
        guard statement.columnNames != names else { return }
        throw DatabaseError(
            resultCode: .SQLITE_MISUSE,
            message: "the statement gives the columns \(statement.columnNames), not \(names)",
            sql: statement.sql)
    }
}
