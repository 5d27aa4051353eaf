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
            "\(key.sha256)-\(key.side)-\(Self.digest(key.recipe)).\(fileExtension)")
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
        let mode = store.sharedMode.fileMode & (readable | 0o600)
        var descriptor = open(part, mode)
        if descriptor < 0, errno == ENOENT {
            try makeFolder()
            try store.makeFolder(incoming)
            descriptor = open(part, mode)
        }
        guard descriptor >= 0 else { throw FileStore.failure(errno, "write", part) }
        if let number = Self.write(bytes, to: descriptor) {
            close(descriptor)
            remove(part)
            throw FileStore.failure(number, "write", part)
        }
        close(descriptor)
        if rename(part, path) == 0 { return }
        if errno == ENOENT {
            try store.makeFolder(path.parent)
            if rename(part, path) == 0 { return }
        }
        let failure = errno
        remove(part)
        throw FileStore.failure(failure, "move the finished thumbnail to", path)
    }

    /// Removes a file; one that is not there is no error.
    func remove(_ path: BytePath) {
        _ = path.withCString { unlink($0) }
    }

    /// The names of a folder's files that have been there for long; empty where it cannot be read.
    func abandoned(in folder: BytePath, now: Int64) -> [BytePath] {
        folder.children().filter { name in
            var status = stat()
            return folder.appending(name).withCString { path in
                lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                    && Int64(status.st_mtim.tv_sec) < now - Self.abandonedAfter
            }
        }
    }

    private func open(_ path: BytePath, _ mode: mode_t) -> Int32 {
        path.withCString { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
    }

    private func rename(_ part: BytePath, _ path: BytePath) -> Int32 {
        part.withCString { from in path.withCString { Glibc.rename(from, $0) } }
    }

    /// Writes all bytes; returns the errno of a failure.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                done += count
            }
            return nil
        }
    }

    /// A recipe as 16 hexadecimal digits.
    ///
    /// Source: FNV-1a, 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/
    static func digest(_ recipe: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in recipe.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
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
