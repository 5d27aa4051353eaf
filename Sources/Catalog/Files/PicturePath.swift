package import Basics
import GRDB

/// A file that had a picture's bytes when it was last checked.
package struct PicturePath: Hashable, Sendable {
    /// Detects changes of a file outside of the catalog without reading it.
    struct Stamp: Hashable, Sendable {
        /// The last modification, nanoseconds since 1970-01-01 UTC.
        var modified: Int64
        /// The file's inode number.
        var inode: Int64
        /// The time just before the last check, nanoseconds since 1970-01-01 UTC.
        var dateSeen: Int64
    }

    /// The resolution of a file system's clock, in nanoseconds: a change this soon after a check
    /// can have the same time.
    static let clockTick: Int64 = 10_000_000

    /// The absolute path, for display; `VerifiedPicture` opens it.
    package var path: BytePath
    /// The length of the picture in bytes.
    var byteCount: Int64
    /// The disk and folder of a path outside of the store; empty if unknown.
    var folder = ""
    /// The file's stamp; nil in the store, whose files do not change.
    var stamp: Stamp?

    /// True if the file was deleted from its folder.
    var isRemoved: Bool { DiskFolder.isRemoved(path, from: folder) }

    /// True if the file system's metadata shows that the file still has the hashed bytes.
    ///
    /// A modification time can be set, but the inode's change time cannot: if it is later than the
    /// last check, the bytes are unknown.
    ///
    /// - Parameter tick: how long the file must have been unchanged before the check, in
    ///   nanoseconds.
    func isUnchanged(_ status: FileStatus, tick: Int64 = clockTick) -> Bool {
        guard Int64(status.byteCount) == byteCount else { return false }
        guard let stamp else { return true }
        return status.modified == stamp.modified
            && Int64(bitPattern: status.identity.inode) == stamp.inode
            && status.changed <= stamp.dateSeen - tick
    }
}

extension [PicturePath] {
    /// The path to display for a picture: the first that is unchanged since its last check, else
    /// the first of the same length, else the first that exists; nil if none exists.
    ///
    /// No file is read; code that needs the bytes uses `VerifiedPicture`.
    package var displayPath: BytePath? {
        var alike: BytePath?
        var present: BytePath?
        for candidate in self {
            guard let status = candidate.path.status else { continue }
            if candidate.isUnchanged(status, tick: 0) { return candidate.path }
            if Int64(status.byteCount) == candidate.byteCount { alike = alike ?? candidate.path }
            present = present ?? candidate.path
        }
        return alike ?? present
    }

    /// The path to display for a picture whose files can change: the first that has its bytes, else
    /// the first whose file is missing; nil if every path has other bytes.
    ///
    /// - Parameter sha256: the picture's digest, hexadecimal.
    package func verifiedDisplayPath(sha256: String) -> BytePath? {
        var away: BytePath?
        for candidate in self {
            do throws(PictureAbsence) {
                return try VerifiedPicture.open([candidate], sha256: sha256, isDamageAllowed: true)
                    .path
            } catch {
                if error.reason != .replaced { away = away ?? candidate.path }
            }
        }
        return away
    }
}

extension PhotoCatalog {
    /// The paths of a picture's bytes, one for bytes in the store; empty if the catalog does not
    /// know the bytes.
    package func paths(sha256: String) throws(CatalogError) -> [PicturePath] {
        try read { db in try paths(sha256: sha256, db) }
    }

    /// The paths of a picture's bytes; empty if the catalog does not know the bytes.
    func paths(sha256: String, _ db: Database) throws -> [PicturePath] {
        try FileRecord.Column.first(
            "SELECT \(FileRecord.Column.selection) FROM file f WHERE f.sha256 = ?", [sha256], db
        ) { row in try paths(of: FileRecord(row), db) } ?? []
    }

    /// The paths of a picture's bytes.
    ///
    /// - Returns: one path for bytes in the store; for bytes left in place every path at which they
    ///   were seen, the latest first.
    func paths(of file: FileRecord, _ db: Database) throws -> [PicturePath] {
        if file.isStored {
            return [PicturePath(path: files.path(of: file), byteCount: file.byteCount)]
        }
        return try paths(ofFile: file.id, byteCount: file.byteCount, db)
    }

    /// The paths at which bytes left in place were seen, the latest first.
    ///
    /// - Parameters:
    ///   - withSidecars: true to include paths that were copied with a sidecar.
    ///   - withDeleted: true to include files that were found deleted and have not come back.
    func paths(
        ofFile fileID: Int64, byteCount: Int64 = 0, withSidecars: Bool = false,
        withDeleted: Bool = false, _ db: Database
    ) throws -> [PicturePath] {
        enum Column: Int, StatementColumns {
            case path, folder, modified, inode, dateSeen, dateMissing
        }
        return try Column.all(
            """
            SELECT \(Column.selection) FROM sourceFile
            WHERE fileID = ? AND (isReference = 1 OR ? AND sidecar IS NOT NULL)
            ORDER BY dateSeen DESC, path
            """, [fileID, withSidecars], db
        ) { row in
            guard let path = row.path(.path),
                withDeleted || row.isNull(.dateMissing) || path.status != nil
            else { return nil }
            let stamp = PicturePath.Stamp(
                modified: row.integer(.modified), inode: row.integer(.inode),
                dateSeen: row.integer(.dateSeen))
            return PicturePath(
                path: path, byteCount: byteCount, folder: row.text(.folder), stamp: stamp)
        }
    }
}

/// The columns of `file` that are needed to find its bytes.
struct FileRecord {
    /// The columns that `init` reads.
    enum Column: Int, StatementColumns {
        case id, sha256, byteCount, `extension`, isStored
        static let table = "f"
    }

    var id: Int64
    /// 64 lowercase hexadecimal digits.
    var sha256: String
    var byteCount: Int64
    /// `jpg`, without the dot.
    var fileExtension: String
    /// True if the bytes are in the store.
    var isStored: Bool

    init(_ row: StatementRow<Column>) {
        id = row.integer(.id)
        sha256 = row.text(.sha256)
        byteCount = row.integer(.byteCount)
        fileExtension = row.text(.extension)
        isStored = row.boolean(.isStored)
    }
}
