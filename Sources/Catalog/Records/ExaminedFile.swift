import GRDB
import GalleryModel

/// The largest picture of a photo in which faces were looked for, while the photo's rows are read.
struct ExaminedFile {
    private var size: PictureSize?
    private var fileID: Int64 = 0
    private var faceCount = 0
    private var picture: ExaminedPicture?

    /// Takes the row of a picture.
    mutating func take(_ row: StatementRow<PictureRecord.Column>, _ picture: Picture) {
        guard let count = row.optionalInteger(.faceCount), let sha256 = picture.sha256,
            size.map({ $0 < picture.size }) ?? true
        else { return }
        size = picture.size
        fileID = row.integer(.fileID)
        faceCount = count
        self.picture = ExaminedPicture(
            sha256: sha256, width: Int(row.integer(.uprightWidth)),
            height: Int(row.integer(.uprightHeight)))
    }

    /// Gives the photo its faces, where somebody looked for them, in pixels of the picture that its
    /// rows name: the largest stored one, examined or not.
    func addFaces(to photo: inout Photo, _ db: Database) throws {
        guard let picture = picture.map({ $0.sized(as: photo.picture) }) else { return }
        photo.facesPicture = picture
        photo.faces = []
        // Most pictures show nobody: no second look at the database then.
        guard faceCount > 0 else { return }
        photo.faces = try FaceRecord.faces(ofFile: fileID, db).map {
            Face($0, width: picture.width, height: picture.height)
        }
    }
}

extension ExaminedPicture {
    /// The examined picture with the upright size of another one of the same photo.
    fileprivate func sized(as shown: Picture?) -> ExaminedPicture {
        guard let shown, shown.sha256 != sha256, let across = shown.width, let down = shown.height,
            across > 0, down > 0
        else { return self }
        // Sizes are kept as stored: the one that lies on its side has the other proportions.
        let ratio = Double(width) / Double(height)
        let isTurned =
            abs(ratio - Double(across) / Double(down)) > abs(ratio - Double(down) / Double(across))
        return ExaminedPicture(
            sha256: sha256, width: isTurned ? down : across, height: isTurned ? across : down)
    }
}
