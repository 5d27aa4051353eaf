import GRDB
package import GalleryModel

/// Identifies a detection method: results of the same method are not computed again.
package struct FaceAnalysis: Hashable, Sendable {
    /// Detector, quality and models, in one canonical text.
    package var parameters: String
    /// The version of the method; results of older versions are outdated.
    package var version: Int
    /// True if the user chose the method for this run: only that replaces a result that was chosen
    /// earlier.
    package var isChosen: Bool

    /// Creates an identity.
    package init(parameters: String, version: Int, isChosen: Bool = false) {
        self.isChosen = isChosen
        self.parameters = parameters
        self.version = version
    }
}

/// A detector's result for the bytes of one picture.
package struct DetectedFaces: Sendable {
    /// The photo whose picture was examined.
    package var photoID: PhotoID
    /// The SHA-256 of the bytes, hexadecimal.
    package var sha256: String
    /// The detections; nil to show those of an earlier run again.
    package var found: FoundFaces?

    /// Creates a result.
    package init(photoID: PhotoID, sha256: String, found: FoundFaces?) {
        self.photoID = photoID
        self.sha256 = sha256
        self.found = found
    }
}

/// A photo and its state of detection.
package struct FaceWork: Sendable {
    /// The state of detection.
    package enum State: Hashable, Sendable {
        /// The picture must be examined.
        case due
        /// A result of the same method is stored but another one is shown.
        case known
        /// The faces shown were found by this method.
        case upToDate
        /// The faces shown were found by another method that a user chose.
        case kept
    }

    /// The photo.
    package var photoID: PhotoID
    /// The SHA-256 of its largest stored picture, hexadecimal.
    package var sha256: String
    /// The picture's paths: one for bytes in the store; for bytes left in place every path at which
    /// they were seen, the latest first; empty if they no longer exist.
    package var paths: [PicturePath]
    /// The state of detection.
    package var state: State
}

extension PhotoCatalog {
    /// The known detection of a file: its version, and the parameters of the faces shown.
    private enum FaceWorkColumn: Int, StatementColumns {
        case recipe, parameters, isChosen
        static let table = "fs"
        static let expressions: [Self: String] = [.recipe: "l."]
    }

    /// The next photos of a scope with their state of detection.
    ///
    /// Photos without a stored picture, or whose file was replaced in place, are left out. Paged,
    /// so that no snapshot is held while results are written.
    ///
    /// - Parameters:
    ///   - cursor: the end of the previous page; 0 for the first.
    ///   - limit: photos per page.
    /// - Returns: the work, the number of photos without a picture, and the cursor of the next
    ///   page; nil at the end.
    package func faceWork(
        _ scope: PhotoScope, after cursor: Int64, limit: Int, analysis: FaceAnalysis
    ) throws(CatalogError) -> (works: [FaceWork], pictureless: Int, next: Int64?) {
        try read { db in
            let (page, next) = try Self.page(of: scope, after: cursor, limit: limit, db)
            let works: [FaceWork] = try page.compactMap { id in
                try FileRecord.Column.first(
                    """
                    SELECT \(FileRecord.Column.selection), \(FaceWorkColumn.selection)
                    FROM picture pic JOIN file f ON f.id = pic.fileID
                    LEFT JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'faces'
                        AND l.parameters = ?2
                    LEFT JOIN faceSet fs ON fs.fileID = f.id
                    WHERE pic.photoID = ?1 AND pic.state = 'stored' ORDER BY pic.size DESC LIMIT 1
                    """, [id, analysis.parameters], then: [FaceWorkColumn.self], db
                ) { row in
                    let file = FileRecord(row)
                    let known = row.next(FaceWorkColumn.self)
                    let isDone = known.optionalInteger(.recipe).map { $0 >= analysis.version }
                    let shown = known.optionalText(.parameters)
                    let isShown = shown == analysis.parameters
                    let wasChosen = known.optionalBoolean(.isChosen) == true
                    let state: FaceWork.State =
                        if !isShown, wasChosen, !analysis.isChosen {
                            .kept
                        } else if isDone != true {
                            .due
                        } else {
                            isShown && (wasChosen || !analysis.isChosen) ? .upToDate : .known
                        }
                    let paths = try paths(of: file, db)
                    return paths.isEmpty
                        ? nil
                        : FaceWork(
                            photoID: PhotoID(rawValue: id), sha256: file.sha256, paths: paths,
                            state: state)
                }
            }
            return (works, page.count - works.count, next)
        }
    }
}
