import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// What failed and was not mended since, the latest first.
    ///
    /// - Parameters:
    ///   - after: the last problem of the page before; nil for the first page.
    ///   - limit: how many at most; nil for all.
    ///   - command: the command that met them; nil for all.
    package func problems(
        after: DatedCursor? = nil, limit: Int? = nil, of command: String? = nil
    ) throws(CatalogError) -> [PhotoProblem] {
        try read { db in
            enum Column: Int, StatementColumns {
                case id, date, command, subject, message
            }
            var problems: [PhotoProblem] = []
            try db.forEachRow(
                Column.self,
                """
                SELECT id, date, command, subject, message FROM problem WHERE (date, id) < (?, ?)
                AND command = ifnull(?, command) ORDER BY date DESC, id DESC LIMIT ?
                """, [after?.date ?? .max, after?.id ?? .max, command, limit ?? .max]
            ) { row in
                problems.append(
                    PhotoProblem(
                        id: row.integer(.id), date: row.date(.date), command: row.text(.command),
                        subject: ProblemSubject(text: row.text(.subject)),
                        message: row.text(.message)))
                return true
            }
            return problems
        }
    }

    /// How many problems each command met that were not mended since, by the names of the commands.
    package func problemCounts() throws(CatalogError) -> [(command: String, count: Int)] {
        try read { db in
            enum Column: Int, StatementColumns {
                case command, count
            }
            var counts: [(command: String, count: Int)] = []
            try db.forEachRow(
                Column.self,
                "SELECT command, count(*) AS count FROM problem GROUP BY command ORDER BY command"
            ) { row in
                counts.append((row.text(.command), Int(row.integer(.count))))
                return true
            }
            return counts
        }
    }

    /// Whether the catalog can be written, problems and all.
    package var isWritable: Bool { (try? database.writable()) != nil }
}
