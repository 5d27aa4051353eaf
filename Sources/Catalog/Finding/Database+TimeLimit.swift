import GRDB
import GRDBSQLite

extension Database {
    /// How many instructions of SQLite's machine run between two looks at the clock: some microseconds.
    private static let stride: Int32 = 1_000

    /// Runs statements that are given up once a time is over.
    ///
    /// - Returns: nil where they were.
    /// - Throws: what `body` throws.
    func within<Value>(_ time: Duration, _ body: () throws -> Value) throws -> Value? {
        // A value that a pointer leads to while the handler is set, and no longer.
        var end = ContinuousClock.now.advanced(by: time)
        return try withUnsafeMutablePointer(to: &end) { end in
            sqlite3_progress_handler(
                sqliteConnection, Database.stride,
                { end in
                    let end = end?.assumingMemoryBound(to: ContinuousClock.Instant.self).pointee
                    return end.map { ContinuousClock.now > $0 } ?? false ? 1 : 0
                }, end)
            defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
            do { return try body() } catch let error as DatabaseError
                where error.resultCode == .SQLITE_INTERRUPT
            {
                return nil
            }
        }
    }
}
