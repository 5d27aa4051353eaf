import Foundation
import GRDB
import GalleryModel

/// The catalog's schema: named migrations, append-only, one number each.
enum Schema {
    /// Marks the file as ours: `Glry` in the header's application id.
    static let applicationID: UInt32 = 0x476C_7279

    /// The number of the newest migration, kept in the header's user version.
    static var version: Int { migrations.count }

    /// Every migration in order; a published one is never edited.
    private static let migrations: [(name: String, sql: String)] = [
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
        ("0020-publication-keys", Schema.publicationKeys),
    ]

    /// Brings a database up to date.
    static func migrate(_ database: DatabaseQueue) throws {
        // One transaction: a killed program leaves either state, and of two programs one waits.
        try database.write { db in
            let start = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            for migration in migrations.dropFirst(start) { try db.execute(sql: migration.sql) }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(max(start, version))")
        }
    }

    /// Checks that a database that cannot be written is up to date.
    ///
    /// - Throws: as `foundVersion(in:path:)`, and `unreachable` for one of an earlier version.
    static func check(_ database: DatabasePool, path: String) throws {
        let found = try foundVersion(in: database, path: path)
        guard found < version else { return }
        throw CatalogError(
            .unreachable,
            "the catalog '\(path)' was made by an earlier gallery (schema version \(found), this one's is "
                + "\(version)) and its folder cannot be written: copy it to where it can be written, and "
                + "the first command brings it up to date")
    }

    /// The number of the newest migration that a database has.
    ///
    /// - Throws: `newer` where a newer program made it, `foreign` where another one did.
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
        if found.version > version {
            throw CatalogError(
                .newer(found: found.version, supported: version),
                "the catalog '\(path)' has schema version \(found.version) and this program knows "
                    + "up to \(version): install a newer gallery")
        }
        return found.version
    }
}
