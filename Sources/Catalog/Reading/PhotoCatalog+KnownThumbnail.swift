import GRDB
package import GalleryModel

/// What the catalog knows of a photo's thumbnail, without a look at any file.
package struct KnownThumbnail: Sendable {
    /// The SHA-256 of the photo's largest stored picture, hexadecimal.
    package var sha256: String
    /// The photo's edit.
    package var edit: PhotoEdit?
    /// How the photo's thumbnails are made.
    package var cacheKey: String
    /// The thumbnail, whether its file is still there or not; nil where none was stored.
    package var stored: StoredThumbnail?

    /// The row of the thumbnail.
    var id: Int64 = 0
    /// When it was last noted as used, nanoseconds since 1970-01-01 UTC.
    var dateUsed: Int64 = 0
}

extension PhotoCatalog {
    /// Looks a photo's thumbnail up; that it is used is not noted.
    ///
    /// - Parameters:
    ///   - side: the long edge in pixels; one that shows the whole picture and is no larger will do.
    ///   - cacheKey: how the thumbnails of a photo with an edit are made.
    /// - Returns: nil for a photo without a stored picture, and where there is no such photo.
    package func knownThumbnail(
        of photo: PhotoID, side: Int, cacheKey: (PhotoEdit?) -> String
    ) throws(CatalogError) -> KnownThumbnail? {
        enum PictureColumn: Int, StatementColumns {
            case sha256
        }
        enum UseColumn: Int, StatementColumns {
            case dateUsed
        }
        let files = thumbnailFiles
        return try read { db in
            var known: KnownThumbnail?
            var edits = EditRecord()
            try db.forEachRow(
                PictureColumn.self, then: [EditRecord.Column.self],
                """
                SELECT f.sha256, \(EditRecord.selection)
                FROM photo p JOIN picture pic ON pic.photoID = p.id
                JOIN file f ON f.id = pic.fileID \(EditRecord.join)
                WHERE p.id = ?1 AND pic.state = 'stored' ORDER BY pic.size DESC LIMIT 1
                """, [photo.rawValue]
            ) { row in
                let edit = edits.edit(row.next(EditRecord.Column.self))
                known = KnownThumbnail(
                    sha256: row.text(.sha256), edit: edit, cacheKey: cacheKey(edit))
                return false
            }
            guard var known else { return nil }
            try db.forEachRow(
                ThumbnailRecord.Column.self, then: [UseColumn.self],
                """
                SELECT \(ThumbnailRecord.selection), dateUsed FROM thumbnail
                WHERE sha256 = ? AND recipe = ? ORDER BY side
                """, [known.sha256, known.cacheKey]
            ) { row in
                let record = ThumbnailRecord(
                    row, sha256: known.sha256, cacheKey: known.cacheKey, in: files)
                guard record.serves(side: side) else { return true }
                known.stored = record.stored
                known.id = record.id
                known.dateUsed = row.next(UseColumn.self).integer(.dateUsed)
                // The side itself, else the largest.
                return record.stored.key.side != side
            }
            return known
        }
    }
}
