import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// The names that the files and sidecars of a photo's pictures give to faces, as they were when they
    /// were last read, each once.
    package func regionNames(of id: PhotoID) throws(CatalogError) -> [String] {
        try read { db in
            var names: [String] = []
            try db.forEachRow(
                """
                SELECT DISTINCT r.name FROM picture pic JOIN file f ON f.id = pic.fileID
                JOIN faceRegion r ON r.sha256 = f.sha256
                WHERE pic.photoID = ? AND r.name IS NOT NULL ORDER BY r.name
                """, [id.rawValue]
            ) { row in
                if let name = row.optionalText(0) { names.append(name) }
                return true
            }
            return names
        }
    }

    /// The paths where the files of a photo's pictures were found, which need not be there any more.
    package func sourcePaths(of id: PhotoID) throws(CatalogError) -> [BytePath] {
        try read { db in
            var paths: [BytePath] = []
            try db.forEachRow(
                """
                SELECT s.path FROM picture pic JOIN sourceFile s ON s.fileID = pic.fileID
                WHERE pic.photoID = ? ORDER BY s.path
                """, [id.rawValue]
            ) { row in
                if let path = row.path(0) { paths.append(path) }
                return true
            }
            return paths
        }
    }
}
