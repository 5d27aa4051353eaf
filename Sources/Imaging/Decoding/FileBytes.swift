package import Basics
import Glibc

/// Reads and writes whole picture files, with errors in words about pictures.
package enum FileBytes {
    /// The bytes of a regular file of at most `limit` bytes.
    ///
    /// Opening never waits, so that a pipe without a writer cannot hang the caller. A file that shrinks
    /// meanwhile gives what is left of it.
    package static func read(_ path: BytePath, atMost limit: Int) throws(ImagingError) -> [UInt8] {
        do throws(FileError) { return try path.contents(atMost: limit) } catch {
            switch error.number {
            case EISDIR, EINVAL: throw .notAFile(path)
            case EFBIG:
                let length = path.status?.byteCount ?? 0
                throw .tooMuchMemory(bytes: max(length, limit + 1), limit: limit)
            default: throw .cannotOpen(path)
            }
        }
    }

    /// The first bytes of a regular file, at most `length`.
    package static func head(_ path: BytePath, length: Int) throws(ImagingError) -> [UInt8] {
        do throws(FileError) {
            return try Descriptor.file(path).bytes(atMost: max(length, 0))
        } catch {
            throw error.number == EISDIR || error.number == EINVAL
                ? .notAFile(path) : .cannotOpen(path)
        }
    }

    /// Writes a file under a temporary name beside its place, then gives it its name.
    package static func write(_ bytes: [UInt8], to path: BytePath) throws(ImagingError) {
        do throws(FileError) {
            try AtomicFile.replace(path, with: bytes, syncs: false)
        } catch { throw .cannotWrite(path, errno: error.number) }
    }
}
