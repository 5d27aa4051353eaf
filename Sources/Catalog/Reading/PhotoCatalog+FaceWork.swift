import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// What is known of a file's faces: the version of the detection, and the parameters of what is shown.
    private enum FaceWorkColumn: Int, StatementColumns {
        case recipe, parameters
    }

    /// The next photos of a scope with what detection has to do for them.
    ///
    /// Photos without a stored picture, or whose file was replaced by another in its place, are left
    /// out. A page at a time, so that no snapshot is held while
    /// results are written.
    ///
    /// - Parameters:
    ///   - cursor: where the last page ended; 0 for the first.
    ///   - limit: photos a page.
    /// - Returns: the work, how many photos had no picture, and where to go on; nil at the end.
    package func faceWork(
        _ scope: PhotoScope, after cursor: Int64, limit: Int, analysis: FaceAnalysis
    ) throws(CatalogError) -> (works: [FaceWork], pictureless: Int, next: Int64?) {
        try read { db in
            let (page, next) = try Self.page(of: scope, after: cursor, limit: limit, db)
            var works: [FaceWork] = []
            for id in page {
                try db.forEachRow(
                    FileRecord.Column.self, then: [FaceWorkColumn.self],
                    """
                    SELECT \(FileRecord.selection), l.recipe, fs.parameters
                    FROM picture pic JOIN file f ON f.id = pic.fileID
                    LEFT JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'faces'
                        AND l.parameters = ?2
                    LEFT JOIN faceSet fs ON fs.fileID = f.id
                    WHERE pic.photoID = ?1 AND pic.state = 'stored' ORDER BY pic.size DESC LIMIT 1
                    """, [id, analysis.parameters]
                ) { row in
                    let file = FileRecord(row)
                    let known = row.next(FaceWorkColumn.self)
                    let isDone = known.optionalInteger(.recipe).map { $0 >= analysis.version }
                    let isShown = known.optionalText(.parameters) == analysis.parameters
                    let places = try places(of: file, db)
                    guard !places.isEmpty else { return false }
                    works.append(
                        FaceWork(
                            photoID: PhotoID(rawValue: id), sha256: file.sha256, places: places,
                            state: isDone == true ? (isShown ? .upToDate : .known) : .due))
                    return false
                }
            }
            return (works, page.count - works.count, next)
        }
    }
}
