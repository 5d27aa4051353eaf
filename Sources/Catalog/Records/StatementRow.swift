import Basics
import Foundation
import GRDB
import GRDBSQLite
import GalleryModel

/// Reads the columns of the row a statement stands on, by place from 0.
///
/// Straight from SQLite, because a listing of a million rows spends its time here. Valid until the
/// statement steps on.
struct StatementRow {
    let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func optionalInteger(_ column: Int32) -> Int? {
        isNull(column) ? nil : Int(sqlite3_column_int64(statement, column))
    }

    func optionalBoolean(_ column: Int32) -> Bool? {
        isNull(column) ? nil : sqlite3_column_int64(statement, column) != 0
    }

    func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(statement, column)
    }

    /// The position in three columns: latitude, longitude, altitude; nil where there is none.
    func coordinate(_ column: Int32) -> Coordinate? {
        guard let latitude = optionalDouble(column), let longitude = optionalDouble(column + 1)
        else { return nil }
        return Coordinate(
            latitude: latitude, longitude: longitude, altitude: optionalDouble(column + 2))
    }

    func text(_ column: Int32) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func path(_ column: Int32) -> BytePath? {
        guard !isNull(column) else { return nil }
        return withBytes(column) { BytePath(bytes: $0) }
    }

    func withBytes<Result>(
        _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        let bytes = UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
        return body(bytes)
    }
}

extension Database {
    /// Steps through a statement's rows.
    ///
    /// - Parameter body: gets each row; false stops.
    func forEachRow(
        _ sql: String, _ arguments: StatementArguments = [], body: (StatementRow) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql)
        try statement.setArguments(arguments)
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else {
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
            }
            if try !body(StatementRow(statement: handle)) { return }
        }
    }
}
