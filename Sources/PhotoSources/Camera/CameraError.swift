package import Basics
import GalleryModel
package import Imaging

/// Says why a file or folder could not be imported.
package enum CameraError: Error, Hashable, Sendable {
    /// There is nothing at the path, or a symbolic link that leads nowhere.
    case missing(BytePath)
    /// The system does not let the file or folder be read; the system's error number.
    case unreadable(BytePath, errno: Int32)
    /// The path names a device, pipe or socket.
    case notAFile(BytePath)
    /// The file holds no bytes.
    case empty(BytePath)
    /// The file's type cannot be imported yet.
    case unsupported(BytePath, PictureFormat)
    /// The file is a picture that is not whole, for the reason given.
    case damaged(BytePath, reason: String)
    /// The file changed while it was being read.
    case changed(BytePath)
    /// The copy could not be written; the system's error number.
    case cannotCopy(to: BytePath, errno: Int32)
}

extension CameraError {
    /// What the error is about.
    package var path: BytePath {
        switch self {
        case .missing(let path), .unreadable(let path, _), .notAFile(let path), .empty(let path),
            .unsupported(let path, _), .damaged(let path, _), .changed(let path),
            .cannotCopy(let path, _):
            path
        }
    }
}

extension CameraError: CustomStringConvertible {
    /// The message for a person to read: the escaped path, the cause and what can be done.
    package var description: String { "'\(path.escaped)' \(cause)" }

    /// The message without the path, for places that show the path already.
    package var cause: String {
        switch self {
        case .missing: "does not exist; check the name and whether its disk is mounted"
        case .unreadable(_, let code): "cannot be read: \(SystemMessage.text(code))"
        case .notAFile: "is a device, pipe or socket and no picture file"
        case .empty: "is empty; copy it from the camera again"
        case .unsupported(_, .unknown): "is of no known picture type"
        case .unsupported(_, let format) where format.isPicture:
            "is a \(format.exiftoolName) file, a type that is not yet supported"
        case .unsupported(_, let format): "is a \(format.exiftoolName) file and no picture"
        case .damaged(_, let reason): "is damaged: \(reason); copy it from the camera again"
        case .changed: "changed while it was being read; import it again once it is complete"
        case .cannotCopy(_, let code): "cannot be written: \(SystemMessage.text(code))"
        }
    }
}
