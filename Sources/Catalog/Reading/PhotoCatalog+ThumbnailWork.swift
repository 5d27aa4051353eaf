import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The next photos of a scope with the thumbnails that they lack.
    ///
    /// Photos without a stored picture, or whose file was replaced by another in its place, are left
    /// out. A page at a time, so that no snapshot is held while thumbnails are made.
    ///
    /// - Parameters:
    ///   - cursor: where the last page ended; 0 for the first.
    ///   - limit: photos a page.
    ///   - sides: long edges in pixels.
    ///   - cacheKey: how the thumbnails of a photo with an edit are made.
    /// - Returns: the work, how many photos had no picture, and where to go on; nil at the end.
    package func thumbnailWork(
        _ scope: PhotoScope, after cursor: Int64, limit: Int, sides: [Int],
        cacheKey: (PhotoEdit?) -> String
    ) throws(CatalogError) -> (works: [ThumbnailWork], pictureless: Int, next: Int64?) {
        let files = thumbnailFiles
        return try read { db in
            let (page, next) = try Self.page(of: scope, after: cursor, limit: limit, db)
            var works: [ThumbnailWork] = []
            var edits = EditRecord()
            for id in page {
                try db.forEachRow(
                    FileRecord.Column.self, then: [EditRecord.Column.self],
                    """
                    SELECT \(FileRecord.selection), \(EditRecord.selection)
                    FROM photo p JOIN picture pic ON pic.photoID = p.id
                    JOIN file f ON f.id = pic.fileID \(EditRecord.join)
                    WHERE p.id = ?1 AND pic.state = 'stored' ORDER BY pic.size DESC LIMIT 1
                    """, [id]
                ) { row in
                    let file = FileRecord(row)
                    let places = try places(of: file, db)
                    guard !places.isEmpty else { return false }
                    let edit = edits.edit(row.next(EditRecord.Column.self))
                    let cacheKey = cacheKey(edit)
                    let present = try ThumbnailRecord.all(
                        sha256: file.sha256, cacheKey: cacheKey, in: files, db
                    ).filter(\.isPresent)
                    works.append(
                        ThumbnailWork(
                            photoID: PhotoID(rawValue: id), sha256: file.sha256, places: places,
                            edit: edit,
                            missing: sides.filter { side in
                                !present.contains { $0.serves(side: side) }
                            }, cacheKey: cacheKey))
                    return false
                }
            }
            return (works, page.count - works.count, next)
        }
    }
}
