import Basics
import GalleryModel
import Glibc
import Synchronization

/// Keeps thumbnails in files of their own: `thumbnails/ab/abcd…-640-0123456789abcdef.jpg`.
///
/// They are a cache: nothing waits for the disk, and a file that a crash left damaged in length is made
/// again. A file gets its name only when it is complete; until then it lies in `thumbnails/incoming`.
struct ThumbnailFiles: Sendable {
    /// After so many seconds a file without a row, or without its name, is nobody's any more.
    static let abandonedAfter: Int64 = 3_600

    /// The folder of thumbnails.
    let folder: BytePath

    /// The folder of unfinished files.
    var incoming: BytePath { folder.appending("incoming") }

    private let store: FileStore

    init(in store: FileStore) {
        self.store = store
        folder = store.folder.appending("thumbnails")
    }

    /// Makes the folder of thumbnails where there is none.
    func makeFolder() throws(CatalogError) { try store.makeFolder(folder) }

    /// The folder of the thumbnails of pictures whose digest begins with two digits.
    func folder(_ digits: Substring) -> BytePath { folder.appending(String(digits)) }

    /// Where a thumbnail lies, whether or not it is there.
    func path(of key: ThumbnailKey, fileExtension: String) -> BytePath {
        folder(key.sha256.prefix(2)).appending(
            "\(key.sha256)-\(key.side)-\(Self.digest(key.cacheKey)).\(fileExtension)")
    }

    /// Writes a file and gives it its name, in place of one that is there.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - path: where it lies in the end.
    ///   - readable: who may read the picture, as permission bits: others may not read its thumbnail.
    /// - Throws: `full`, `unreachable`, `fileSystem`.
    func write(
        _ bytes: [UInt8], to path: BytePath, readable: mode_t
    ) throws(CatalogError) {
        // Process ids do not tell programs in different containers apart.
        let part = incoming.appending(
            "\(UInt64.random(in: 0...UInt64.max))-\(UInt64.random(in: 0...UInt64.max)).part")
        let file = try make(part, store.sharedMode.fileMode & (readable | 0o600))
        do throws(FileError) { try file.write(bytes) } catch {
            part.remove()
            throw FileStore.failure(error.number, "write", part)
        }
        do throws(FileError) { return try part.rename(to: path) } catch {
            guard error.number == ENOENT else { throw unfinished(part, error, path) }
        }
        try store.makeFolder(path.parent)
        do throws(FileError) { try part.rename(to: path) } catch {
            throw unfinished(part, error, path)
        }
    }

    private func unfinished(
        _ part: BytePath, _ error: FileError, _ path: BytePath
    ) -> CatalogError {
        part.remove()
        return FileStore.failure(error.number, "move the finished thumbnail to", path)
    }

    /// Removes a file; one that is not there is no error.
    func remove(_ path: BytePath) {
        path.remove()
    }

    /// The names of a folder's files that have been there for long; empty where it cannot be read.
    func abandoned(in folder: BytePath, now: Int64) -> [BytePath] {
        folder.children().filter { name in
            let status = try? FileStatus(folder.appending(name), followingLink: false)
            return status.map {
                $0.kind == .file && $0.modified < (now - Self.abandonedAfter) * 1_000_000_000
            } ?? false
        }
    }

    /// Makes a part file, and the folders of unfinished files where they are missing.
    private func make(_ part: BytePath, _ mode: mode_t) throws(CatalogError) -> Descriptor {
        do throws(FileError) {
            return try Descriptor(part, for: .writing, .new, permissions: mode)
        } catch {
            guard error.number == ENOENT else {
                throw FileStore.failure(error.number, "write", part)
            }
        }
        try makeFolder()
        try store.makeFolder(incoming)
        return try FileStore.attempt("write", part) { () throws(FileError) in
            try Descriptor(part, for: .writing, .new, permissions: mode)
        }
    }

    /// A cache key as 16 hexadecimal digits.
    ///
    /// Source: FNV-1a, 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/
    static func digest(_ cacheKey: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in cacheKey.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Hands out moments in nanoseconds since 1970-01-01 UTC, each later than those before, even where the
/// system's clock stands still or is set back.
final class UseClock: Sendable {
    private let last = Mutex<Int64>(0)

    /// The next moments, the first of `count`.
    func next(_ count: Int) -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        return last.withLock { last in
            let first = max(now, last + 1)
            last = first + Int64(max(count, 1)) - 1
            return first
        }
    }
}
