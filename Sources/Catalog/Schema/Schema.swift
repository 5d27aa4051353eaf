import GRDB

/// The catalog's schema: the tables and triggers of the current version, by topic, and the
/// migrations of older catalogs.
///
/// Dates are Unix seconds (UTC) unless a comment specifies otherwise.
enum Schema {
    /// Identifies the file as a gallery catalog: `Glry` in the header's application id.
    static let applicationID: UInt32 = 0x476C_7279

    /// The oldest version that can be migrated.
    static let oldestVersion = 20

    /// The current version, stored in the header's user version.
    static var version: Int { oldestVersion + migrations.count }

    /// The tables, indexes and first rows.
    private static let tables = [
        photoTables, pictureTables, faceTables, placeTables, trackTables, metadataTables,
        summaryTables, wordTables, journalTables, serverTables, postTables, publicationTables,
        duplicateTables, copyTable,
    ].joined(separator: "\n")

    /// Triggers by name and event, with the statements that they run.
    typealias Triggers = KeyValuePairs<String, String>

    /// The triggers, which every version replaces as a whole.
    ///
    /// SQLite runs the triggers of one event from the last to the first.
    private static let triggers = [
        photoTriggers, positionTriggers, thumbnailTriggers, summaryTriggers, labelTriggers,
        wordTriggers, shapeTriggers, mapTriggers, trackTriggers, dateTriggers, metadataTriggers,
        postTriggers, copyTriggers,
    ].flatMap { $0.map { "CREATE TRIGGER \($0) BEGIN \($1) END;" } }.joined(separator: "\n")

    /// Creates the schema in a new database, or migrates an older one.
    static func migrate(_ database: DatabaseQueue) throws {
        // In one transaction: a killed process leaves the old or the new state, and the second of
        // two processes waits.
        try database.write { db in
            let start = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard start < version else { return }
            do {
                if start == 0 { try db.execute(sql: tables) }
                for (number, migration) in zip((oldestVersion + 1)..., migrations)
                where start > 0 && number > start {
                    // Only the first migration runs with the triggers of its version.
                    if number > oldestVersion + 1 {
                        let old = try db.texts(
                            "SELECT name FROM sqlite_master WHERE type = 'trigger'")
                        for name in old { try db.execute(sql: "DROP TRIGGER \(name)") }
                    }
                    try db.execute(sql: migration)
                }
                try db.execute(sql: triggers)
            } catch let error as DatabaseError
                where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode)
            {
                throw damaged(database.path, "its tables do not match schema version \(start)")
            }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// The schema version of a database; 0 for a new one.
    ///
    /// - Parameter isReadOnly: true if the database cannot be migrated.
    /// - Throws: `newer` if a newer program created it, `foreign` if another program did, `damaged`
    ///   for an invalid or too old version, `unreachable` if it cannot be migrated but must be.
    @discardableResult
    static func check(
        _ database: some DatabaseReader, path: String, isReadOnly: Bool = false
    ) throws -> Int {
        let found = try database.read { db in
            (
                version: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                application: try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                tables: try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            )
        }
        if found.application != Int64(applicationID), found.application != 0 || found.tables > 0 {
            throw CatalogError(
                .foreign,
                "'\(path)' is a database of another program: name another folder with --catalog")
        }
        if found.version < 0 { throw damaged(path, "its schema version is \(found.version)") }
        if 0 < found.version, found.version < oldestVersion {
            throw CatalogError(
                .damaged,
                "the catalog '\(path)' has schema version \(found.version), but this program needs at "
                    + "least \(oldestVersion): open it once with an earlier version of gallery, which "
                    + "updates it, or import its picture files into a new catalog")
        }
        if found.version > version {
            throw CatalogError(
                .newer(found: found.version, supported: version),
                "the catalog '\(path)' has schema version \(found.version), but this program supports "
                    + "up to \(version): install a newer version of gallery")
        }
        if isReadOnly, found.version < version {
            throw CatalogError(
                .unreachable,
                "the catalog '\(path)' was created by an older version of gallery (schema version "
                    + "\(found.version), current version \(version)) and its folder is read-only: copy "
                    + "it to a writable disk, where the first command updates it")
        }
        return found.version
    }

    private static func damaged(_ path: String, _ cause: String) -> CatalogError {
        CatalogError(
            .damaged,
            "the catalog '\(path)' is damaged (\(cause)): restore a backup; picture files are untouched"
        )
    }

    /// Tests that one of some columns was changed.
    static func differs(_ columns: [String]) -> String {
        columns.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
    }

    /// The name of a trigger, and the event that one of some columns was changed.
    static func change(_ name: String, of columns: [String], in table: String) -> String {
        """
        \(name) AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table)
        WHEN \(differs(columns))
        """
    }
}
