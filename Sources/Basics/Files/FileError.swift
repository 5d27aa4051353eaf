public import Foundation
import Glibc

/// A path that the system failed to access, and the cause.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: BytePath
    /// The system's error number, such as `ENOENT`.
    public let number: Int32

    /// Creates an error for a path.
    package init(path: BytePath, number: Int32) {
        self.path = path
        self.number = number
    }

    /// The system's text for the cause, such as `No such file or directory`.
    public var reason: String { SystemMessage.text(number) }

    /// The message for the user; it suggests a next step only if the name is too long.
    public var description: String {
        "'\(path.escaped)' cannot be read or written: \(reason)"
            + (number == ENAMETOOLONG ? "; use a shorter name or a folder closer to the root" : "")
    }

    /// Indicates whether nothing exists at the path.
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// Indicates whether the disk is full, over quota or read-only, so that the next file would
    /// also fail.
    package var isDiskFull: Bool { FileError.isDiskFull(number) }

    /// Indicates whether an error number means that the disk is full, over quota or read-only.
    package static func isDiskFull(_ number: Int32) -> Bool {
        [ENOSPC, EDQUOT, EROFS].contains(number)
    }
}

extension FileError: LocalizedError {
    /// The message for the user.
    public var errorDescription: String? { description }
}

/// The system's messages for error numbers.
package enum SystemMessage {
    /// Returns the message for an error number, such as `No such file or directory`.
    package static func text(_ code: Int32) -> String {
        // The thread-safe variant; the buffer is large enough for every message of glibc.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: base)
        }
    }
}
