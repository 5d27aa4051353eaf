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
    package func problems(
        after: DatedCursor? = nil, limit: Int? = nil
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
                ORDER BY date DESC, id DESC LIMIT ?
                """, [after?.date ?? .max, after?.id ?? .max, limit ?? .max]
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

    /// Whether the catalog can be written, problems and all.
    package var isWritable: Bool { (try? database.writable()) != nil }
}
