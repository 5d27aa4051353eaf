import Basics
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
                        id: row.integer(0), date: Date(unixSeconds: row.integer(1)),
                        command: row.text(2),
                        subject: ProblemSubject(text: row.text(3)), message: row.text(4)))
                return true
            }
            return problems
        }
    }

    /// Whether the catalog can be written, problems and all.
    package var isWritable: Bool { (try? database.writable()) != nil }
}
