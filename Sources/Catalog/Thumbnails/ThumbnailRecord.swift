package import Basics
import GRDB
package import GalleryModel
import Glibc
import Synchronization

/// Identifies a thumbnail.
package struct ThumbnailKey: Hashable, Sendable {
    /// The SHA-256 of the picture that it shows, 64 lowercase hexadecimal digits.
    package var sha256: String
    /// The method by which it was made, including the edit.
    package var cacheKey: String
    /// The requested long edge, in pixels.
    package var side: Int

    /// Creates a key.
    package init(sha256: String, cacheKey: String, side: Int) {
        self.sha256 = sha256
        self.cacheKey = cacheKey
        self.side = side
    }
}

/// A new thumbnail to be stored: its key; true if it shows the whole picture, so that larger sides
/// result in the same thumbnail; its size in pixels; the encoded picture; its file extension, such
/// as `jpg`: letters and digits, without the dot; the mean of its pixels, 0xRRGGBB in sRGB, nil if
/// unknown; the edit that it shows, nil if unedited.
package typealias NewThumbnail = (
    key: ThumbnailKey, isWhole: Bool, width: Int, height: Int, bytes: [UInt8],
    fileExtension: String, color: Int?, edit: PhotoEdit?
)

/// A thumbnail in the catalog whose file existed when it was looked up.
package struct StoredThumbnail: Hashable, Sendable {
    /// The thumbnail's key; its side differs from the requested one if a whole picture is used
    /// instead.
    package var key: ThumbnailKey
    /// The path of its file.
    package var path: BytePath
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The file's length in bytes.
    package var byteCount: Int64
    /// True if it shows the whole picture, so that larger sides result in the same thumbnail.
    package var isWhole: Bool
}

/// A row of `thumbnail`.
struct ThumbnailRecord {
    private enum Column: Int, StatementColumns {
        case id, sha256, recipe, side, `extension`, isWhole, width, height, byteCount, dateUsed
    }

    let id: Int64
    let stored: StoredThumbnail
    /// The last recorded use, nanoseconds since 1970-01-01 UTC; 0 if no photo uses the bytes.
    let dateUsed: Int64

    private init(_ row: StatementRow<Column>, in files: FileStore) {
        id = row.integer(.id)
        dateUsed = row.integer(.dateUsed)
        let key = ThumbnailKey(
            sha256: row.text(.sha256), cacheKey: row.text(.recipe), side: row.count(.side))
        stored = StoredThumbnail(
            key: key, path: files.path(of: key, fileExtension: row.text(.extension)),
            width: row.count(.width), height: row.count(.height),
            byteCount: row.integer(.byteCount), isWhole: row.boolean(.isWhole))
    }

    /// The rows that meet a condition, in an order.
    static func all(
        _ rest: String, _ arguments: StatementArguments, in files: FileStore, _ db: Database
    ) throws -> [ThumbnailRecord] {
        try Column.all(
            "SELECT \(Column.selection) FROM thumbnail \(rest)", arguments, db
        ) { row in ThumbnailRecord(row, in: files) }
    }

    /// The rows that serve a side of a picture with a cache key: the side itself, then the largest
    /// first.
    static func all(
        serving key: ThumbnailKey, in files: FileStore, _ db: Database
    ) throws -> [ThumbnailRecord] {
        try all(
            "WHERE sha256 = ?1 AND recipe = ?2 ORDER BY side <> ?3, side DESC",
            [key.sha256, key.cacheKey, key.side], in: files, db
        ).filter { $0.serves(side: key.side) }
    }

    /// True if it equals the thumbnail of a side: it has that side, or shows the whole picture and
    /// is no larger.
    func serves(side: Int) -> Bool {
        stored.key.side == side || (stored.isWhole && max(stored.width, stored.height) <= side)
    }

    /// True if its file exists with its original length.
    var isPresent: Bool { FileStore.length(of: stored.path) == stored.byteCount }
}

/// Stores the files of thumbnails: `thumbnails/ab/abcd…-640-0123456789abcdef.jpg`.
///
/// They are a cache: nothing waits for the disk, and a file that a crash truncated is made again. A
/// file gets its name only when it is complete; until then it is in `thumbnails/incoming`.
extension FileStore {
    /// The seconds after which a thumbnail's file without a row or a final name counts as abandoned.
    private static let abandonedAfter: Int64 = 3_600

    /// The folder of thumbnails.
    var thumbnails: BytePath { folder.appending("thumbnails") }

    /// The folder of unfinished thumbnails.
    var unfinishedThumbnails: BytePath { thumbnails.appending("incoming") }

    /// The path of a thumbnail, whether or not it exists.
    func path(of key: ThumbnailKey, fileExtension: String) -> BytePath {
        // Source: FNV-1a, 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/
        let digest = UInt64(hashing: Array(key.cacheKey.utf8)[...]).hexadecimal
        return thumbnails.appending(String(key.sha256.prefix(2))).appending(
            "\(key.sha256)-\(key.side)-\(digest).\(fileExtension)")
    }

    /// Writes a thumbnail's file and moves it to its path, replacing an existing one.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - path: the final path.
    ///   - readable: the permission bits of the picture: users who cannot read it cannot read its
    ///     thumbnail.
    /// - Throws: `full`, `unreachable`, `fileSystem`.
    func write(
        _ bytes: [UInt8], toThumbnail path: BytePath, readable: mode_t
    ) throws(CatalogError) {
        // Random, because process ids are not unique across containers.
        let part = unfinishedThumbnails.appending(
            "\(UInt64.random(in: 0...UInt64.max))-\(UInt64.random(in: 0...UInt64.max)).part")
        let file = try makePart(part, sharedMode.fileMode & (readable | 0o600))
        do throws(CatalogError) {
            try FileStore.attempt("write", part, file.write(bytes))
            try move(part, to: path, "move the finished thumbnail to")
        } catch {
            part.remove()
            throw error
        }
    }

    /// The names of a folder's old files; empty if the folder cannot be read.
    static func abandoned(in folder: BytePath, now: Int64) -> [BytePath] {
        folder.children().filter { name in
            let status = try? FileStatus(folder.appending(name), followingLink: false)
            return status.map {
                $0.kind == .file && $0.modified < (now - abandonedAfter) * 1_000_000_000
            } ?? false
        }
    }

    /// Creates an unfinished thumbnail, and the folders if missing.
    private func makePart(_ part: BytePath, _ mode: mode_t) throws(CatalogError) -> Descriptor {
        do throws(FileError) {
            return try Descriptor(part, for: .writing, .new, permissions: mode)
        } catch {
            guard error.number == ENOENT else {
                throw FileStore.failure(error.number, "write", part)
            }
        }
        try makeFolder(thumbnails)
        try makeFolder(unfinishedThumbnails)
        return try FileStore.attempt(
            "write", part, Descriptor(part, for: .writing, .new, permissions: mode))
    }
}

/// Returns strictly increasing times in nanoseconds since 1970-01-01 UTC, even if the system's
/// clock stands still or is set back.
final class UsageClock: Sendable {
    private let last = Mutex<Int64>(0)

    /// Reserves `count` times and returns the first.
    func next(_ count: Int) -> Int64 {
        last.withLock { last in
            let first = max(SourceStamp.now, last + 1)
            last = first + Int64(max(count, 1)) - 1
            return first
        }
    }
}
