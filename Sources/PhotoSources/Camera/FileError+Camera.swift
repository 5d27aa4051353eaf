import Basics

extension FileError {
    /// The error for a person, about a path that was to be read.
    var cameraError: CameraError {
        isMissing ? .missing(path) : .unreadable(path, errno: number)
    }
}
