import Basics
import Foundation
import GRDB

@testable import Catalog

/// A catalog of a version that can be migrated, by default the oldest one; its folder is removed
/// with the value.
final class OlderCatalog {
    let folder: BytePath

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            db.add(function: LabelKey.function)
            db.add(function: ShownAspect.function)
            for function in TakenColumns.functions { db.add(function: function) }
            db.add(tokenizer: WordTokenizer.self)
        }
        return configuration
    }

    /// - Parameters:
    ///   - rows: statements for the oldest version.
    ///   - triggers: statements for the given version.
    init(
        version: Int = Schema.oldestVersion, rows: String = "", triggers: String = ""
    ) throws {
        folder = BytePath(
            FileManager.default.temporaryDirectory.path + "/catalog-\(UUID().uuidString)")
        let path = folder.string ?? ""
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        let schema = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "schema\(Schema.oldestVersion).sql"), encoding: .utf8)
        let database = try DatabaseQueue(
            path: path + "/catalog.sqlite", configuration: configuration)
        try database.write { db in
            try db.execute(sql: schema)
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
            try db.execute(sql: rows)
            for migration in Schema.migrations.prefix(version - Schema.oldestVersion) {
                try db.execute(sql: migration)
            }
            try db.execute(sql: triggers)
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
        try database.close()
    }

    /// Makes one with the rows of another catalog of any version.
    convenience init(copying path: String) throws {
        try self.init()
        let database = try DatabaseQueue(
            path: (folder.string ?? "") + "/catalog.sqlite", configuration: configuration)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: "ATTACH ? AS other", arguments: [path])
            let triggers = try Row.fetchAll(
                db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            for trigger in triggers {
                try db.execute(sql: "DROP TRIGGER \(trigger["name"] as String)")
            }
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                    AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'photoPosition_%'
                    AND name NOT LIKE 'trackBox_%' AND name NOT LIKE '%Words%'
                    """)
            for table in tables {
                // Hidden columns are computed from others.
                let columns = try String.fetchAll(
                    db, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0",
                    arguments: [table]
                ).joined(separator: ", ")
                try db.execute(sql: "DELETE FROM main.\(table)")
                try db.execute(
                    sql: """
                        INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM other.\(table)
                        """)
            }
            for trigger in triggers { try db.execute(sql: trigger["sql"]) }
            for words in ["photoWords", "placeWords"] {
                try db.execute(sql: "INSERT INTO \(words) (\(words)) VALUES ('rebuild')")
            }
        }
        try database.close()
    }

    deinit {
        // The folder is in the temporary directory, which the system cleans.
        try? FileManager.default.removeItem(atPath: folder.string ?? "")
    }
}
