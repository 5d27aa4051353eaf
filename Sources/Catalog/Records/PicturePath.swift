package import Basics
import GRDB
import GalleryModel

/// A file that held a picture's bytes when it was last looked at.
package struct PicturePath: Hashable, Sendable {
    /// What tells, without reading it, that nobody changed a file outside of the catalog.
    struct Stamp: Hashable, Sendable {
        /// The last modification, nanoseconds since 1970-01-01 UTC.
        var modified: Int64
        /// The file's inode number.
        var inode: Int64
        /// The moment before the file was last found as it is, nanoseconds since 1970-01-01 UTC.
        var dateSeen: Int64
    }

    /// How long a file system's clock may stand still, in nanoseconds: a change within it after a file was
    /// seen may bear the time before.
    static let clockTick: Int64 = 10_000_000

    /// The absolute path, to be told; `VerifiedPicture` opens it.
    package var path: BytePath
    /// The length of the picture in bytes.
    var byteCount: Int64
    /// What the file was like; nil in the store, where files do not change.
    var stamp: Stamp?

    /// Whether a file is, by what the file system says of it, the one whose bytes were hashed.
    ///
    /// A modification time can be set; the time of the last change of the inode cannot, so that one
    /// after the file was last seen leaves it open what the bytes are.
    ///
    /// - Parameter tick: how long before it was seen the file must have rested, in nanoseconds.
    func isUnchanged(_ status: FileStatus, tick: Int64 = clockTick) -> Bool {
        guard Int64(status.byteCount) == byteCount else { return false }
        guard let stamp else { return true }
        return status.modified == stamp.modified
            && Int64(bitPattern: status.identity.inode) == stamp.inode
            && status.changed <= stamp.dateSeen - tick
    }
}

extension [PicturePath] {
    /// The path to tell of a picture after a short look: of the first place that is as it was when it was
    /// last seen, else of the first with a file of its length, else of the first where there is a file at
    /// all; nil where there is none.
    ///
    /// No file is read: what needs the bytes asks `VerifiedPicture`.
    package var presentPath: BytePath? {
        var alike: BytePath?
        var present: BytePath?
        for place in self {
            guard let status = place.path.status else { continue }
            if place.isUnchanged(status, tick: 0) { return place.path }
            if Int64(status.byteCount) == place.byteCount { alike = alike ?? place.path }
            present = present ?? place.path
        }
        return alike ?? present
    }

    /// The path to tell of a picture where somebody may write to what is there: of the first place that
    /// holds its bytes, else of the first whose file is away; nil where other bytes lie at each.
    ///
    /// - Parameter sha256: of the picture, hexadecimal.
    package func verifiedPath(sha256: String) -> BytePath? {
        var away: BytePath?
        for place in self {
            do throws(PictureAbsence) {
                return try VerifiedPicture.open([place], sha256: sha256, isDamageAllowed: true).path
            } catch {
                if error.reason != .replaced { away = away ?? place.path }
            }
        }
        return away
    }
}

extension PhotoCatalog {
    /// Where the bytes of a picture lie, one path for bytes in the store;
    /// none where the catalog does not know the bytes.
    package func places(sha256: String) throws(CatalogError) -> [PicturePath] {
        try read { db in try places(sha256: sha256, db) }
    }

    /// Where the bytes of a picture lie; none where the catalog does not know the bytes.
    func places(sha256: String, _ db: Database) throws -> [PicturePath] {
        var found: [PicturePath] = []
        try db.forEachRow(
            FileRecord.Column.self,
            "SELECT \(FileRecord.selection) FROM file f WHERE f.sha256 = ?", [sha256]
        ) { row in
            found = try places(of: FileRecord(row), db)
            return false
        }
        return found
    }

    /// Where the bytes of a picture lie.
    ///
    /// - Returns: one path for bytes in the store; for those left in place every path that they were
    ///   seen at, the latest first.
    func places(of file: FileRecord, _ db: Database) throws -> [PicturePath] {
        if file.isStored {
            let path = files.path(
                ofHexadecimal: file.sha256, fileExtension: file.fileExtension)
            return [PicturePath(path: path, byteCount: file.byteCount)]
        }
        return try places(ofFile: file.id, byteCount: file.byteCount, db)
    }

    /// The paths that bytes left in place were seen at, the latest first.
    func places(
        ofFile fileID: Int64, byteCount: Int64, _ db: Database
    ) throws -> [PicturePath] {
        enum Column: Int, StatementColumns {
            case path, modified, inode, dateSeen
        }
        var places: [PicturePath] = []
        try db.forEachRow(
            Column.self,
            """
            SELECT path, modified, inode, dateSeen FROM sourceFile
            WHERE fileID = ? AND isReference = 1 ORDER BY dateSeen DESC, path
            """, [fileID]
        ) { row in
            if let path = row.path(.path) {
                let stamp = PicturePath.Stamp(
                    modified: row.integer(.modified), inode: row.integer(.inode),
                    dateSeen: row.integer(.dateSeen))
                places.append(PicturePath(path: path, byteCount: byteCount, stamp: stamp))
            }
            return true
        }
        return places
    }
}
