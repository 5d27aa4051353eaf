import Foundation
import GRDB
package import GalleryModel

/// A photo and what detection has to do for it.
package struct FaceWork: Sendable {
    /// What is to be done.
    package enum State: Hashable, Sendable {
        /// The picture must be examined.
        case due
        /// An earlier result in the same way is there but another one is shown.
        case known
        /// The faces shown were found in this way.
        case upToDate
    }

    /// The photo.
    package var photoID: PhotoID
    /// The SHA-256 of its largest stored picture, hexadecimal.
    package var sha256: String
    /// Where the picture lies: one path for bytes in the store; for those left in place every path
    /// they were seen at, the latest first, none where they are nowhere any more.
    package var places: [PicturePlace]
    /// What is to be done.
    package var state: State
}

extension PhotoCatalog {
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
                    """
                    SELECT f.sha256, f.extension, f.isStored, l.recipe, fs.parameters, f.id,
                        f.byteCount
                    FROM picture pic JOIN file f ON f.id = pic.fileID
                    LEFT JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'faces'
                        AND l.parameters = ?2
                    LEFT JOIN faceSet fs ON fs.fileID = f.id
                    WHERE pic.photoID = ?1 AND pic.state = 'stored' ORDER BY pic.size DESC LIMIT 1
                    """, [id, analysis.parameters]
                ) { row in
                    let digest = row.text(0)
                    let isDone = row.optionalInteger(3).map { $0 >= analysis.version } ?? false
                    let isShown = row.optionalText(4) == analysis.parameters
                    let places = try places(
                        sha256: digest, fileExtension: row.text(1), isStored: row.integer(2) != 0,
                        byteCount: row.integer(6), fileID: row.integer(5), db)
                    guard !places.isEmpty else { return false }
                    works.append(
                        FaceWork(
                            photoID: PhotoID(rawValue: id), sha256: digest,
                            places: places,
                            state: isDone ? (isShown ? .upToDate : .known) : .due))
                    return false
                }
            }
            return (works, page.count - works.count, next)
        }
    }

    /// The ids of the next photos of a scope.
    static func page(
        of scope: PhotoScope, after cursor: Int64, limit: Int, _ db: Database
    ) throws -> (ids: [Int64], next: Int64?) {
        var ids: [Int64] = []
        var last = cursor
        switch scope {
        case .everything:
            try db.forEachRow(
                "SELECT id FROM photo WHERE id > ? AND dateTrashed IS NULL ORDER BY id LIMIT ?",
                [cursor, limit]
            ) { row in
                last = row.integer(0)
                ids.append(last)
                return true
            }
        case .section(let section):
            try db.forEachRow(
                """
                SELECT ordinal, photoID FROM membership
                WHERE sectionID = ? AND isTrashed = 0 AND ordinal > ? ORDER BY ordinal LIMIT ?
                """, [section.id, cursor, limit]
            ) { row in
                last = row.integer(0)
                ids.append(row.integer(1))
                return true
            }
        case .photos(let all):
            ids = all.dropFirst(Int(cursor)).prefix(limit).map(\.rawValue)
            last = cursor + Int64(ids.count)
        }
        return (ids, ids.count < limit ? nil : last)
    }
}
