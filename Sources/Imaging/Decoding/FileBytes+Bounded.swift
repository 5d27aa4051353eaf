package import Basics
import GalleryModel
import Glibc

extension FileBytes {
    /// The bytes of a regular file of at most `limit` bytes.
    ///
    /// Opening never waits, so that a pipe without a writer cannot hang the caller.
    package static func read(_ path: BytePath, atMost limit: Int) throws(ImagingError) -> [UInt8] {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { throw .cannotOpen(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotOpen(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
        let size = Int(status.st_size)
        guard size <= limit else { throw .tooMuchMemory(bytes: size, limit: limit) }
        var failed = false
        // A file that shrinks meanwhile gives what is left of it.
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let length = Glibc.read(
                    descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                if length < 0, errno == EINTR { continue }
                failed = length < 0
                if length <= 0 { return }
                count += length
            }
        }
        guard !failed else { throw .cannotOpen(path) }
        return bytes
    }

    /// The first bytes of a regular file, at most `length`.
    package static func head(_ path: BytePath, length: Int) throws(ImagingError) -> [UInt8] {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .cannotOpen(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile(path)
        }
        var bytes = [UInt8](repeating: 0, count: max(length, 0))
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw .cannotOpen(path) }
        return Array(bytes.prefix(count))
    }
}
