import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Stores problems, a subject and a message each; the same subject again takes the old one's place.
    package func recordProblems(
        _ problems: [(subject: ProblemSubject, message: String)], command: String
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
    package func clearProblem(subject: ProblemSubject) throws(CatalogError) {
        try write { db in try Self.clearProblem(subject: subject, db) }
    }

    /// Forgets what went wrong with a subject in one command, because it went right; what another command
    /// could not do stays.
    ///
    /// Writes nothing where there is nothing to forget.
    package func clearProblem(subject: ProblemSubject, command: String) throws(CatalogError) {
        let isKnown = try read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT 1 FROM problem WHERE command = ? AND subject = ?"),
                arguments: [command, subject.text]) ?? false
        }
        guard isKnown else { return }
        try write { db in try Self.clearProblem(subject: subject, command: command, db) }
    }

    static func recordProblem(
        command: String, subject: ProblemSubject, message: String, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO problem (date, command, subject, message) VALUES (?, ?, ?, ?)
                ON CONFLICT (command, subject) DO UPDATE
                SET date = excluded.date, message = excluded.message
                """
        ).execute(arguments: [now(), command, subject.text, message])
    }

    /// Forgets what went wrong with a subject, because it went right.
    static func clearProblem(subject: ProblemSubject, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM problem WHERE subject = ?")
            .execute(arguments: [subject.text])
    }

    /// Forgets what went wrong with a subject in one command.
    static func clearProblem(subject: ProblemSubject, command: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM problem WHERE command = ? AND subject = ?")
            .execute(arguments: [command, subject.text])
    }
}
