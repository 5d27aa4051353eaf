package import Basics
import GalleryModel
import Glibc

/// Reads and writes whole small files.
package enum FileBytes {
    /// The bytes of a file.
    static func read(_ path: BytePath) throws(ImagingError) -> [UInt8] {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .cannotOpen(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .cannotOpen(path)
        }
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let part = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let length = Glibc.read(descriptor, part.baseAddress, part.count)
                if length < 0, errno == EINTR { continue }
                if length <= 0 {
                    isWhole = false
                    return
                }
                count += length
            }
        }
        guard isWhole else { throw .cannotOpen(path) }
        return bytes
    }

    /// Writes a file under a temporary name beside its place, then gives it its name.
    package static func write(_ bytes: [UInt8], to path: BytePath) throws(ImagingError) {
        let part = path.parent.appending(
            BytePath(bytes: path.lastComponent.bytes + Array(".part".utf8)))
        let descriptor = part.withCString {
            open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else { throw .cannotWrite(path, errno: errno) }
        var failure: Int32 = 0
        var offset = 0
        while offset < bytes.count, failure == 0 {
            let length = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
            }
            if length >= 0 { offset += length } else if errno != EINTR { failure = errno }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0 {
            let outcome = part.withCString { old in path.withCString { new in rename(old, new) } }
            if outcome != 0 { failure = errno }
        }
        guard failure == 0 else {
            _ = part.withCString { unlink($0) }
            throw .cannotWrite(path, errno: failure)
        }
    }
}
