import GRDB

/// The catalog's schema: named, numbered, append-only migrations.
enum Schema {
    /// Identifies the file as a gallery catalog: `Glry` in the header's application id.
    static let applicationID: UInt32 = 0x476C_7279

    /// The number of the newest migration, stored in the header's user version.
    static var version: Int { migrations.count }

    /// Every migration in order; a published one is never edited.
    static let migrations: [(name: String, sql: String)] = [
        ("0001-first-catalog", Schema.firstCatalog), ("0002-faces", Schema.faces),
        ("0003-places", Schema.places + Schema.undo), ("0004-imaging", Schema.imaging),
        ("0005-homes", Schema.homes + Schema.lookups),
        ("0006-damaged-pictures", Schema.damagedPictures), ("0007-find", Schema.find),
        ("0008-albums", Schema.albums),
        ("0009-accounts", Schema.accounts), ("0010-columns", Schema.gridColumns),
        ("0011-jobs", Schema.jobs), ("0012-map", Schema.map),
        ("0013-people", Schema.people), ("0014-share-links", Schema.shareLinks),
        ("0015-tracks", Schema.tracks), ("0016-members", Schema.members),
        ("0017-posts", Schema.posts), ("0018-publications", Schema.publications),
        ("0019-origins", Schema.examinedEdits + Schema.origins),
        ("0020-publication-keys", Schema.publicationKeys), ("0021-dates", Schema.dates),
        ("0022-unpublished", Schema.unpublished), ("0023-source-files", Schema.sourceFiles),
        ("0024-stable-faces", Schema.ignoredProblems + Schema.stableFaces),
        ("0025-districts", Schema.districts), ("0026-received-pictures", Schema.receivedPictures),
    ]

    /// Migrates a database to the current version.
    static func migrate(_ database: DatabaseQueue) throws {
        // In one transaction: a killed process leaves the old or the new state, and the second of
        // two processes waits.
        try database.write { db in
            let start = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            do {
                for migration in migrations.dropFirst(start) { try db.execute(sql: migration.sql) }
            } catch let error as DatabaseError
                where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode)
            {
                throw damaged(
                    database.path, "its tables do not match schema version \(start)")
            }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(max(start, version))")
        }
    }

    /// Checks that a read-only database is up to date.
    ///
    /// - Throws: as `foundVersion(in:path:)`, and `unreachable` if its version is older.
    static func check(_ database: DatabasePool, path: String) throws {
        let found = try foundVersion(in: database, path: path)
        guard found < version else { return }
        throw CatalogError(
            .unreachable,
            "the catalog '\(path)' was created by an older version of gallery (schema version "
                + "\(found), current version \(version)) and its folder is read-only: copy it to a "
                + "writable disk, where the first command updates it")
    }

    /// The number of the newest migration of a database.
    ///
    /// - Throws: `newer` if a newer program created it, `foreign` if another program did, `damaged`
    ///   for an invalid number.
    static func foundVersion(
        in database: some DatabaseReader, path: String
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
        if found.version < 0 {
            throw damaged(path, "its schema version is \(found.version)")
        }
        if found.version > version {
            throw CatalogError(
                .newer(found: found.version, supported: version),
                "the catalog '\(path)' has schema version \(found.version), but this program supports "
                    + "up to \(version): install a newer version of gallery")
        }
        return found.version
    }

    private static func damaged(_ path: String, _ cause: String) -> CatalogError {
        CatalogError(
            .damaged,
            "the catalog '\(path)' is damaged (\(cause)): restore a backup; picture files are untouched"
        )
    }
}
