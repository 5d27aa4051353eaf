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

/// A detector's result for the bytes of one picture: the photo whose picture was examined, the
/// hexadecimal SHA-256 of the bytes, and the detections; nil shows those of an earlier run again.
package typealias DetectedFaces = (photoID: PhotoID, sha256: String, found: FoundFaces?)

/// A photo with its missing thumbnails and its state of face detection.
package struct PictureWork: Sendable {
    /// The state of detection.
    package enum FaceState: Hashable, Sendable {
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
    /// they were seen, the latest first.
    package var paths: [PicturePath]
    /// The photo's edit.
    package var edit: PhotoEdit?
    /// The cache key for the photo's thumbnails.
    package var cacheKey: String
    /// The missing ones of the given sides; empty if all exist.
    package var missing: [Int]
    /// The state of detection; nil without a method.
    package var faces: FaceState?
    /// True if the picture's look is missing or outdated; false if looks are not requested.
    package var isLookDue: Bool
}

extension PhotoCatalog {
    /// The known detection of `file AS f`: its version, and the parameters of the faces shown; and
    /// the version of its look.
    private enum FacesColumn: Int, StatementColumns {
        case recipe, parameters, isChosen, lookVersion
    }

    /// The file of a photo's largest stored picture, followed by its edit and its detection with
    /// some parameters.
    static func largestPicture<Value>(
        of photo: PhotoID, detected parameters: String? = nil, _ db: Database,
        value: (StatementRow<FileRecord.Column>) throws -> Value?
    ) throws -> Value? {
        try FileRecord.Column.first(
            """
            SELECT \(FileRecord.Column.selection), \(EditRecord.Column.selection),
                l.recipe, fs.parameters, fs.isChosen, k.version AS lookVersion
            FROM photo p JOIN picture pic ON pic.photoID = p.id
            JOIN file f ON f.id = pic.fileID \(EditRecord.join)
            LEFT JOIN ledger l ON l.sha256 = f.sha256 AND l.kind = 'faces' AND l.parameters = ?2
            LEFT JOIN faceSet fs ON fs.fileID = f.id LEFT JOIN look k ON k.fileID = f.id
            WHERE p.id = ?1 AND pic.state = 'stored' ORDER BY pic.size DESC LIMIT 1
            """, [photo.rawValue, parameters], then: [EditRecord.Column.self, FacesColumn.self], db,
            value: value)
    }

    private static func state(
        of known: StatementRow<FacesColumn>, _ analysis: FaceAnalysis
    ) -> PictureWork.FaceState {
        let isDone = known.optionalInteger(.recipe).map { $0 >= analysis.version }
        let shown = known.optionalText(.parameters)
        let isShown = shown == analysis.parameters
        let wasChosen = known.optionalBoolean(.isChosen) == true
        if !isShown, wasChosen, !analysis.isChosen { return .kept }
        if isDone != true { return .due }
        return isShown && (wasChosen || !analysis.isChosen) ? .upToDate : .known
    }

    /// The missing thumbnails of photos and their state of detection.
    ///
    /// Photos without a stored picture, or whose file was replaced in place, are left out.
    ///
    /// - Parameters:
    ///   - sides: long edges of thumbnails in pixels.
    ///   - analysis: the method of detection; nil for none.
    ///   - lookVersion: the version of looks; nil if none are requested.
    ///   - cacheKey: returns the cache key for a photo's edit.
    package func pictureWork(
        of ids: [PhotoID], sides: [Int] = [], analysis: FaceAnalysis? = nil,
        lookVersion: Int? = nil, cacheKey: (PhotoEdit?) -> String = { _ in "" }
    ) throws(CatalogError) -> [PictureWork] {
        try read { db in
            var edits = EditRecord()
            return try ids.compactMap { id in
                try Self.largestPicture(of: id, detected: analysis?.parameters, db) { row in
                    let file = FileRecord(row)
                    let paths = try paths(of: file, db)
                    guard !paths.isEmpty else { return nil }
                    let editRow = row.next(EditRecord.Column.self)
                    let known = editRow.next(FacesColumn.self)
                    let edit = edits.edit(editRow)
                    let cacheKey = cacheKey(edit)
                    let present =
                        sides.isEmpty
                        ? []
                        : try ThumbnailRecord.all(
                            "WHERE sha256 = ? AND recipe = ?", [file.sha256, cacheKey], in: files,
                            db
                        ).filter(\.isPresent)
                    return PictureWork(
                        photoID: id, sha256: file.sha256, paths: paths,
                        edit: edit, cacheKey: cacheKey,
                        missing: sides.filter { side in
                            !present.contains { $0.serves(side: side) }
                        }, faces: analysis.map { Self.state(of: known, $0) },
                        isLookDue: lookVersion.map {
                            (known.optionalInteger(.lookVersion) ?? 0) < $0
                        } ?? false)
                }
            }
        }
    }
}
