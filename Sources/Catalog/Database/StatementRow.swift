import Basics
import Foundation
import GRDB
import GRDBSQLite
import GalleryModel

/// The columns that a statement returns, in order: one case per column, with the column's name.
///
/// Statements select them as `SELECT \(Column.selection)`. The names are checked when a statement
/// runs for the first time, so that rows can be read by index at full speed.
protocol StatementColumns: CaseIterable, CodingKey, Hashable, RawRepresentable<Int> {
    /// The alias of the columns' table; empty if the statement has only one table.
    static var table: String { get }
    /// The expressions of computed columns, and of columns of other tables; a value that ends with
    /// a dot is the alias of the column's table.
    static var expressions: [Self: String] { get }
}

extension StatementColumns {
    static var table: String { "" }
    static var expressions: [Self: String] { [:] }

    /// The columns for SELECT.
    static var selection: String { selection(expressions) }

    /// The columns for SELECT, with expressions that depend on the statement.
    static func selection(_ expressions: [Self: String]) -> String {
        allCases.map { column in
            let name = column.stringValue
            let expression = expressions[column] ?? (table.isEmpty ? "" : table + ".")
            return expression.isEmpty || expression.hasSuffix(".")
                ? expression + name : "\(expression) AS \(name)"
        }.joined(separator: ", ")
    }

    fileprivate static var names: [String] { allCases.map(\.stringValue) }

    /// The values of a statement's rows; rows with the value nil are skipped.
    ///
    /// - Parameters:
    ///   - more: further columns after these, read with `StatementRow.next`.
    ///   - value: the value of a row.
    /// - Throws: as `forEachRow`.
    static func all<Value>(
        _ sql: String, _ arguments: StatementArguments,
        then more: [any StatementColumns.Type] = [], _ db: Database,
        value: (StatementRow<Self>) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        try forEach(sql, arguments, then: more, db) { row in
            if let value = try value(row) { values.append(value) }
        }
        return values
    }

    /// The value of a statement's first row; nil if there is no row.
    static func first<Value>(
        _ sql: String, _ arguments: StatementArguments,
        then more: [any StatementColumns.Type] = [], _ db: Database,
        value: (StatementRow<Self>) throws -> Value?
    ) throws -> Value? {
        var found: Value?
        try forEachRow(sql, arguments, then: more, db) { row in
            found = try value(row)
            return false
        }
        return found
    }

    /// Passes all rows of a statement to `body`.
    static func forEach(
        _ sql: String, _ arguments: StatementArguments,
        then more: [any StatementColumns.Type] = [], _ db: Database,
        body: (StatementRow<Self>) throws -> Void
    ) throws {
        try forEachRow(sql, arguments, then: more, db) { row in
            try body(row)
            return true
        }
    }

    /// Steps through a statement's rows.
    ///
    /// - Parameters:
    ///   - more: further columns after these, read with `StatementRow.next`.
    ///   - body: receives each row; false stops.
    /// - Throws: `DatabaseError`, also if the statement returns other columns; errors of `body`.
    static func forEachRow(
        _ sql: String, _ arguments: StatementArguments,
        then more: [any StatementColumns.Type] = [], _ db: Database,
        body: (StatementRow<Self>) throws -> Bool
    ) throws {
        let statement = try db.cachedStatement(sql: sql)
        try statement.setArguments(arguments)
        let handle = statement.sqliteStatement
        if sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_RUN, 0) == 0 {
            let expected = more.reduce(names) { $0 + $1.names }
            guard statement.columnNames == expected else {
                throw DatabaseError(
                    resultCode: .SQLITE_MISUSE,
                    message: "the statement gives the columns \(statement.columnNames), not "
                        + "\(expected)", sql: sql)
            }
        }
        defer {
            sqlite3_reset(handle)
            // The cache drops statements when the schema changes.
            extendLifetime(statement)
        }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else {
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage, sql: sql)
            }
            if try !body(StatementRow(handle)) { return }
        }
    }
}

/// Reads the columns of a statement's current row.
///
/// Reads directly from SQLite, because a listing of a million rows spends its time here. Valid
/// until the statement is stepped.
struct StatementRow<Column: StatementColumns> {
    private let statement: OpaquePointer
    /// The index of the first column.
    private let first: Int32

    fileprivate init(_ statement: OpaquePointer, first: Int32 = 0) {
        self.statement = statement
        self.first = first
    }

    /// The columns of another type, which follow these.
    func next<Next: StatementColumns>(_: Next.Type = Next.self) -> StatementRow<Next> {
        StatementRow<Next>(statement, first: first + Int32(Column.allCases.count))
    }

