import GRDB
package import GalleryModel

/// A file that a share link gives, as far as it was made.
package struct SharedFileRecord: Hashable, Sendable {
    /// Whose it is.
    package var photoID: PhotoID
    /// What it is made of; a file under another key is another one.
    package var key: String
    /// The name in the link's folder; nil for the stored picture itself, and for what could not be made.
    package var fileName: String?
    /// The usual ending of its type, without the dot.
    package var fileExtension: String
    /// The length in bytes; 0 where it could not be made.
    package var byteCount: Int
    /// The CRC-32 of the bytes.
    package var checksum: UInt32

    /// Makes a record.
    package init(
        photoID: PhotoID, key: String, fileName: String?, fileExtension: String, byteCount: Int,
        checksum: UInt32
    ) {
        self.photoID = photoID
        self.key = key
        self.fileName = fileName
        self.fileExtension = fileExtension
        self.byteCount = byteCount
        self.checksum = checksum
    }
}

extension SharedFileRecord {
    enum Column: Int, StatementColumns {
        case photoID, key, fileName, fileExtension, byteCount, checksum
    }

    init(_ row: StatementRow<Column>) {
        self.init(
            photoID: PhotoID(rawValue: row.integer(.photoID)), key: row.text(.key),
            fileName: row.optionalText(.fileName), fileExtension: row.text(.fileExtension),
            byteCount: Int(row.integer(.byteCount)),
            checksum: UInt32(truncatingIfNeeded: row.integer(.checksum)))
    }
}
