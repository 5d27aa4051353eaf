import Basics
import GalleryModel
import Glibc

/// Owns a copy that is being written; it is removed unless it is kept.
struct PartialCopy: ~Copyable {
    private let path: BytePath
    private let descriptor: Int32
    private var isKept = false
    /// Whether the file system shares the source's blocks, so that nothing needs to be written.
    private let isCloned: Bool

    /// Makes the file, which must not be there yet, and clones the source where that works.
    ///
    /// Nobody may read it who may not read the source.
    init(_ path: BytePath, of source: borrowing SourceFile) throws(CameraError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let mode = 0o600 | source.status.st_mode & 0o444
        let opened = path.withCString { open($0, flags, mode) }
        guard opened >= 0 else { throw .cannotCopy(to: path, errno: errno) }
        self.path = path
        descriptor = opened
        // FICLONE: _IOW(0x94, 9, int). Source: linux/fs.h
        let clone: UInt = 0x4004_9409
        isCloned = ioctl(opened, clone, source.descriptor) == 0
    }

    deinit {
        close(descriptor)
        if !isKept { _ = path.withCString { unlink($0) } }
    }

    /// Takes the next bytes of the source.
    borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(CameraError) {
        guard !isCloned else { return }
        var offset = 0
        while offset < bytes.count {
            let part = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            let length = Glibc.write(descriptor, part.baseAddress, part.count)
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { throw .cannotCopy(to: path, errno: length < 0 ? errno : EIO) }
            offset += length
        }
    }

    /// Leaves the copy where it is.
    consuming func keep() {
        isKept = true
    }
}
