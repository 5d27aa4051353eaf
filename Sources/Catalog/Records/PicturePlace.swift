import GRDB
package import GalleryModel
import Glibc

/// A file that held a picture's bytes when it was last looked at.
package struct PicturePlace: Hashable, Sendable {
    /// What tells an unchanged file without reading it.
    package struct Stamp: Hashable, Sendable {
        /// The length in bytes.
        package var byteCount: Int64
        /// The last modification, nanoseconds since 1970-01-01 UTC.
        package var modified: Int64
    }

    /// The absolute path.
    package var path: BytePath
    /// Its length and last modification then; nil in the store, where files do not change.
    package var stamp: Stamp?

    /// Whether the file is there, as it was when its bytes were hashed.
    package var isPresent: Bool {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return false }
        guard let stamp else { return true }
        let seconds = Int64(status.st_mtim.tv_sec)
        return Int64(status.st_size) == stamp.byteCount
            && seconds * 1_000_000_000 + Int64(status.st_mtim.tv_nsec) == stamp.modified
    }
}

extension Sequence where Element == PicturePlace {
    /// The first path whose file is as it was when its bytes were hashed: what is made of other bytes
    /// must not be filed under these.
    package var presentPath: BytePath? { first { $0.isPresent }?.path }
}

extension PhotoCatalog {
    /// Where the bytes of a picture lie.
    ///
    /// - Returns: one path for bytes in the store; for those left in place every path that they were
    ///   seen at, the latest first.
    func places(
        sha256: String, fileExtension: String, isStored: Bool, fileID: Int64, _ db: Database
    ) throws -> [PicturePlace] {
        if isStored {
            let path = files.path(ofHexadecimal: sha256, fileExtension: fileExtension)
            return [PicturePlace(path: path)]
        }
        var places: [PicturePlace] = []
        try db.forEachRow(
            """
            SELECT path, byteCount, modified FROM sourceFile
            WHERE fileID = ? AND isReference = 1 ORDER BY dateSeen DESC, path
            """, [fileID]
        ) { row in
            if let path = row.path(0) {
                let stamp = PicturePlace.Stamp(byteCount: row.integer(1), modified: row.integer(2))
                places.append(PicturePlace(path: path, stamp: stamp))
            }
            return true
        }
        return places
    }
}
