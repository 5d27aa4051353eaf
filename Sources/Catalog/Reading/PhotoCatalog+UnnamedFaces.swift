import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The photos outside the trash that show a face without a name, the ones added last first.
    ///
    /// - Parameters:
    ///   - last: the last photo of the page before; nil for the first page.
    ///   - limit: photos a page.
    package func photosWithUnnamedFaces(
        after last: PhotoID? = nil, limit: Int
    ) throws(CatalogError) -> [PhotoID] {
        try read { db in
            try db.integers(
                """
                SELECT s.photoID FROM photoSummary s INDEXED BY summaryWithFaces
                WHERE s.isTrashed = 0 AND s.faceCount > 0 AND s.photoID < ?
                    AND EXISTS (SELECT 1 FROM face f
                        WHERE f.fileID = s.examinedFileID AND f.name IS NULL)
                ORDER BY s.photoID DESC LIMIT ?
                """, [last?.rawValue ?? .max, max(limit, 0)]
            ).map(PhotoID.init)
        }
    }
}
