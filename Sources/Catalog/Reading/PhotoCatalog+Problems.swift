import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// What failed and was not mended since, the latest first.
    package func problems() throws(CatalogError) -> [PhotoProblem] {
        try read { db in
            enum Column: Int, StatementColumns {
                case id, date, command, subject, message
            }
            var problems: [PhotoProblem] = []
            try db.forEachRow(
                Column.self,
                "SELECT id, date, command, subject, message FROM problem ORDER BY date DESC, id DESC"
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
