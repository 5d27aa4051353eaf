import Glibc

/// Says which path the system refused to work on, and why.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path concerned.
    public let path: BytePath
    /// The system's error number, such as `ENOENT`.
    public let number: Int32

    /// Makes an error.
    public init(path: BytePath, number: Int32) {
        self.path = path
        self.number = number
    }

    /// The system's words for the cause, such as `No such file or directory`.
    public var reason: String { SystemMessage.text(number) }

    /// The message for a person, without a next step but for names that are too long.
    public var description: String {
        "'\(path.escaped)' cannot be read or written: \(reason)"
            + (number == ENAMETOOLONG
                ? "; give a shorter name, or a folder nearer the root" : "")
    }

    /// Whether nothing is at the path.
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// Whether the disk, or what the user may use of it, is full, or takes nothing any more, so that the
    /// next file would fail as well.
    package var isDiskFull: Bool { FileError.isDiskFull(number) }

    /// Whether an error number says that the disk, or what the user may use of it, is full, or that it
    /// takes nothing any more.
    package static func isDiskFull(_ number: Int32) -> Bool {
        [ENOSPC, EDQUOT, EROFS].contains(number)
    }
}
