import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// Unresolved problems, the latest first.
    ///
    /// - Parameters:
    ///   - after: the last problem of the previous page; nil for the first page.
    ///   - limit: the maximum number; nil for all.
    ///   - command: the command that reported them; nil for all.
    ///   - includingIgnored: true to include acknowledged problems.
    package func problems(
        after: DatedCursor? = nil, limit: Int? = nil, of command: String? = nil,
        includingIgnored: Bool = false
    ) throws(CatalogError) -> [PhotoProblem] {
        try read { db in
            enum Column: Int, StatementColumns {
                case id, date, command, subject, message, isNote, isIgnored
            }
            return try Column.all(
                """
                SELECT \(Column.selection([.isIgnored: Self.isIgnored])) FROM problem WHERE (date, id) < (?, ?) AND command = ifnull(?, command)
                    AND (? OR NOT \(Self.isIgnored)) ORDER BY date DESC, id DESC LIMIT ?
                """,
                [after?.date ?? .max, after?.id ?? .max, command, includingIgnored, limit ?? .max],
                db
            ) { row in
                PhotoProblem(
                    id: row.integer(.id), date: row.date(.date), command: row.text(.command),
                    subject: ProblemSubject(text: row.text(.subject)),
                    message: row.text(.message), isNote: row.boolean(.isNote),
                    isIgnored: row.boolean(.isIgnored))
            }
        }
    }

    /// Tests that a user acknowledged a problem.
    private static let isIgnored = """
        EXISTS (SELECT 1 FROM ignoredProblem i
        WHERE i.subject = problem.subject AND i.command = problem.command)
        """

    /// The subjects of a command's acknowledged problems.
    package func ignoredProblems(of command: String) throws(CatalogError) -> Set<ProblemSubject> {
        try read { db in
            let subjects = try db.texts(
                "SELECT subject FROM ignoredProblem WHERE command = ?", [command])
            return Set(subjects.map(ProblemSubject.init(text:)))
        }
    }

    /// The number of unresolved problems per command, by command name.
    package func problemCounts() throws(CatalogError) -> [(command: String, count: Int)] {
        try read { db in
            enum Column: Int, StatementColumns { case command, count }
            return try Column.all(
                """
                SELECT command, count(*) AS count FROM problem WHERE NOT \(Self.isIgnored)
                GROUP BY command ORDER BY command
                """, [], db
            ) { row in (row.text(.command), row.count(.count)) }
        }
    }

    /// True if the catalog can be written, including its problems.
    package var isWritable: Bool { (try? database.writable()) != nil }

    /// Stores problems with one subject and message each; a later problem of the same subject
    /// replaces the earlier one.
    ///
    /// - Parameter areNotes: true if they do not make the command fail.
    package func recordProblems(
        _ problems: [(subject: ProblemSubject, message: String)], command: String,
        areNotes: Bool = false
    ) throws(CatalogError) {
        guard !problems.isEmpty else { return }
        try write { db in
            for problem in problems {
                try Self.recordProblem(
                    command: command, subject: problem.subject, message: problem.message,
                    isNote: areNotes, db)
            }
        }
    }

    /// Clears the problems of a subject after success, in one command or all.
    ///
    /// Writes nothing without such a problem.
    package func clearProblem(
        subject: ProblemSubject, command: String? = nil
    ) throws(CatalogError) {
        let isKnown = try read { db in
            try db.holds(
                "SELECT 1 FROM problem WHERE subject = ?1 AND command = ifnull(?2, command)",
                [subject.text, command])
        }
        guard isKnown else { return }
        try write { db in try Self.clearProblem(subject: subject, command: command, db) }
    }

    /// Acknowledges problems, or withdraws the acknowledgment.
    package func ignoreProblems(
        _ problems: [PhotoProblem], _ areIgnored: Bool
    ) throws(CatalogError) {
        try write { db in
            for problem in problems {
                try db.run(
                    areIgnored
                        ? "INSERT OR IGNORE INTO ignoredProblem (command, subject) VALUES (?, ?)"
                        : "DELETE FROM ignoredProblem WHERE command = ? AND subject = ?",
                    [problem.command, problem.subject.text])
            }
        }
    }

    static func recordProblem(
        command: String, subject: ProblemSubject, message: String, isNote: Bool = false,
        _ db: Database
    ) throws {
        try db.upsert(
            into: "problem", key: "command, subject",
            [
                "date": now(), "command": command, "subject": subject.text, "message": message,
                "isNote": isNote,
            ])
    }

    /// Clears the problems of a subject after success, in one command or all.
    static func clearProblem(
        subject: ProblemSubject, command: String? = nil, _ db: Database
    ) throws {
        for table in ["problem", "ignoredProblem"] {
            try db.run(
                "DELETE FROM \(table) WHERE subject = ?1 AND command = ifnull(?2, command)",
                [subject.text, command])
        }
    }
}
