import Basics
import GalleryModel
import Glibc

/// Owns the descriptor of a file that is being imported.
struct SourceFile: ~Copyable {
    let path: BytePath
    /// Valid while the value lives.
    let descriptor: Int32
    /// The facts when it was opened.
    let status: stat

    /// Opens a regular file for reading, without changing its time of last access where allowed.
    init(_ path: BytePath) throws(CameraError) {
        // Without O_NONBLOCK opening a pipe would wait for a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        // O_NOATIME (Linux, not in the module map) is for the file's owner alone.
        let noAccessTime: Int32 = 0o1000000
        var opened = path.withCString { open($0, flags | noAccessTime) }
        if opened < 0, errno == EPERM {
            opened = path.withCString { open($0, flags) }
        }
        guard opened >= 0 else {
            // Sockets cannot be opened at all.
            if errno == ENXIO { throw .notAFile(path) }
            throw SystemError(code: errno).cameraError(path)
        }
        var facts = stat()
        guard fstat(opened, &facts) == 0 else {
            let code = errno
            close(opened)
            throw .unreadable(path, errno: code)
        }
        guard FileKind(facts) == .file else {
            close(opened)
            throw FileKind(facts) == .folder ? .unreadable(path, errno: EISDIR) : .notAFile(path)
        }
        self.path = path
        descriptor = opened
        status = facts
    }

    deinit {
        close(descriptor)
    }

    /// The file's length in bytes when it was opened.
    var byteCount: Int { Int(status.st_size) }

    /// When the file was last changed, in nanoseconds since 1970-01-01 UTC.
    var modificationNanoseconds: Int64 { SourceFile.modification(status) }

    /// A path that leads to this very file, even when its own path no longer does.
    var descriptorPath: BytePath { BytePath("/proc/self/fd/\(descriptor)") }

    /// Reads until the buffer is full or the file ends; returns how many bytes were read.
    borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(CameraError) -> Int {
        var count = 0
        while count < buffer.count {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let length = Glibc.read(descriptor, part.baseAddress, part.count)
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw .unreadable(path, errno: errno) }
            if length == 0 { break }
            count += length
        }
        return count
    }

    /// Throws where the file has changed since it was opened.
    borrowing func checkUnchanged(bytesRead: Int) throws(CameraError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .unreadable(path, errno: errno) }
        guard facts.st_size == status.st_size, bytesRead == byteCount,
            SourceFile.modification(facts) == modificationNanoseconds
        else { throw .changed(path) }
    }

    private static func modification(_ status: stat) -> Int64 {
        Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}
