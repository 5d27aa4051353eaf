import Basics
import GalleryModel
import Glibc

/// Identifies a file or folder while it exists, whichever path led to it.
struct FileIdentity: Hashable, Sendable {
    /// The number of the file system.
    var device: UInt64
    /// The number within it.
    var inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// Names what a path leads to.
enum FileKind {
    case file, folder, special

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        default: self = .special
        }
    }
}

/// The facts about what a path leads to, links followed; the error number on failure.
func fileStatus(_ path: BytePath) -> Result<stat, SystemError> {
    var status = stat()
    let outcome = path.withCString { stat($0, &status) }
    return outcome == 0 ? .success(status) : .failure(SystemError(code: errno))
}

/// A system call's error number.
struct SystemError: Error, Hashable, Sendable {
    var code: Int32

    /// The error for a person, about a path that was to be read.
    func cameraError(_ path: BytePath) -> CameraError {
        code == ENOENT || code == ENOTDIR ? .missing(path) : .unreadable(path, errno: code)
    }
}
