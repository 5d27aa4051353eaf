import GRDB
import GalleryModel

/// Maps rows of `picture` with their files to pictures.
enum PictureRecord {
    /// The columns of a picture, its file and the faces looked for in it.
    enum Column: Int, StatementColumns {
        case size, state, sha256, byteCount, fileType, `extension`, width, height, isStored
        /// Where a file left in place was seen last; NULL for stored ones.
        case path
        /// Not NULL where a file left in place was seen at several paths.
        case hasMorePaths
        case damage, fileID
        /// How many faces are shown; NULL where nobody looked for any.
        case faceCount
        /// Pixels of the upright picture that was examined.
        case uprightWidth, uprightHeight
    }

    /// Gives `Column`, for a SELECT with `join`.
    static let selection = """
        pic.size, pic.state, f.sha256, f.byteCount, f.fileType, f.extension, f.width, f.height,
        f.isStored, CASE WHEN f.isStored = 0 THEN (SELECT s.path FROM sourceFile s
            WHERE s.fileID = f.id AND s.isReference = 1 ORDER BY s.dateSeen DESC, s.path LIMIT 1)
            END AS path,
        CASE WHEN f.isStored = 0 THEN (SELECT 1 FROM sourceFile s
            WHERE s.fileID = f.id LIMIT 1 OFFSET 1) END AS hasMorePaths,
        f.damage, f.id AS fileID, \(FaceRecord.shownCount) AS faceCount,
        fs.width AS uprightWidth, fs.height AS uprightHeight
        """

    /// Joins the pictures of `photo AS p`: a row for each.
    static let join = """
        LEFT JOIN picture pic ON pic.photoID = p.id LEFT JOIN file f ON f.id = pic.fileID
        LEFT JOIN faceSet fs ON fs.fileID = pic.fileID
        """
}

extension PhotoCatalog {
    /// The picture of a row; nil where the photo has none.
    func picture(
        _ row: StatementRow<PictureRecord.Column>, _ verifiesPaths: Bool, _ db: Database
    ) throws -> Picture? {
        guard let place = row.optionalInteger(.size), PictureSize.allCases.indices.contains(place),
            let state = PictureState(rawValue: row.text(.state))
        else { return nil }
        var picture = Picture(size: PictureSize.allCases[place], state: state)
        guard let digest = row.optionalText(.sha256) else { return picture }
        picture.sha256 = digest
        picture.byteCount = row.integer(.byteCount)
        picture.fileType = row.text(.fileType)
        picture.width = row.optionalInteger(.width)
        picture.height = row.optionalInteger(.height)
        picture.damage = row.optionalText(.damage)
        if row.boolean(.isStored) {
            picture.path = files.path(ofHexadecimal: digest, fileExtension: row.text(.extension))
        } else {
            picture.path = row.path(.path)
            // Of several places the one seen last may be gone or hold another picture by now. Where
            // there is one alone nothing is asked of its disk: a listing has a million rows.
            if verifiesPaths || !row.isNull(.hasMorePaths) {
                let places = try places(
                    ofFile: row.integer(.fileID), byteCount: row.integer(.byteCount), db)
                picture.path =
                    verifiesPaths
                    ? places.verifiedPath(sha256: digest) : places.presentPath ?? picture.path
            }
            // Edited or replaced since: these bytes are nowhere any more.
            if picture.path == nil { picture.state = .offline }
        }
        return picture
    }
}