    private func index(_ column: Column) -> Int32 {
        first + Int32(truncatingIfNeeded: column.rawValue)
    }

    func isNull(_ column: Column) -> Bool {
        sqlite3_column_type(statement, index(column)) == SQLITE_NULL
    }

    func boolean(_ column: Column) -> Bool { integer(column) != 0 }

    func integer(_ column: Column) -> Int64 { sqlite3_column_int64(statement, index(column)) }

    func optionalInteger(_ column: Column) -> Int? { isNull(column) ? nil : Int(integer(column)) }

    func optionalNumber(_ column: Column) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The number in a column, such as a count.
    func count(_ column: Column) -> Int { Int(integer(column)) }

    func photoID(_ column: Column) -> PhotoID { PhotoID(rawValue: integer(column)) }

    func section(_ kind: Column, _ name: Column) -> SectionReference {
        SectionReference(kind: SectionKind(rawValue: text(kind)), name: text(name))
    }

    /// The instant in a column of seconds since 1970-01-01 UTC.
    func date(_ column: Column) -> Date { Date(unixSeconds: integer(column)) }

    func optionalDate(_ column: Column) -> Date? { isNull(column) ? nil : date(column) }

    func optionalBoolean(_ column: Column) -> Bool? { isNull(column) ? nil : boolean(column) }

    func optionalDouble(_ column: Column) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(statement, index(column))
    }

    /// The position stored in two or three columns; nil if it is missing.
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

    func optionalText(_ column: Column) -> String? { isNull(column) ? nil : text(column) }

    func path(_ column: Column) -> BytePath? {
        isNull(column) ? nil : withBytes(column) { BytePath(bytes: $0) }
    }

    func withBytes<Result>(
        _ column: Column, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let index = index(column)
        let start = sqlite3_column_blob(statement, index)
        let count = Int(sqlite3_column_bytes(statement, index))
        return body(
            UnsafeBufferPointer(
                start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count))
    }
}

extension Database {
    /// Runs a statement that returns no rows.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Inserts a row.
    ///
    /// - Parameters:
    ///   - values: its columns and their values.
    ///   - rest: the end of the statement, such as ON CONFLICT.
    func insert(
        into table: String, _ values: KeyValuePairs<String, (any DatabaseValueConvertible)?>,
        _ rest: String = ""
    ) throws {
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try run(
            """
            INSERT INTO \(table) (\(values.map(\.key).joined(separator: ", "))) VALUES (\(marks)) \(rest)
            """, StatementArguments(values.map(\.value)))
    }

    /// Inserts a row, or updates all other columns of the row with the same key.
    ///
    /// - Parameter key: the columns of a unique index, separated by commas.
    func upsert(
        into table: String, key: String,
        _ values: KeyValuePairs<String, (any DatabaseValueConvertible)?>
    ) throws {
        let keys = key.split(separator: ", ").map(String.init)
        let changes = values.map(\.key).filter { !keys.contains($0) }.map {
            "\($0) = excluded.\($0)"
        }
        try insert(
            into: table, values,
            "ON CONFLICT (\(key)) DO UPDATE SET \(changes.joined(separator: ", "))")
    }

    /// The integers that a statement returns in its only column.
    func integers(_ sql: String, _ arguments: StatementArguments = []) throws -> [Int64] {
        try Int64.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The photos whose ids a statement returns in its only column.
    func photoIDs(_ sql: String, _ arguments: StatementArguments = []) throws -> [PhotoID] {
        try integers(sql, arguments).map(PhotoID.init(rawValue:))
    }

    /// The texts that a statement returns in its only column.
    func texts(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
        try String.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The integer in the first row of a statement's only column; nil if NULL or without a row.
    func integer(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The number in the first row of a statement's only column; 0 if NULL or without a row.
    func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try Int.fetchOne(cachedStatement(sql: sql), arguments: arguments) ?? 0
    }

    /// The text in the first row of a statement's only column; nil if NULL or without a row.
    func text(_ sql: String, _ arguments: StatementArguments = []) throws -> String? {
        try String.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// True if the first row of a statement's only column is true; nil if NULL or without a row.
    func boolean(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool? {
        try Bool.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// True if the first row of a statement's only column is neither 0 nor NULL.
    func holds(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
        try boolean(sql, arguments) ?? false
    }
}

extension Sequence<Int64> {
    /// The numbers as a JSON array, for `json_each`.
    var jsonList: String { "[" + map { String($0) }.joined(separator: ",") + "]" }
}

extension Sequence<PhotoID> {
    /// The ids as a JSON array, for `json_each`.
    var jsonList: String { lazy.map(\.rawValue).jsonList }
}
