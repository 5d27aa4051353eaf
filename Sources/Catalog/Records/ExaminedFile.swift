import GRDB
import GalleryModel

/// The largest picture of a photo in which faces were looked for, while the photo's rows are read.
struct ExaminedFile {
    private var size: PictureSize?
    private var fileID: Int64 = 0
    private var faceCount = 0
    private var picture: ExaminedPicture?

    /// Takes the row of a picture.
    ///
    /// - Parameter column: where the file's id, the number of its faces, the upright width and height
    ///   stand.
    mutating func take(_ row: StatementRow, _ picture: Picture, firstColumn column: Int32) {
        guard let count = row.optionalInteger(column + 1), let sha256 = picture.sha256,
            size.map({ $0 < picture.size }) ?? true
        else { return }
        size = picture.size
        fileID = row.integer(column)
        faceCount = count
        self.picture = ExaminedPicture(
            sha256: sha256, width: Int(row.integer(column + 2)),
            height: Int(row.integer(column + 3)))
    }

    /// Gives the photo its faces, where somebody looked for them.
    func addFaces(to photo: inout Photo, _ db: Database) throws {
        guard let picture else { return }
        photo.facesPicture = picture
        photo.faces = []
        // Most pictures show nobody: no second look at the database then.
        guard faceCount > 0 else { return }
        photo.faces = try FaceRecord.faces(ofFile: fileID, db).map {
            Face($0, width: picture.width, height: picture.height)
        }
    }
}
