import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// What failed and was not mended since, the latest first.
    package func problems() throws(CatalogError) -> [PhotoProblem] {
        try read { db in
            var problems: [PhotoProblem] = []
            try db.forEachRow(
                "SELECT id, date, command, subject, message FROM problem ORDER BY date DESC, id DESC"
            ) { row in
                problems.append(
                    PhotoProblem(
                        id: row.integer(0), date: row.integer(1), command: row.text(2),
                        subject: row.text(3), message: row.text(4)))
                return true
            }
            return problems
        }
    }

    /// Whether the catalog can be written, problems and all.
    package var isWritable: Bool { (try? database.writable()) != nil }

    /// Stores problems, a subject and a message each; the same subject again takes the old one's place.
    package func recordProblems(
        _ problems: [(subject: String, message: String)], command: String
    ) throws(CatalogError) {
        guard !problems.isEmpty else { return }
        try write { db in
            for problem in problems {
                try Self.recordProblem(
                    command: command, subject: problem.subject, message: problem.message, db)
            }
        }
    }

    /// Forgets what went wrong with a subject, because it went right.
    package func clearProblem(subject: String) throws(CatalogError) {
        try write { db in try Self.clearProblem(subject: subject, db) }
    }

    /// Forgets what went wrong with a subject in one command, because it went right; what another command
    /// could not do stays.
    ///
    /// Writes nothing where there is nothing to forget.
    package func clearProblem(subject: String, command: String) throws(CatalogError) {
        let isKnown = try read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT 1 FROM problem WHERE command = ? AND subject = ?"),
                arguments: [command, subject]) ?? false
        }
        guard isKnown else { return }
        try write { db in try Self.clearProblem(subject: subject, command: command, db) }
    }

    static func recordProblem(
        command: String, subject: String, message: String, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO problem (date, command, subject, message) VALUES (?, ?, ?, ?)
                ON CONFLICT (command, subject) DO UPDATE
                SET date = excluded.date, message = excluded.message
                """
        ).execute(arguments: [now(), command, subject, message])
    }

    /// Forgets what went wrong with a subject, because it went right.
    static func clearProblem(subject: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM problem WHERE subject = ?")
            .execute(arguments: [subject])
    }

    /// Forgets what went wrong with a subject in one command.
    static func clearProblem(subject: String, command: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM problem WHERE command = ? AND subject = ?")
            .execute(arguments: [command, subject])
    }
}
